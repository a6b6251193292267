from games.rules.engine.protocol import Texts
from games.rules.engine.texts import plural, text
from games.rules.hideouts.help import GLOSSARY, TIPS

FACTIONS = {"agency": text("T.A.R.G.E.T. Agency"), "masks": text("Men in Mask")}
HIDEOUTS = {"0": text("left hideout"), "1": text("centre hideout"), "2": text("right hideout")}
PLACES = {"0": text("left"), "1": text("centre"), "2": text("right")}
# As in `Attack the left with the 5`.
AIMS = {"0": text("the left"), "1": text("the centre"), "2": text("the right")}
ANSWERS = {"plus": text("plus"), "minus": text("minus"), "success": text("success")}

TEXTS = Texts(
    name=text("T.A.R.G.E.T."),
    pitch=text(
        "Two spymasters hide three spies each. Probe, listen to the answers, strike – and mind what your own shots "
        "give away."
    ),
    events={
        "hidden_by_you": text("You hide, from left to right: {left}, {centre}, {right}. For your eyes only."),
        "begins": text("All hideouts are manned. {player} begins."),
        "hand_plus": text("{player} attacks the opposing {target} with the {spy} from the hand: plus, it is higher."),
        "hand_minus": text("{player} attacks the opposing {target} with the {spy} from the hand: minus, it is lower."),
        "hand_success": text(
            "{player} attacks the opposing {target} with the {spy} from the hand: success! It is destroyed."
        ),
        "hideout_plus": text(
            "{player} attacks the opposing {target} with the {spy} from the {own}: plus, it is higher. The attacking "
            "hideout is destroyed."
        ),
        "hideout_minus": text(
            "{player} attacks the opposing {target} with the {spy} from the {own}: minus, it is lower. The attacking "
            "hideout is destroyed."
        ),
        "hideout_success": text(
            "{player} attacks the opposing {target} with the {spy} from the {own}: success! It is destroyed."
        ),
        "match_from_hand": text("{player} gives up a {spy} from the hand for it: both are out of play."),
        "match_from_hideout": text("{player} gives up a {spy} from the {hideout} for it: both are out of play."),
        "refilled": text("{player} puts a spy from the hand face down into the {hideout}."),
        "refilled_by_you": text(
            "{player} puts a spy from the hand face down into the {hideout}. For your eyes only: the {spy}."
        ),
        "swapped": text(
            "{player} takes the {spy} out of the {own}, puts in a spy face down and a decoy beside the {beside}."
        ),
        "swapped_by_you": text(
            "{player} takes the {spy} out of the {own}, puts in a spy face down and a decoy beside the {beside}. For "
            "your eyes only: the {put} went in."
        ),
        "scored": plural("{player}: {count} point.", "{player}: {count} points."),
        "hand_counted": text("{player} still holds spies worth {sum} in all."),
        "over": text("{reason}"),
    },
    objections={
        "not_your_turn": text("It is not your turn."),
        "other_choice": text("The game has moved on: here is the new question."),
        "hide_three": text("Please choose three different spies, one for each hideout."),
        "spy_not_held": text("You do not hold that spy."),
        "target_destroyed": text("That hideout is destroyed already: please attack another."),
        "own_destroyed": text("That hideout of yours is destroyed: please use another."),
        "out_of_tokens": text("You have no decoy left, so you cannot swap."),
        "no_spy": text("Please choose a spy."),
        "no_own": text("Please choose one of your hideouts."),
        "no_target": text("Please choose which hideout to attack."),
        "no_token": text("Please choose which of your hideouts the decoy goes beside."),
        "unknown_option": text("This game has no such option."),
        "malformed": text("That choice could not be read. Please choose again."),
    },
    reasons={
        "points": text("One side has lost all its hideouts: the points decide."),
        "hand_sum": text("One side has lost all its hideouts. The points are level: the higher sum in the hand wins."),
        "draw": text("One side has lost all its hideouts. Points and hands are level: nobody wins."),
    },
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
        text("Say what you like about your spies: nobody has to believe it."),
        text("The answers to attacks are given by the house, so those are always true."),
    ),
    glossary=GLOSSARY,
    tips=TIPS,
)
