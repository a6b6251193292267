"""The world swap: what a viewer receives in two worlds they cannot tell apart, compared to the last field.

A pair is one (game, step, viewer, other world). The moves tried one step later belong to their pair and are
counted apart. Nothing here knows a title: each gives its `Worlds`, a module of its own folder.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from os import cpu_count
from random import Random
from types import NoneType
from typing import Any, cast

from games.rules.engine import play
from games.rules.engine.narration import Narration, tell
from games.rules.engine.play import Position
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import BOT, CLOCK, Entry, Event, Seat
from tests.rules.worlds import DrawTable, Log, World, Worlds

PAIRS_PER_GAME = 8
CLOCK_RATES = (0.0, 0.05, 0.5)
"""How often the clock answers for a seat: games without absent players, with some, with many."""
MANY = 3_000
"""From how many pairs on shares of them are looked at."""
BATCH = 25
"""How many games a process checks at a time."""
PLAIN = (int, str, bool, NoneType, float)
SEALED_WEIGHT = 4
"""How much oftener than others a step is looked at while sealed choices are awaited: there are few such steps."""
SHARE = 1 / 1000
"""In how many of the pairs, at the least, a kind of secret differs."""
TRIES = 4
"""How often another world is looked for; near the end there may be only one."""


@dataclass(frozen=True, slots=True)
class Channels:
    """Every way in which the rules tell a viewer something; a planted leak replaces one of them."""

    observe: Callable[[Any, Seat | None], Any]
    narrate: Callable[[Any, Any, Any, Seat | None, Any], tuple[Event, ...]]
    tell: Callable[[Sequence[Any], Sequence[Entry], Seat | None], Narration]
    decide: Callable[[Any, Seat], Any]
    offer: Callable[[Any, Seat], Any]
    refuse: Callable[[Any, Any], str | None]
    clock: Callable[[Any, Seat], Any]
    bot: Callable[[Any, Seat, str, Random], Any]
    wait: Callable[[Position, Seat | None], Any]


def open_channels(title: AnyTitle) -> Channels:
    def wait(position: Position, viewer: Seat | None) -> Any:
        decisions = {seat: title.decision(position.state, seat) for seat in sorted(position.sealed)}
        seen = [seat for seat, asked in decisions.items() if seat == viewer or (asked and asked.public)]
        return title.observe(position.state, viewer), seen

    return Channels(
        observe=title.observe,
        narrate=title.narrate,
        tell=lambda states, log, viewer: tell(title, states, log, range(max(title.SEATS)), viewer),
        decide=title.decision,
        offer=title.legal_moves,
        refuse=title.objection,
        clock=lambda state, seat: title.fallback(title.observe(state, seat)),
        bot=lambda state, seat, name, dice: title.BOTS[name](title.observe(state, seat), dice),
        wait=wait,
    )


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played: `states[n]` is the state after the first `n` entries of the log."""

    seed: str
    seats: int
    log: Log
    states: tuple[Any, ...]


def play_game(worlds: Worlds, seed: str, draw_table: DrawTable | None = None) -> Game:
    """Play a random game: bots of any kind mixed, now and then the clock."""
    chance, title = Random(seed), worlds.TITLE
    options, seats = (draw_table or worlds.draw_table)(chance)
    deal = title.make_deal(options, seats, chance)
    bots = [chance.choice(("random", "random", "steady")) for _ in range(seats)]
    clock_rate = chance.choice(CLOCK_RATES)
    states, log = [title.start(options, deal, title.RULES)], []
    while asked := title.to_act(states[-1]):
        seen = title.observe(states[-1], asked[0])
        if chance.random() < clock_rate:
            entry = Entry(chance.choice(title.fallback(seen)), CLOCK)
        else:
            entry = Entry(title.BOTS[bots[asked[0]]](seen, chance), BOT)
        log.append(entry)
        states.append(play.make_move(title, states[-1], entry))
    return Game(seed, seats, tuple(log), tuple(states))


def replay(title: AnyTitle, options: Any, world: World) -> tuple[Any, ...]:
    states = [title.start(options, world.deal, title.RULES)]
    for entry in world.log:
        states.append(play.make_move(title, states[-1], entry))
    return tuple(states)


@dataclass(frozen=True, slots=True)
class Course:
    """A log and the states it led through: the last of `states` is now."""

    log: Log
    states: tuple[Any, ...]

    def later(self, title: AnyTitle, move: Any) -> "Course":
        return Course((*self.log, Entry(move, BOT)), (*self.states, title.apply(self.states[-1], move)))


def receive(worlds: Worlds, channels: Channels, course: Course, viewer: Seat | None, dice: int) -> dict[str, Any]:
    title, states, now = worlds.TITLE, course.states, course.states[-1]
    received: dict[str, Any] = {
        "observation": channels.observe(now, viewer),
        "told": channels.tell(states, course.log, viewer),
        "tellings": [
            channels.narrate(states[place], entry.move, states[place + 1], viewer, now)
            for place, entry in enumerate(course.log)
        ],
    }
    if position := seal(title, course):
        received["waiting"] = channels.wait(position, viewer)
    if viewer is None:
        return received
    received["decision"] = channels.decide(now, viewer)
    received["offer"] = channels.offer(now, viewer)
    received["refusals"] = [channels.refuse(now, move) for move in worlds.attempts(now, viewer, Random(dice))]
    if viewer in title.to_act(now):
        received["clock"] = channels.clock(now, viewer)
        received["bot"] = channels.bot(now, viewer, Random(dice).choice([*title.BOTS]), Random(dice))
    return received


def seal(title: AnyTitle, course: Course) -> Position | None:
    """Return the position with the sealed choices of `course`, each changed once; None unless some are awaited."""
    asked = [title.decision(course.states[-1], seat) for seat in title.to_act(course.states[-1])[:1]]
    if not asked or asked[0] is None or not asked[0].sealed:
        return None
    place, name = len(course.log), asked[0].name
    while place and is_answer(title, course.states[place - 1], course.log[place - 1].move, name):
        place -= 1
    position = Position(course.states[place])
    for entry in course.log[place:]:
        seat, first = entry.move.seat, title.legal_moves(position.state, entry.move.seat)[0]
        for move, by in ((first, BOT), (entry.move, entry.by)):
            position, appended = play.answer(title, position, seat, name, (move,), by)
            assert not appended
    return position


def awaits_sealed(title: AnyTitle, state: Any) -> bool:
    asked = title.to_act(state)
    return bool(asked) and is_sealed(title, state, asked[0])


def is_answer(title: AnyTitle, state: Any, move: Any, name: str) -> bool:
    asked = title.decision(state, move.seat)
    return asked is not None and asked.name == name


def is_sealed(title: AnyTitle, state: Any, seat: Seat) -> bool:
    asked = title.decision(state, seat)
    return asked is not None and asked.sealed


def find_difference(ours: Any, theirs: Any) -> str | None:
    """Return where two values differ first, and how, or None: types, order and every field count."""
    kind: Any = type(ours)
    if kind is not type(theirs) or kind in PLAIN:
        is_same = kind is type(theirs) and ours == theirs
        return None if is_same else f": {ours!r} or {theirs!r}"
    if issubclass(kind, Mapping):
        return find_difference(list(ours.items()), list(theirs.items()))
    if issubclass(kind, tuple | list):
        parts: Iterable[tuple[Any, tuple[Any, Any]]] = enumerate(zip(ours, theirs, strict=False))
        if len(ours) != len(theirs):
            return f": {len(ours)} or {len(theirs)} entries"
    else:
        parts = ((name, (getattr(ours, name), getattr(theirs, name))) for name in kind.__dataclass_fields__)
    for name, (one, other) in parts:
        if one is not other and (found := find_difference(one, other)):
            return f"[{name}]{found}"
    return None


def walk(value: Any, kinds: tuple[type, ...]) -> Iterator[Any]:
    kind: Any = type(value)
    if kind in kinds:
        yield value
    elif issubclass(kind, Mapping):
        yield from walk([*value.items()], kinds)
    elif issubclass(kind, tuple | list):
        for entry in value:
            if type(entry) not in PLAIN:
                yield from walk(entry, kinds)
    elif kind not in PLAIN:
        yield from walk([getattr(value, name) for name in kind.__dataclass_fields__], kinds)


@dataclass(slots=True)
class Report:
    """What was found: pairs compared, complaints, and how often each kind of secret differed."""

    pairs: int = 0
    complaints: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Report") -> None:
        self.pairs += other.pairs
        self.complaints += other.complaints
        self.counts += other.counts


def check_game(
    worlds: Worlds, index: int, seed: str, channels: Channels | None = None, limit: int = PAIRS_PER_GAME
) -> Report:
    """Play the game `seed`-`index` and compare `limit` of its (step, viewer) with another world each.

    A planted leak need be found only once; without any, every other game is at one of the rare tables, in turn.
    """
    rare = worlds.RARE if channels is None and index % 2 else ()
    game = play_game(worlds, f"{seed}-{index}", rare[index // 2 % len(rare)] if rare else None)
    chance = Random(f"{game.seed}-pairs")
    spots = [(step, viewer) for step in range(len(game.states)) for viewer in (None, *range(game.seats))]
    report = Report(counts=Counter({"games": 1}))
    rare_steps = {step for step, state in enumerate(game.states) if awaits_sealed(worlds.TITLE, state)}
    weights = [SEALED_WEIGHT if step in rare_steps else 1 for step, _ in spots]
    for step, viewer in chance.sample(spots, min(limit, len(spots)), counts=weights):
        try:
            report.add(check_pair(worlds, channels or open_channels(worlds.TITLE), game, step, viewer, chance))
        except Exception as error:
            error.add_note(f"game {game.seed}, step {step}, viewer {viewer}")
            raise
        if channels and report.complaints:
            break
    return report


def check_pair(
    worlds: Worlds, channels: Channels, game: Game, step: int, viewer: Seat | None, chance: Random
) -> Report:
    """Compare what `viewer` receives after `step` moves with another world, then one step later."""
    title, ours = worlds.TITLE, Course(game.log[:step], game.states[: step + 1])
    state, options = ours.states[-1], ours.states[0].options
    foreseen = foresee(title, game, step, viewer, chance)
    for _ in range(TRIES):
        world = worlds.imagine(state, ours.log, foreseen, viewer, chance)
        if secrets := worlds.differing_secrets(state, ours.log, world):
            break
    else:
        return Report(counts=Counter({"no other world found": 1}))
    theirs = Course(world.log, replay(title, options, world))
    assert agree(worlds, ours, theirs, viewer), "not a world like this one"
    report = Report(1, counts=Counter([*secrets, *worlds.list_facts(state, viewer)]))
    dice = chance.randrange(1000)
    found = compare(worlds, channels, ours, theirs, viewer, dice)
    for move in next_moves(title, game, step, theirs.states[-1], viewer, chance):
        ours_then, theirs_then = ours.later(title, move), theirs.later(title, move)
        if any(worlds.opens(each.states[-2], each.states[-1], viewer) for each in (ours_then, theirs_then)):
            report.counts["later: opened by the rules"] += 1
            continue
        report.counts["later: compared"] += 1
        if not agree(worlds, ours_then, theirs_then, viewer):
            found = found or f"{move} has other public consequences"
        found = found or compare(worlds, channels, ours_then, theirs_then, viewer, dice)
    if found:
        report.complaints.append(f"{title.NAME}: game {game.seed}, step {step}, viewer {viewer}: {found}")
    return report


def agree(worlds: Worlds, ours: Course, theirs: Course, viewer: Seat | None) -> bool:
    here, there = (worlds.knows(each.states[-1], each.log, viewer) for each in (ours, theirs))
    return bool(here == there)


def foresee(title: AnyTitle, game: Game, step: int, viewer: Seat | None, chance: Random) -> Log:
    """Return the log up to `step`, often with the next move of another seat, so that it stays legal."""
    upcoming = game.log[step : step + 1]
    is_kept = (
        upcoming and upcoming[0].move.seat != viewer and not is_sealed(title, game.states[step], upcoming[0].move.seat)
    )
    return game.log[: step + 1] if is_kept and chance.random() < 0.5 else game.log[:step]


def next_moves(
    title: AnyTitle, game: Game, step: int, theirs: Any, viewer: Seat | None, chance: Random
) -> Sequence[Any]:
    """Return moves open next in both worlds: two of the viewer's, or one of the seat whose turn it is."""
    ours = game.states[step]
    if not (asked := title.to_act(ours)):
        return ()
    if viewer in asked:
        moves = title.legal_moves(ours, viewer)
        return chance.sample(moves, min(2, len(moves)))
    if title.objection(theirs, game.log[step].move) is None and game.log[step].by != CLOCK:
        return (game.log[step].move,)
    common = set(title.legal_moves(theirs, asked[0]))
    both = [move for move in title.legal_moves(ours, asked[0]) if move in common]
    return chance.sample(both, min(1, len(both)))


def compare(
    worlds: Worlds, channels: Channels, ours: Course, theirs: Course, viewer: Seat | None, dice: int
) -> str | None:
    here, there = (receive(worlds, channels, each, viewer, dice) for each in (ours, theirs))
    return find_difference(here, there) or worlds.find_forgotten(here, ours.states[-1], viewer)


def find_lacking(worlds: Worlds, report: Report) -> list[str]:
    """Return what too few of the compared pairs were about. Of few pairs nothing is expected."""
    if report.pairs < MANY:
        return []
    shares = {**dict.fromkeys(worlds.SECRETS, SHARE), "later: compared": 1 / 4, **worlds.SHARES}
    return [
        f"{worlds.TITLE.NAME}: {report.counts[kind]} of {report.pairs} pairs with {kind!r}, fewer than {share:.1%}"
        for kind, share in shares.items()
        if report.counts[kind] < share * report.pairs
    ]


def find_leak(worlds: Worlds, channels: Channels, most: int) -> Report:
    """Return what the swap finds in `channels`, up to the first complaint or to `most` pairs."""
    total, index = Report(), 0
    while not total.complaints and total.pairs < most:
        total.add(check_game(worlds, index, "leak", channels))
        index += 1
    return total


def check_games(name: str, seed: str, indexes: range) -> Report:
    worlds, report = cast(Worlds, import_module(name)), Report()
    for index in indexes:
        report.add(check_game(worlds, index, seed))
    return report


def check_pairs(worlds: Worlds, count: int, seed: str, tell: Callable[[Report], None] = lambda total: None) -> Report:
    """Check at least `count` pairs, the same for the same seed: many on all processors, few in this process."""
    total, done = Report(), 0
    while count < MANY and total.pairs < count:
        total.add(check_game(worlds, done, seed))
        done += 1
    if total.pairs >= count:
        return total
    with ProcessPoolExecutor(cpu_count(), mp_context=get_context("spawn")) as pool:
        while total.pairs < count:
            games = -(-(count - total.pairs) // PAIRS_PER_GAME)
            batches = [range(at, min(at + BATCH, done + games)) for at in range(done, done + games, BATCH)]
            done += games
            for report in pool.map(partial(check_games, worlds.__name__, seed), batches):
                total.add(report)
                tell(total)
    return total
