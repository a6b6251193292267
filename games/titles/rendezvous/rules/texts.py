from games.rules.engine.protocol import Texts
from games.rules.engine.texts import plural, text
from games.titles.rendezvous.rules.ending import END_REASONS
from games.titles.rendezvous.rules.help import GLOSSARY, TIPS
from games.titles.rendezvous.rules.suspicion import SUSPICION

TEXTS = Texts(
    name=text("Rendezvous"),
    pitch=text("Two spies share a password without knowing each other. One word each: who’s working together?"),
    duration=text("about ten minutes a round"),
    events={
        "number_chosen": text("{player} picks number {number} for every password in this game."),
        "round_begins": text("Round {number}: the cards are dealt, {player} begins."),
        "said": text("{player} says “{word}”"),
        "shown": text("{player} shows {emoji}"),
        "silent": text("{player} stays silent."),
        "guess_is_yours": text("Everyone has pointed. You found both spies: you can guess their password."),
        "somebody_guesses": text("Everyone has pointed. Someone found both spies and can guess their password."),
        "spies": text("{player} and {other} were the spies, with the password {word}."),
        "unaware": text("{player} was the counter-spy without knowing it, the only one with {word}."),
        "pointed": text("{player} pointed at {players}."),
        "pointed_at_nobody": text("{player} pointed at no one."),
        "guessed": text("{player} guessed “{word}”"),
        "guessed_nothing": text("{player} passed."),
        "pay_found": plural(
            "The spies found each other: {player} takes {count} point from the bank.",
            "The spies found each other: {player} takes {count} points from the bank.",
        ),
        "pay_unfound": plural(
            "The spies didn’t find each other: {player} takes {count} point from the bank.",
            "The spies didn’t find each other: {player} takes {count} points from the bank.",
        ),
        "pay_mistaken": plural(
            "{payer} mistook {player} for their partner and pays {count} point.",
            "{payer} mistook {player} for their partner and pays {count} points.",
        ),
        "pay_mistaken_by_bank": plural(
            "{debtor} mistook {player} for their partner and has nothing left: the bank pays {count} point.",
            "{debtor} mistook {player} for their partner and has nothing left: the bank pays {count} points.",
        ),
        "pay_crossed_paths": plural(
            "{payer} pointed at a spy of the other pair and pays {count} point to the bank.",
            "{payer} pointed at a spy of the other pair and pays {count} points to the bank.",
        ),
        "pay_identified": plural(
            "{player} found both spies: {payer} pays {count} point.",
            "{player} found both spies: {payer} pays {count} points.",
        ),
        "pay_identified_by_bank": plural(
            "{player} found both spies, and {debtor} has nothing left: the bank pays {count} point.",
            "{player} found both spies, and {debtor} has nothing left: the bank pays {count} points.",
        ),
        "pay_guessed": plural(
            "{player} guessed the password and takes {count} point from the bank.",
            "{player} guessed the password and takes {count} points from the bank.",
        ),
        "pay_levy": plural(
            "The bank is short: {payer} pays it {count} point.",
            "The bank is short: {payer} pays it {count} points.",
        ),
        "pay_mistaken_by_you": plural(
            "You mistook {player} for your partner and pay {count} point.",
            "You mistook {player} for your partner and pay {count} points.",
        ),
        "pay_crossed_paths_by_you": plural(
            "You pointed at a spy of the other pair and pay {count} point to the bank.",
            "You pointed at a spy of the other pair and pay {count} points to the bank.",
        ),
        "pay_identified_by_you": plural(
            "{player} found both spies: you pay {count} point.",
            "{player} found both spies: you pay {count} points.",
        ),
        "pay_levy_by_you": plural(
            "The bank is short: you pay it {count} point.",
            "The bank is short: you pay it {count} points.",
        ),
        "over": text("{reason}"),
    },
    own_events={
        "number_chosen": text("You pick number {number} for every password in this game."),
        "round_begins": text("Round {number}: the cards are dealt, you begin."),
        "said": text("You say “{word}”"),
        "shown": text("You show {emoji}"),
        "silent": text("You stay silent."),
        "spies": text("You and {other} were the spies, with the password {word}."),
        "unaware": text("You were the counter-spy without knowing it, the only one with {word}."),
        "pay_found": plural(
            "The spies found each other: you take {count} point from the bank.",
            "The spies found each other: you take {count} points from the bank.",
        ),
        "pay_unfound": plural(
            "The spies didn’t find each other: you take {count} point from the bank.",
            "The spies didn’t find each other: you take {count} points from the bank.",
        ),
        "pay_mistaken": plural(
            "{payer} mistook you for their partner and pays you {count} point.",
            "{payer} mistook you for their partner and pays you {count} points.",
        ),
        "pay_mistaken_by_bank": plural(
            "{debtor} mistook you for their partner and has nothing left: the bank pays you {count} point.",
            "{debtor} mistook you for their partner and has nothing left: the bank pays you {count} points.",
        ),
        "pay_identified": plural(
            "You found both spies: {payer} pays you {count} point.",
            "You found both spies: {payer} pays you {count} points.",
        ),
        "pay_guessed": plural(
            "You guessed the password and take {count} point from the bank.",
            "You guessed the password and take {count} points from the bank.",
        ),
        "pointed": text("You pointed at {players}."),
        "pointed_at_nobody": text("You pointed at no one."),
        "guessed": text("You guessed “{word}”"),
        "guessed_nothing": text("You passed."),
    },
    objections={
        "not_your_turn": text("It isn’t your turn."),
        "other_choice": text("The game has moved on: here’s what’s asked of you now."),
        "no_number": text("Please choose a number from 1 to 10."),
        "no_word": text("Please write a word."),
        "no_single_word": text(
            "Please write a single word of up to 30 letters; it can contain hyphens and apostrophes."
        ),
        "own_password": text(
            "That’s your password, or too close to it: please say something else. No one else will know."
        ),
        "no_emoji": text("Please choose one to three emoji."),
        "point_two": text("Please point at exactly two different players."),
        "point_nobody": text("Please point at players at this table."),
        "point_self": text("You’re a spy: point at yourself and the player you think is your partner."),
        "point_others": text("You’re a counter-spy: point at two others."),
        "no_guess": text("Please write your guess at the password, or choose to pass."),
        "rounds_seats": text("There can’t be more rounds than players."),
        "three_seats": text("The unaware counter-spy is for three players."),
        "crossed_seats": text("Crossed paths needs seven or eight players."),
        "unknown_value": text("Please choose one of the values offered."),
        "unknown_option": text("This game doesn’t have that option."),
        "malformed": text("Your choice couldn’t be read. Please choose again."),
    },
    reasons=END_REASONS,
    terms={
        "role": {"operative": text("Operative")},
        "side": {"everybody": text("Take turns as spy or counter-spy")},
    },
    has_words=True,
    scene=text("Round {number}"),
    past=text("Rounds"),
    talk_limits=(
        text("Say who you suspect and why, or ask what a word was supposed to mean."),
        text("Don’t say what’s on your card, or whether there’s anything on it."),
    ),
    suspicion=SUSPICION,
    glossary=GLOSSARY,
    tips=TIPS,
)
