from collections.abc import Mapping
from typing import Any

from games.rules.engine.texts import Gloss, Tip, text

# In order of appearance.
GLOSSARY: Mapping[str, Gloss] = {
    "mission": Gloss(
        text("Mission"),
        text("What the cards of a trick must show together. If enough missions are completed, the Agents win."),
    ),
    "agent": Gloss(
        text("Agent"), text("A player who wins by completing missions, or by voting out the Insider’s side.")
    ),
    "insider": Gloss(
        text("Insider"),
        text("The one player who secretly works against the Agents. Wins with enough intel, or if the vote misses."),
    ),
    "intel": Gloss(
        text("Intel"),
        text(
            "A token, drawn as a briefcase. The winner of each trick takes one; with too many, you must show your role."
        ),
    ),
    "reserve": Gloss(text("Reserve"), text("Intel that no one has. The winner of a trick takes one token from here.")),
    "lead": Gloss(
        text("Lead"),
        text("To play the first card of a trick. The others must follow its suit."),
    ),
    "follow": Gloss(
        text("Follow suit"),
        text("To play the suit that was led. If you have a card of it you must, unless your role says otherwise."),
    ),
    "trump": Gloss(text("Trump"), text("The suit given by the mission. In this trick it beats all the other suits.")),
    "wager": Gloss(
        text("Wager"),
        text("To play a card of the led suit with intel on it. It counts as trump, and the winner takes the intel."),
    ),
    "vote": Gloss(
        text("The vote"),
        text(
            "After the last trick, if no one has won yet. "
            "The Agents win only if the Insider’s side gets the most votes."
        ),
    ),
}


def _is_choosing(seen: Any) -> bool:
    return bool(seen.drawn)


def _is_first_trick(seen: Any) -> bool:
    return bool(seen.trick == 1 and seen.mission)


def _is_to_follow(seen: Any) -> bool:
    return bool(seen.faded)


def _has_none_of_the_suit(seen: Any) -> bool:
    return _is_to_play(seen) and not _follows(seen)


def _is_second_trick(seen: Any) -> bool:
    return bool(seen.trick == 2 and (seen.mission or seen.drawn))


def _has_seen_intel(seen: Any) -> bool:
    has_insider = not seen.has_prof_no and not seen.has_house_foe
    return bool(seen.trick == 3 and seen.mission and has_insider)


def _has_failed(seen: Any) -> bool:
    return bool(seen.mission and seen.tricks and not seen.tricks[-1].met)


def _could_wager(seen: Any) -> bool:
    may_wager = seen.intel[seen.viewer] > 0 and seen.viewer not in seen.revealed
    return bool(seen.options.wagers and seen.trick > 1 and may_wager and _is_to_play(seen) and _follows(seen))


def _is_voting(seen: Any) -> bool:
    return bool(seen.is_voting and seen.decision)


def _is_to_play(seen: Any) -> bool:
    """Whether the viewer is to add a card to those that others have played."""
    return bool(seen.decision and seen.plays and not seen.shown)


def _follows(seen: Any) -> bool:
    return any(card.suit == seen.plays[0].card.suit for card in seen.hand)


# The tips in the order of their appearance. Each fits three lines on a phone.
TIPS = (
    Tip(
        "offers",
        ".offers",
        text("You start"),
        text("Choose a mission: what all the cards must show. Then play a card: the others must follow its colour."),
        _is_choosing,
    ),
    Tip(
        "mission",
        ".folder",
        text("The mission"),
        text("Each player puts down one card: that’s a trick. The mission says what these cards must show together."),
        _is_first_trick,
    ),
    Tip(
        "follow",
        ".slot",
        text("Follow suit"),
        text("You have the colour that was led, so play it. A pale card only goes if your role lets you."),
        _is_to_follow,
    ),
    Tip(
        "trump",
        ".trump",
        text("The trump"),
        text("You have no card of the colour that was led: play any. A card of the trump’s colour beats all others."),
        _has_none_of_the_suit,
    ),
    Tip(
        "taker",
        ".slot .mark",
        text("Who wins a trick?"),
        text("The highest card of the colour that was led, or of the trump. Its player starts the next one."),
        _is_second_trick,
    ),
    Tip(
        "suspect",
        ".track.agents",
        text("The mission failed"),
        text("Bad luck, or the Insider at work? Keep what you suspect under “Notes”: only you see it."),
        _has_failed,
    ),
    Tip(
        "intel",
        ".track.insider",
        text("Briefcases"),
        text("The winner of a trick takes one: intel. At this number you show your role, and the Insider wins."),
        _has_seen_intel,
    ),
    Tip(
        "wager",
        ".me .intel",
        text("Wager"),
        text("“With intel” turns your card into trump. The winner of the trick takes that intel too."),
        _could_wager,
    ),
    Tip(
        "vote",
        ".line-up",
        text("The vote"),
        text("Who didn’t follow suit, spoiled missions, took intel? Look back in the tabs."),
        _is_voting,
    ),
)
