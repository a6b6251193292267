from games.rules.engine.protocol import Texts
from games.rules.engine.texts import plural, text
from games.titles.hideouts.rules.ending import END_REASONS
from games.titles.hideouts.rules.help import GLOSSARY, TIPS

FACTIONS = {"agency": text("T.A.R.G.E.T. Agency"), "masks": text("Men in Mask")}
HIDEOUTS = {"0": text("left hideout"), "1": text("centre hideout"), "2": text("right hideout")}
PLACES = {"0": text("left"), "1": text("centre"), "2": text("right")}
# Names of hideouts as in `Attack the left with the 5`.
AIMS = {"0": text("the left"), "1": text("the centre"), "2": text("the right")}
ANSWERS = {"plus": text("higher"), "minus": text("lower"), "success": text("hit")}

TEXTS = Texts(
    name=text("T.A.R.G.E.T."),
    pitch=text(
        "Two spymasters hide three spies each. Probe, listen to the answers, strike – and watch "
        "what your own attacks give away."
    ),
    duration=text("20 to 30 minutes"),
    events={
        "hidden_by_you": text("You’re hiding, from left to right: {left}, {centre}, {right}. For your eyes only."),
        "begins": text("All hideouts are filled. {player} begins."),
        "hand_plus": text("{player} attacks the opposing {target} with the {spy} from their hand: it’s higher."),
        "hand_minus": text("{player} attacks the opposing {target} with the {spy} from their hand: it’s lower."),
        "hand_success": text(
            "{player} attacks the opposing {target} with the {spy} from their hand: hit! It’s destroyed."
        ),
        "hideout_plus": text(
            "{player} attacks the opposing {target} with the {spy} from their {own}: it’s higher. The attacking "
            "hideout is destroyed."
        ),
        "hideout_minus": text(
            "{player} attacks the opposing {target} with the {spy} from their {own}: it’s lower. The attacking "
            "hideout is destroyed."
        ),
        "hideout_success": text(
            "{player} attacks the opposing {target} with the {spy} from their {own}: hit! It’s destroyed."
        ),
        "hand_plus_at_you": text("{player} attacks your {target} with the {spy} from their hand: it’s higher."),
        "hand_minus_at_you": text("{player} attacks your {target} with the {spy} from their hand: it’s lower."),
        "hand_success_at_you": text(
            "{player} attacks your {target} with the {spy} from their hand: hit! It’s destroyed."
        ),
        "hideout_plus_at_you": text(
            "{player} attacks your {target} with the {spy} from their {own}: it’s higher. The attacking hideout is "
            "destroyed."
        ),
        "hideout_minus_at_you": text(
            "{player} attacks your {target} with the {spy} from their {own}: it’s lower. The attacking hideout is "
            "destroyed."
        ),
        "hideout_success_at_you": text(
            "{player} attacks your {target} with the {spy} from their {own}: hit! It’s destroyed."
        ),
        "match_from_hand": text("{player} loses a {spy} from their hand: both are out of play."),
        "match_from_hideout": text("{player} loses a {spy} from their {hideout}: both are out of play."),
        "refilled": text("{player} puts a spy from their hand face down into the {hideout}."),
        "refilled_by_you": text(
            "{player} puts a spy from their hand face down into the {hideout}. For your eyes only: the {spy}."
        ),
        "swapped": text(
            "{player} takes the {spy} out of their {own}, puts in a spy face down and places a decoy "
            "next to the {beside}."
        ),
        "swapped_by_you": text(
            "{player} takes the {spy} out of their {own}, puts in a spy face down and places a decoy "
            "next to the {beside}. For your eyes only: the {put} went in."
        ),
        "scored": plural("{player}: {count} point.", "{player}: {count} points."),
        "hand_counted": text("{player} has spies worth {sum} in total left in hand."),
        "over": text("{reason}"),
    },
    own_events={
        "begins": text("All hideouts are filled. You begin."),
        "hand_plus": text("You attack the opposing {target} with the {spy} from your hand: it’s higher."),
        "hand_minus": text("You attack the opposing {target} with the {spy} from your hand: it’s lower."),
        "hand_success": text("You attack the opposing {target} with the {spy} from your hand: hit! It’s destroyed."),
        "hideout_plus": text(
            "You attack the opposing {target} with the {spy} from your {own}: it’s higher. Your hideout is destroyed."
        ),
        "hideout_minus": text(
            "You attack the opposing {target} with the {spy} from your {own}: it’s lower. Your hideout is destroyed."
        ),
        "hideout_success": text(
            "You attack the opposing {target} with the {spy} from your {own}: hit! It’s destroyed."
        ),
        "match_from_hand": text("You lose a {spy} from your hand: both are out of play."),
        "match_from_hideout": text("You lose a {spy} from your {hideout}: both are out of play."),
        "refilled_by_you": text("You put the {spy} face down into the {hideout}."),
        "swapped_by_you": text(
            "You take the {spy} out of your {own}, put in the {put} face down and place a decoy next to the {beside}."
        ),
        "scored": plural("You: {count} point.", "You: {count} points."),
        "hand_counted": text("You have spies worth {sum} in total left in hand."),
    },
    objections={
        "not_your_turn": text("It isn’t your turn."),
        "other_choice": text("The game has moved on: here’s what’s asked of you now."),
        "hide_three": text("Please choose three different spies, one for each hideout."),
        "spy_not_held": text("You don’t have that spy."),
        "target_destroyed": text("That hideout has already been destroyed: please attack another."),
        "own_destroyed": text("That hideout of yours has been destroyed: please use another."),
        "out_of_tokens": text("You have no decoys left, so you can’t swap."),
        "no_spy": text("Please choose a spy."),
        "no_own": text("Please choose one of your hideouts."),
        "no_target": text("Please choose which hideout to attack."),
        "no_token": text("Please choose which of your hideouts to put the decoy next to."),
        "unknown_option": text("This game doesn’t have that option."),
        "malformed": text("Your choice couldn’t be read. Please choose again."),
    },
    reasons={code: reason.sentence for code, reason in END_REASONS.items()},
    terms={
        "role": FACTIONS,
        "wish": {},
        "side": FACTIONS,
        "hideout": HIDEOUTS,
        "place": PLACES,
        "aim": AIMS,
        "answer": ANSWERS,
    },
    scene=text("Turn {number}"),
    past=text("Leads"),
    talk_limits=(
        text("Say what you like about your spies: no one has to believe you."),
        text("The site answers attacks, so the answers are always true."),
    ),
    glossary=GLOSSARY,
    tips=TIPS,
)
