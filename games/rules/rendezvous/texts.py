from games.rules.engine.protocol import Texts
from games.rules.engine.texts import plural, text
from games.rules.rendezvous.help import GLOSSARY, TIPS
from games.rules.rendezvous.suspicion import SUSPICION

TEXTS = Texts(
    name=text("Rendezvous"),
    pitch=text("Two spies share a password and do not know each other. A word each: who is with whom?"),
    events={
        "number_chosen": text("{player} picks the number {number}: it is that of every password in this game."),
        "round_begins": text("Round {number}: the cards are dealt, {player} begins."),
        "said": text("{player} says: {word}"),
        "shown": text("{player} shows: {emoji}"),
        "silent": text("{player} is silent."),
        "guess_is_yours": text("All have pointed. You have found both spies: you may guess their password."),
        "somebody_guesses": text("All have pointed. Someone has found both spies and may guess their password."),
        "spies": text("{player} and {other} were the spies, with the password {word}."),
        "unaware": text("{player} was the counter-spy without knowing it, alone with {word}."),
        "pointed": text("{player} pointed at {players}."),
        "pointed_at_nobody": text("{player} pointed at nobody."),
        "guessed": text("{player} guessed: {word}"),
        "guessed_nothing": text("{player} made no guess."),
        "pay_found": plural(
            "The spies found each other: {player} takes {count} point from the bank.",
            "The spies found each other: {player} takes {count} points from the bank.",
        ),
        "pay_unfound": plural(
            "The spies missed each other: {player} takes {count} point from the bank.",
            "The spies missed each other: {player} takes {count} points from the bank.",
        ),
        "pay_mistaken": plural(
            "{payer} took {player} for the partner and gives {count} point.",
            "{payer} took {player} for the partner and gives {count} points.",
        ),
        "pay_mistaken_by_bank": plural(
            "{debtor} took {player} for the partner and has nothing left: the bank gives {count} point.",
            "{debtor} took {player} for the partner and has nothing left: the bank gives {count} points.",
        ),
        "pay_crossed_paths": plural(
            "{payer} pointed at a spy of the other pair and loses {count} point to the bank.",
            "{payer} pointed at a spy of the other pair and loses {count} points to the bank.",
        ),
        "pay_identified": plural(
            "{player} found both spies: {payer} gives {count} point.",
            "{player} found both spies: {payer} gives {count} points.",
        ),
        "pay_identified_by_bank": plural(
            "{player} found both spies, and {debtor} has nothing left: the bank gives {count} point.",
            "{player} found both spies, and {debtor} has nothing left: the bank gives {count} points.",
        ),
        "pay_guessed": plural(
            "{player} knew the password and takes {count} point from the bank.",
            "{player} knew the password and takes {count} points from the bank.",
        ),
        "pay_levy": plural(
            "The bank runs short: {payer} gives it {count} point.",
            "The bank runs short: {payer} gives it {count} points.",
        ),
        "over": text("{reason}"),
    },
    objections={
        "not_your_turn": text("It is not your turn."),
        "other_choice": text("The game has moved on: here is the new question."),
        "no_number": text("Please choose a number from 1 to 10."),
        "no_word": text("Please write a word."),
        "no_single_word": text(
            "Please write a single word of at most 30 letters; hyphens and apostrophes may stand inside it."
        ),
        "own_password": text("That is your password, or holds it: please say something else. Nobody else learns this."),
        "no_emoji": text("Please choose one to three emoji."),
        "point_two": text("Please point at exactly two different players."),
        "point_nobody": text("Please point at players of this table."),
        "point_self": text("You are a spy: point at yourself and at the one you take for your partner."),
        "point_others": text("You are a counter-spy: point at two others."),
        "no_guess": text("Please write the password that you guess, or choose to make no guess."),
        "rounds_seats": text("At most as many rounds as there are players, please."),
        "three_seats": text("The unaware counter-spy is for three players."),
        "crossed_seats": text("Crossed paths need seven or eight players."),
        "unknown_value": text("Please choose one of the values offered."),
        "unknown_option": text("This game has no such option."),
        "malformed": text("That choice could not be read. Please choose again."),
    },
    reasons={
        "points": text("The last round is over, and the most points win."),
        "spy_rounds": text("The last round is over: of those level on points, the one who was a spy more often wins."),
        "shared": text("The last round is over, and those who are level share the win."),
        "unscored": text("The last round is over. Nobody counted: what stays are the stories."),
    },
    terms={
        "role": {"operative": text("Operative")},
        "side": {"everybody": text("Spy or counter-spy by turns")},
    },
    has_words=True,
    scene=text("Round {number}"),
    past=text("Rounds"),
    talk_limits=(
        text("Say whom you suspect and why, ask what a word was meant to say."),
        text("Do not say what is on your card, nor whether there is anything on it."),
    ),
    suspicion=SUSPICION,
    glossary=GLOSSARY,
    tips=TIPS,
)
