from collections.abc import Mapping

from games.rules.engine.protocol import Texts
from games.rules.engine.texts import Sentence, plural, text
from games.rules.engine.values import Phrase, Term
from games.titles.insidejob.rules import missions
from games.titles.insidejob.rules.cards import CARDS
from games.titles.insidejob.rules.end_reasons import END_REASONS
from games.titles.insidejob.rules.help import GLOSSARY, TIPS
from games.titles.insidejob.rules.house_role import WORDS
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.own_events import OWN_EVENTS
from games.titles.insidejob.rules.roles import HOUSE_ROLES, SPECIAL_SEATS
from games.titles.insidejob.rules.suspicion import SUSPICION

SUIT_CARDS = {
    "B": text("blue {value}"),
    "G": text("green {value}"),
    "Y": text("yellow {value}"),
    "P": text("pink {value}"),
}
SUITS = {"B": text("blue"), "G": text("green"), "Y": text("yellow"), "P": text("pink")}
# The letter that is printed next to the sign of a suit.
SUIT_LETTERS = {"B": text("B"), "G": text("G"), "Y": text("Y"), "P": text("P")}
LARRY_NAME = text("Larry")
WISHES = {"not_insider": text("would rather not be the Insider")}
OWN_WISHES = {"not_insider": text("I’d rather not be the Insider")}
ROLES = {
    "agent": text("Agent"),
    "insider": text("Insider"),
    "wiretapped": text("Wiretapped Agent"),
    "paranoid": text("Paranoid Agent"),
    "daredevil": text("Daredevil Agent"),
    "decoy": text("Decoy"),
    "accomplice": text("Accomplice"),
    "tim_shady": text("Tim Shady"),
    "sleeper": text("Sleeper Agent"),
    "prof_no": text("Prof. No"),
    # The table's pages use the host's name.
    **dict.fromkeys(HOUSE_ROLES, text("House role")),
}
HARD = {
    "agents": text("hard on the Agents"),
    "insiders": text("hard on the Insider’s side"),
    "neutral": text("hard on the neutral role"),
    "agents neutral": text("hard on the Agents and the neutral role"),
    "insiders neutral": text("hard on the Insider’s side and the neutral role"),
}
# Keys are results of `find_hard`.
HARD_AMONG = {
    "agents": text("hard on the Agents with {seats} players"),
    "insiders": text("hard on the Insider’s side with {seats} players"),
    "neutral": text("hard on the neutral role with {seats} players"),
}

SIDES = {"agents": text("Agents’ side"), "insiders": text("Insider’s side"), "neutral": text("Neutral")}
CONDITIONS = {
    "ascending": text("Each card is higher than the one before"),
    "descending": text("Each card is lower than the one before"),
    "first_highest": text("The first card is the highest"),
    "second_highest": text("The second card is the highest"),
    "third_highest": text("The third card is the highest"),
    "last_highest": text("The last card is the highest"),
    "first_lowest": text("The first card is the lowest"),
    "second_lowest": text("The second card is the lowest"),
    "third_lowest": text("The third card is the lowest"),
    "last_lowest": text("The last card is the lowest"),
    "first_wins": text("The first card wins the trick"),
    "second_wins": text("The second card wins the trick"),
    "third_wins": text("The third card wins the trick"),
    "last_wins": text("The last card wins the trick"),
    "high_only": text("Only cards from 7 to 13"),
    "low_only": text("Only cards from 1 to 7"),
    "even_only": text("Only even cards"),
    "odd_only": text("Only odd cards"),
    "one_suit": text("All cards are the same suit"),
    "first_last_suit": text("The first and last cards are the same suit"),
    "wager_second": text("There’s an intel token on the second card"),
    "wager_third": text("There’s an intel token on the third card"),
    "wager_last": text("There’s an intel token on the last card"),
    "wager_second_or_third": text("There’s an intel token on the second or third card"),
}

PLACES = {"first": text("1st"), "second": text("2nd"), "third": text("3rd"), "last": text("last")}
HOPES = {"met": text("On track"), "possible": text("Still possible"), "impossible": text("No longer possible")}
FOES = {"insider": text("the Insider"), "prof_no": text("Prof. No"), "house": text("the house role")}

MEET = ("mission", text("Complete {missions} missions with the others, and you win."))
FOLLOW = ("card", text("If you have the colour that was led, you must play it: that’s following suit."))
FIND = ("vote", text("If no one has won at the end, you all vote: find {foe}, who works against you in secret."))
BREAK = (
    "card",
    text(
        "You don’t have to follow suit, which is to play the colour that was led. If the others notice, you’re busted."
    ),
)
HIDE = ("vote", text("If it comes down to the vote, let them suspect someone else."))
# For the player: subject and sentence.
BRIEFS: Mapping[str, tuple[tuple[str, Sentence], ...]] = {
    "agent": (MEET, FOLLOW, FIND),
    "insider": (("intel", text("Collect {intel} intel, and you win.")), BREAK, HIDE),
    "prof_no": (
        (
            "intel",
            text("You win if everyone else is revealed. At {intel} intel you’re exposed and lose immediately."),
        ),
        BREAK,
        HIDE,
    ),
    "decoy": (
        ("vote", text("You win only if you get the most votes: then everyone else loses.")),
        ("player", text("If you tie with {foe} for the most votes, you win together.")),
        FOLLOW,
    ),
    "accomplice": (
        ("player", text("You win only if the partner you picked wins.")),
        ("intel", text("You never have intel. Each trick you win costs your partner an intel token.")),
        ("vote", text("You have no vote.")),
    ),
    "partnered": (("player", text("Your partner: {partner}, {role}.")),),
    "tim_shady": (
        ("player", text("You win only if the neighbour on your right, who sits just before you, loses.")),
        ("intel", text("When intel reveals you, you take a token from that neighbour and no longer vote.")),
        FOLLOW,
    ),
    "turned": (
        ("player", text("You’ve changed sides: you only win if {foe} wins, and you no longer vote.")),
        FOLLOW,
    ),
    "wiretapped": (
        MEET,
        (
            "intel",
            text("Everyone knows your role. If you ever have more than one intel token, {foe} wins immediately."),
        ),
        FOLLOW,
    ),
    "paranoid": (
        MEET,
        ("vote", text("You can vote against two players; once revealed, you can give both votes to one.")),
        FOLLOW,
    ),
    "paranoid_with_prof_no": (
        MEET,
        ("vote", text("You can vote against two players; once revealed, you no longer vote.")),
        FOLLOW,
    ),
    "daredevil": (
        MEET,
        (
            "intel",
            text(
                "If you’re revealed by intel, the Agents win immediately. Because of you, the risky "
                "missions are in the deck."
            ),
        ),
        FOLLOW,
    ),
    "sleeper": (
        MEET,
        (
            "intel",
            text(
                "If you’re revealed by intel, you change sides: you then win only if {foe} wins, and you "
                "no longer vote."
            ),
        ),
        FOLLOW,
    ),
}
HOUSE_BRIEFS: Mapping[str, tuple[str, Sentence]] = {
    "agents": MEET,
    "insiders_wins": BRIEFS["insider"][0],
    "insiders_loses": ("intel", text("Stop the missions from being completed. At {intel} intel you lose immediately.")),
    "neutral": BRIEFS["tim_shady"][0],
    "open": ("player", text("Everyone knows your role.")),
    "wins": ("intel", text("If you’re revealed by intel, the Agents win immediately.")),
    "loses": ("intel", text("If you’re revealed by intel, {foe} wins immediately.")),
    "turns": BRIEFS["sleeper"][1],
    "turned": BRIEFS["turned"][0],
    "robs": (
        "intel",
        text("When intel reveals you, you take a token from the neighbour on your right and no longer vote."),
    ),
    "two_votes": BRIEFS["paranoid"][1],
    "two_votes_until_revealed": BRIEFS["paranoid_with_prof_no"][1],
    "two_votes_open": ("vote", text("You can vote against two players, or give both votes to one.")),
    "no_vote": ("vote", text("You have no vote.")),
    "breaks": BREAK,
    "breaks_unknown": (
        "card",
        text("You don’t have to follow suit; if the others notice, they may think you’re {foe}."),
    ),
    "breaks_known": ("card", text("You don’t have to follow suit, which is to play the colour that was led.")),
    "follows": FOLLOW,
    "find": FIND,
    "hide": HIDE,
}
FREE_OF_SUIT = text("Follow suit if you can, unless your role says otherwise (at this table: {roles}).")
NOBODY_FREE = text("Follow suit if you can: at this table everyone must.")
# Public.
NOTES: Mapping[str, Sentence] = {
    "agent": text("On the Agents’ side. Helps complete missions and hunts {foe} in the vote."),
    "insider": text("On the Insider’s side. Collects intel without being noticed, and doesn’t have to follow suit."),
    "wiretapped": text(
        "On the Agents’ side, known from the start. If she ever has more than one intel token, {foe} wins immediately."
    ),
    "paranoid": text(
        "On the Agents’ side. Can vote against two players; once revealed, can use both votes against one."
    ),
    "paranoid_with_prof_no": text("On the Agents’ side. Can vote against two players; once revealed, no longer votes."),
    "daredevil": text(
        "On the Agents’ side. Adds the risky missions. If revealed by intel, the Agents win immediately."
    ),
    "decoy": text("Neutral. Wins only if the Decoy gets the most votes; tied with {foe}, those two win together."),
    "accomplice": text(
        "Neutral, known from the start. Before the first mission she picks a partner in front of everyone; only she "
        "sees that player’s role. Wins only with that partner. Never has intel and has no vote; a trick she wins "
        "costs the partner an intel token."
    ),
    "tim_shady": text(
        "Neutral. Wins only if the neighbour on his right loses: the player whose turn comes just before his. When "
        "revealed by intel, he takes one token from that neighbour and no longer votes."
    ),
    "sleeper": text("On the Agents’ side until revealed by intel; then on the Insider’s side, without a vote."),
    "prof_no": text(
        "Takes the Insider’s place and doesn’t have to follow suit. Wins if everyone else is "
        "revealed or if the vote misses him; loses immediately if he’s revealed himself. Players "
        "are revealed by less intel than usual and then no longer vote."
    ),
    "prof_no_at_intel": text(
        "Takes the Insider’s place and doesn’t have to follow suit. Wins if everyone else is "
        "revealed or if the vote misses him; loses immediately if he’s revealed himself. Players "
        "are revealed at {intel} intel and then no longer vote."
    ),
}


def _name_mission(mission: Mission) -> Phrase:
    return Phrase(
        text("{condition} ({trump} trump)"),
        {"condition": Term("condition", mission.condition), "trump": Term("suit", mission.trump)},
    )


TEXTS = Texts(
    name=text("Inside Job"),
    pitch=text("Agents complete missions together, trick after trick. One of them is working for the other side."),
    duration=text("about an hour"),
    events={
        "partner_chosen": text("{player} picks {partner} as partner: they win or lose together."),
        "partner_seen": text("You look at {partner}’s role: {role}. For your eyes only."),
        "mission_chosen": text("{player} chooses the mission: {mission}."),
        "mission_chosen_by_you": text(
            "{player} chooses the mission: {mission}. Discarded, for your eyes only: {other}."
        ),
        "played": text("{player} plays the {card}."),
        "wagered": text("{player} plays the {card} and puts an intel token on it."),
        "played_for_larry": text("{player} plays the {card} for {larry}."),
        "played_for_larry_by_you": text(
            "{player} plays the {card} for {larry}. For your eyes only: the {back} goes back on top of his pile, the "
            "{boxed} into the box."
        ),
        "trick_won_for_nothing": text("{player} takes the trick, but no intel."),
        "partner_loses_intel": text("{partner} loses an intel token to the reserve."),
        "trick_won": plural(
            "{player} takes the trick and {count} intel.", "{player} takes the trick and {count} intel."
        ),
        "mission_met": plural(
            "Mission completed: that makes {count} for the Agents.",
            "Mission completed: that makes {count} for the Agents.",
        ),
        "mission_missed": plural(
            "Mission failed: the Agents stay at {count}.", "Mission failed: the Agents stay at {count}."
        ),
        "revealed": text("{player} has too much intel to stay hidden: {role}."),
        "sleeper_turns": text("{player} wakes up and changes sides."),
        "house_turns": text("{player} changes sides."),
        "intel_taken": text("{player} takes an intel token from {victim}."),
        "agent_wins": text("{player} wins with the Agents."),
        "agent_loses": text("{player} loses with the Agents."),
        "insider_wins": text("{player} wins on the Insider’s side."),
        "insider_loses": text("{player} loses: the Agents were stronger."),
        "turned_wins": text("{player} changed sides, and wins on the Insider’s side."),
        "turned_loses": text("{player} changed sides, and loses on the Insider’s side."),
        "tim_shady_wins": text("{player} wins because the neighbour on the right, {other}, loses."),
        "tim_shady_loses": text("{player} loses because the neighbour on the right, {other}, wins."),
        "accomplice_wins": text("{player} wins because the chosen partner, {other}, wins."),
        "accomplice_loses": text("{player} loses because the chosen partner, {other}, loses."),
        "decoy_wins": text("{player} wins: the Decoy got the most votes."),
        "decoy_loses": text("{player} loses: the vote didn’t single out the Decoy."),
        "fooled_together_wins": text("{player} wins together with the Decoy, tied for the most votes."),
        "fooled_together_loses": text("{player} loses: the Decoy shares the win with {other}."),
        "fooled_loses": text("{player} loses: the table fell for the Decoy."),
        "voted": text("{player} votes against {suspects}."),
        "voted_twice": text("{player} votes twice against {suspect}."),
        "abstained": text("{player} abstains."),
        "accused": text("{player} gets the most votes: {role}."),
        "over": text("{reason}"),
    },
    own_events=OWN_EVENTS,
    objections={
        "not_your_turn": text("It isn’t your turn."),
        "other_choice": text("The game has moved on: here’s what’s asked of you now."),
        "mission_not_drawn": text("That mission isn’t one of the two you drew."),
        "card_not_held": text("You don’t have that card."),
        "must_follow": text("You have a card of the led suit: please play one of those."),
        "half_lead": text("To prepare a lead, please choose both a mission and a card."),
        "wager_off": text("This table plays without wagers."),
        "wager_leader": text("You lead this trick, so you can’t wager."),
        "wager_revealed": text("Your role is revealed, so you can no longer wager."),
        "wager_no_intel": text("You have no intel to wager."),
        "wager_off_suit": text("You can only put an intel token on a card of the led suit."),
        "partner_self": text("You can’t be your own partner."),
        "no_partner": text("Please choose your partner."),
        "risky_first": text("One of your missions is risky: you must choose it."),
        "larry_not_shown": text("That card isn’t one of the top three of Larry’s pile."),
        "larry_same_card": text("Please choose two different cards: one to play, one to put back."),
        "larry_must_follow": text("Larry has a card of the led suit: please play one of those for him."),
        "no_back": text("Please choose which card goes back on top of Larry’s pile."),
        "vote_two": text("You can vote against one or two players, but not twice against the same one."),
        "roles_too_many": text("You can have at most two special roles."),
        "roles_two_neutral": text("A table can only have one of the Decoy, the Accomplice and Tim Shady."),
        "roles_two_open": text("Wiretapped Agent and Accomplice are both known from the start: only one per table."),
        "roles_two_house": text("Only one house role per table."),
        "roles_two_insiders": text("Only one of Prof. No and this house role can take the Insider’s place."),
        "house_open_insider": text("A house role in the Insider’s place stays hidden at the start."),
        "house_no_vote": text("Only a house role that’s known from the start can be without a vote."),
        "house_open_revealed": text("A house role that’s known from the start has nothing left to reveal."),
        "house_revealed": text("That doesn’t go with this side: please choose something else."),
        "roles_seats": text("Special roles need four or five players."),
        "daredevil_needs_wagers": text("The Daredevil Agent adds risky missions, which need wagers."),
        "risky_needs_wagers": text("Risky missions need wagers: please allow those too."),
        "risky_with_larry": text("With two players there are no risky missions: the second card is always Larry’s."),
        "unknown_value": text("Please choose one of the values offered."),
        "unknown_option": text("This game doesn’t have that option."),
        "vote_one": text("Please vote against exactly one player."),
        "vote_self": text("You can’t vote against yourself."),
        "vote_revealed": text("That player’s role is already known: please name someone else."),
        "no_card": text("Please choose a card first."),
        "no_mission": text("Please choose a mission too."),
        "no_suspect": text("Please choose who to vote against."),
        "malformed": text("Your choice couldn’t be read. Please choose again."),
    },
    reasons={code: reason.sentence for code, reason in END_REASONS.items()},
    terms={
        "role": ROLES,
        "wish": WISHES,
        "own_wish": OWN_WISHES,
        "side": SIDES,
        "hard": HARD
        | {
            f"{side} {seats}": Phrase(HARD_AMONG[side], {"seats": seats})
            for side in HARD_AMONG
            for seats in SPECIAL_SEATS
        },
        "suit": SUITS,
        "suit_letter": SUIT_LETTERS,
        "card": {code: Phrase(SUIT_CARDS[card.suit], {"value": card.value}) for code, card in CARDS.items()},
        "condition": CONDITIONS,
        "place": PLACES,
        "hope": HOPES,
        "foe": FOES,
        "part": WORDS,
        "stamp": {code: reason.stamp for code, reason in END_REASONS.items()},
        "mission": {mission.id: _name_mission(mission) for mission in (*missions.DECK, *missions.RISKY)},
    },
    scene=text("Trick {number}"),
    past=text("Tricks"),
    drawn=("card",),
    talk_limits=(
        text("Say who you suspect, guess at other hands, or recall cards already played."),
        text("Don’t say which cards you have or don’t have, or which mission you discarded."),
    ),
    suspicion=SUSPICION,
    glossary=GLOSSARY,
    tips=TIPS,
)
