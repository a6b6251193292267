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


def is_first_trick(seen: Any) -> bool:
    return bool(seen.trick == 1 and (seen.mission or seen.drawn))


def is_to_follow(seen: Any) -> bool:
    return bool(seen.faded)


def has_seen_intel(seen: Any) -> bool:
    return bool(seen.trick in (2, 3) and seen.mission)


def could_wager(seen: Any) -> bool:
    if not seen.options.wagers or seen.decision is None or not seen.plays or seen.shown:
        return False
    may_wager = seen.intel[seen.viewer] > 0 and seen.viewer not in seen.revealed
    return may_wager and any(card.suit == seen.plays[0].card.suit for card in seen.hand)


def is_voting(seen: Any) -> bool:
    return bool(seen.is_voting)


# In order of appearance.
TIPS = (
    Tip(
        "mission",
        text("The folder is the mission: what the cards must show. Its stamp is the trump."),
        is_first_trick,
    ),
    Tip(
        "follow",
        text("Pale cards don’t follow suit. While you have the suit, only play one if your role lets you."),
        is_to_follow,
    ),
    Tip(
        "wager",
        text("“With intel” turns your card into trump. The winner of the trick takes that intel too."),
        could_wager,
    ),
    Tip(
        "intel",
        text("Each trick gives its winner intel: the briefcases below the names. Who’s collecting them?"),
        has_seen_intel,
    ),
    Tip(
        "vote",
        text("Who didn’t follow suit, spoiled missions, collected intel? The tabs help you look back."),
        is_voting,
    ),
)
