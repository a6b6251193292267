"""What a record of Rendezvous shows of its rules: the golden games, together, must show all of it."""

from collections.abc import Iterator
from typing import Any

from games.rules.engine.values import CLOCK, Chance
from games.titles.rendezvous.rules.apply import apply
from games.titles.rendezvous.rules.bots import BOTS
from games.titles.rendezvous.rules.ending import END_REASONS
from games.titles.rendezvous.rules.families import is_banned
from games.titles.rendezvous.rules.folding import contains, fold
from games.titles.rendezvous.rules.moves import Guess, Move, Point, Say, load_move
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.options import OPTIONS, parse_options
from games.titles.rendezvous.rules.record import read_record_deal
from games.titles.rendezvous.rules.state import VERSIONS, Round, State, find_password, start
from games.titles.rendezvous.rules.talk import list_topics, own_seat
from games.titles.rendezvous.rules.words import ENGLISH, FRENCH, LANGUAGES

SEATS = (3, 4, 5, 6, 7, 8)
CHOOSERS = ("player", "bot", CLOCK)
LOOSELY = ("in the plural", "with an article")
PAID = ("found", "unfound", "mistaken", "crossed_paths", "identified", "guessed", "levy")
REQUIRED: frozenset[Any] = frozenset(
    [
        *(("ends", reason) for reason in END_REASONS),
        *(("seats", seats) for seats in SEATS),
        *(("rounds", rounds) for rounds in range(1, 9)),
        *(("number", number) for number in range(1, 11)),
        *(("made", chooser, kind) for chooser in CHOOSERS for kind in ("number", "say", "point", "guess")),
        *(("language", language) for language in ("fr", "en")),
        *((name, value) for name in ("points", "silent") for value in (True, False)),
        *(("laps", variant, laps) for variant in ("standard", "three", "crossed") for laps in ("in_turn", "at_once")),
        *(("silent", "in laps", laps) for laps in ("in_turn", "at_once")),
        *(("emoji", count) for count in (1, 2, 3)),
        *(("paid", reason) for reason in PAID),
        *(("paid by the bank", reason) for reason in ("mistaken", "identified")),
        *(("guessed", how) for how in ("right", "wrong", "nothing")),
        *(("guessers", count) for count in (0, 1, 2, 3)),
        ("a silence",),
        ("a password said by chance",),
        ("a word said twice in a round",),
        ("pointed at nobody",),
        ("a spy was mistaken at a table of three",),
        ("a spy points at both others at a table of three",),
        ("the counter-spy points at both others at a table of three",),
        ("spies named each other and one of them both others",),
        ("nothing left to lose to the bank",),
        *(("rules", rules) for rules in VERSIONS),
        *(("a word with the own short password in it", language) for language in LANGUAGES),
        *(("guessed right", how, language) for how in LOOSELY for language in LANGUAGES),
    ]
)
REFUSED = (
    "not_by_clock", "no_number", "own_password", "no_word", "other_choice", "point_two", "point_self", "point_others",
)  # fmt: skip
"""Why wrong moves in records are refused, at least."""


def play_freely(seen: Observation, chance: Chance) -> Move:
    """Return any legal move, but now and then, as people may and bots do not, a password that is not one's own."""
    move: Move = BOTS["random"](seen, chance)
    if not isinstance(move, Say) or move.word is None or chance.random() < 0.5:
        return move
    return say_if_allowed(seen, chance.choice([topic.password for topic in list_topics(seen)]), move)


def play_loosely(seen: Observation, chance: Chance) -> Move:
    """Play as the steady bot, but guess with an article or in the plural, and say words around one's own password."""
    move: Move = BOTS["steady"](seen, chance)
    if isinstance(move, Guess) and move.password is not None:
        article = {FRENCH: "le ", ENGLISH: "the "}[seen.options.language]
        return Guess(move.seat, chance.choice((f"{move.password}s", f"{article}{move.password}")))
    if isinstance(move, Say) and move.word is not None and seen.password is not None and chance.random() < 0.1:
        return say_if_allowed(seen, f"in{seen.password}o", move)
    return move


def say_if_allowed(seen: Observation, word: str, otherwise: Move) -> Move:
    own = seen.password
    is_own = own is not None and is_banned(word, own, seen.options.language, seen.rules)
    return otherwise if is_own else Say(own_seat(seen), word)


PLAYERS = (BOTS["steady"], play_freely, play_loosely)


def name_features(record: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    chosen = record["options"]
    yield "ends", record["result"]["reason"]
    yield "seats", record["seats"]
    yield "rules", record["rules"]
    yield from ((name, chosen[name]) for name in ("rounds", "language", "points", "silent"))
    yield "laps", chosen["variant"], chosen["laps"]
    if chosen["silent"]:
        yield "silent", "in laps", chosen["laps"]
    options = parse_options(chosen, record["seats"])
    state = start(options, read_record_deal(record["deal"], options, record["seats"]), record["rules"])
    for line in record["moves"]:
        yield "made", line["by"], line["type"]
        move = load_move(line["seat"], {key: value for key, value in line.items() if key not in ("seat", "by")})
        yield from name_move(state, move)
        after = apply(state, move)
        if len(after.rounds) > len(state.rounds):
            yield from name_round(state, after.rounds[-1], after)
        state = after
    yield "number", state.number


def name_move(state: State, move: Any) -> Iterator[tuple[Any, ...]]:
    match move:
        case Say(_, None, ()):
            yield ("a silence",)
        case Say(_, None, emoji):
            yield "emoji", len(emoji)
        case Say(_, word) if any(said.word == word for said in state.says):
            yield ("a word said twice in a round",)
        case Say(seat, str(word)) if holds_in(state, seat, word):
            yield "a word with the own short password in it", state.options.language
        case Say(seat, str(word)) if any(holds_in(state, other, word) for other in range(state.seats)):
            yield ("a password said by chance",)
        case Point(_, ()):
            yield ("pointed at nobody",)


def holds_in(state: State, seat: int, word: str) -> bool:
    password = find_password(state, seat)
    return password is not None and contains(word, password)


def name_round(before: State, finished: Round, after: State) -> Iterator[tuple[Any, ...]]:
    for payment in finished.payments:
        yield ("paid" if payment.debtor is None else "paid by the bank"), payment.reason
        if payment.reason == "mistaken" and after.seats == 3:
            yield ("a spy was mistaken at a table of three",)
    if after.seats == 3:
        yield from name_pointings_of_three(finished)
    yield "guessers", len(finished.guesses)
    right = {payment.payee for payment in finished.payments if payment.reason == "guessed"}
    for guess in finished.guesses:
        yield "guessed", "nothing" if guess.password is None else "right" if guess.seat in right else "wrong"
        if guess.password is not None and guess.seat in right:
            yield from name_right_guess(guess.password, finished, after.options.language)
    if any(is_broke(before, finished, point) for point in finished.pointings):
        yield ("nothing left to lose to the bank",)


def name_right_guess(guess: str, finished: Round, language: str) -> Iterator[tuple[Any, ...]]:
    if " " in guess:
        yield "guessed right", "with an article", language
    elif fold(guess) not in map(fold, finished.passwords):
        yield "guessed right", "in the plural", language


def name_pointings_of_three(finished: Round) -> Iterator[tuple[Any, ...]]:
    """Yield who pointed at both others at a table of three, and whether a spy so missed a partner."""
    (pair,) = finished.pairs
    outward = [point.seat for point in finished.pointings if point.at and point.seat not in point.at]
    for seat in outward:
        yield (f"{'a spy' if seat in pair else 'the counter-spy'} points at both others at a table of three",)
    named = [set(pair) - {point.seat} <= set(point.at) for point in finished.pointings if point.seat in pair]
    if all(named) and set(pair) & set(outward):
        yield ("spies named each other and one of them both others",)


def is_broke(before: State, finished: Round, point: Point) -> bool:
    """Tell whether a spy who crossed the other pair had nothing, before and after the round."""
    pair = next((pair for pair in finished.pairs if point.seat in pair), None)
    crossed = pair is not None and any(seat not in pair and finished.cards[seat] for seat in point.at)
    return crossed and before.points[point.seat] == finished.points[point.seat] == 0 and before.seats > 3


def name_tables(number: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield tables of every size and variant, with the other options changing from round to round."""
    choices = {option.name: [value for value, _ in option.choices] for option in OPTIONS}
    for seats in SEATS:
        for variant in ("standard", "crossed") if seats > 6 else ("standard",):
            yield (
                seats,
                {
                    "language": choices["language"][number % 2],
                    "rounds": seats - number // 2 % seats,
                    "points": number % 5 != 4,
                    "silent": number % 7 == 6,
                    "laps": choices["laps"][number // 2 % 2],
                    "variant": variant,
                },
            )
