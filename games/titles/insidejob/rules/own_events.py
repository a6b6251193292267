"""Events of the log, worded for the player who made the move."""

from collections.abc import Mapping

from games.rules.engine.texts import Sentence, plural, text

OWN_EVENTS: Mapping[str, Sentence] = {
    "partner_chosen": text("You pick {partner} as partner: you win or lose together."),
    "mission_chosen": text("You choose the mission: {mission}."),
    "mission_chosen_by_you": text("You choose the mission: {mission}. Discarded, for your eyes only: {other}."),
    "played": text("You play the {card}."),
    "wagered": text("You play the {card} and put an intel token on it."),
    "played_for_larry_by_you": text(
        "You play the {card} for {larry}. For your eyes only: the {back} goes back on top of his pile, the {boxed} "
        "into the box."
    ),
    "trick_won_for_nothing": text("You take the trick, but no intel."),
    "trick_won": plural("You take the trick and {count} intel.", "You take the trick and {count} intel."),
    "revealed": text("You have too much intel to stay hidden: {role}."),
    "voted": text("You vote against {suspects}."),
    "voted_twice": text("You vote twice against {suspect}."),
    "abstained": text("You abstain."),
    "accused": text("You get the most votes: {role}."),
}
