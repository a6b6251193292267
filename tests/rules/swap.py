"""The world swap: what a viewer receives in two worlds they cannot tell apart, compared to the last field.

A pair is one (game, step, viewer, other world). The moves tried one step later belong to their pair and are
counted apart.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from os import cpu_count
from random import Random
from types import NoneType
from typing import Any

from games.rules import insidejob, play
from games.rules.insidejob.cards import DECK, Card
from games.rules.insidejob.missions import DECK as MISSIONS
from games.rules.insidejob.missions import Mission
from games.rules.insidejob.moves import ChooseMission, Play, Vote
from games.rules.insidejob.options import LAST_TRICK, OPEN, Options
from games.rules.insidejob.state import State
from games.rules.play import Entry, Position
from games.rules.protocol import BOT, CLOCK, Event, Seat, Term
from tests.rules.worlds import Log, World, differing_secrets, imagine, knows

SEATS = (3, 4, 5)
"""Only the base game is swapped: no special roles, no risky missions, no Larry."""
PAIRS_PER_GAME = 8
CLOCK_RATES = (0.0, 0.05, 0.5)
"""How often the clock answers for a seat: games without absent players, with some, with many."""
BATCH = 25
"""How many games a process checks at a time."""
PLAIN = (int, str, bool, NoneType, float)
TRIES = 4
"""How often another world is looked for; near the end there may be only one."""


@dataclass(frozen=True, slots=True)
class Channels:
    """Every way in which the rules tell a viewer something; a planted leak replaces one of them."""

    observe: Callable[[State, Seat | None], Any] = insidejob.observe
    narrate: Callable[[State, Any, State, Seat | None, State], tuple[Event, ...]] = insidejob.narrate
    decide: Callable[[State, Seat], Any] = insidejob.decision
    offer: Callable[[State, Seat], Any] = insidejob.legal_moves
    refuse: Callable[[State, Any], str | None] = insidejob.objection
    clock: Callable[[State, Seat], Any] = lambda state, seat: insidejob.fallback(insidejob.observe(state, seat))
    bot: Callable[[State, Seat, str, Random], Any] = lambda state, seat, name, dice: insidejob.BOTS[name](
        insidejob.observe(state, seat), dice
    )
    wait: Callable[[Position, Seat | None], Any] = lambda position, viewer: (
        insidejob.observe(position.state, viewer),
        sorted(position.sealed),
    )


RULES = Channels()


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played: `states[n]` is the state after the first `n` entries of the log."""

    seed: str
    log: Log
    states: tuple[State, ...]


def play_game(seed: str) -> Game:
    """Play a random game: any seat count and options, bots of both kinds mixed, now and then the clock."""
    chance = Random(seed)
    options = Options(wagers=chance.random() < 0.75, memory=chance.choice((OPEN, LAST_TRICK)))
    deal = insidejob.make_deal(options, chance.choice(SEATS), chance)
    bots = [chance.choice(("random", "random", "steady")) for _ in deal.hands]
    clock_rate = chance.choice(CLOCK_RATES)
    states, log = [insidejob.start(options, deal)], []
    while asked := insidejob.to_act(states[-1]):
        seen = insidejob.observe(states[-1], asked[0])
        if chance.random() < clock_rate:
            entry = Entry(chance.choice(insidejob.fallback(seen)), CLOCK)
        else:
            entry = Entry(insidejob.BOTS[bots[asked[0]]](seen, chance), BOT)
        log.append(entry)
        states.append(play.make_move(insidejob, states[-1], entry))
    return Game(seed, tuple(log), tuple(states))


def replay(options: Options, world: World) -> tuple[State, ...]:
    """Return the states of a world. Raises `IllegalMove` when a move of its log was not open in it."""
    states = [insidejob.start(options, world.deal)]
    for entry in world.log:
        states.append(play.make_move(insidejob, states[-1], entry))
    return tuple(states)


def receive(
    channels: Channels, log: Sequence[Entry], states: Sequence[State], viewer: Seat | None, dice: int
) -> dict[str, Any]:
    """Return everything `viewer` receives when `log` has been played: the last of `states` is now."""
    now = states[-1]
    received: dict[str, Any] = {
        "observation": channels.observe(now, viewer),
        "tellings": [
            channels.narrate(states[place], entry.move, states[place + 1], viewer, now)
            for place, entry in enumerate(log)
        ],
    }
    if now.is_vote:
        received["waiting"] = channels.wait(seal_votes(log, states), viewer)
    if viewer is None:
        return received
    received["decision"] = channels.decide(now, viewer)
    received["offer"] = channels.offer(now, viewer)
    received["refusals"] = [channels.refuse(now, move) for move in attempts(now, viewer, Random(dice))]
    if viewer in insidejob.to_act(now):
        received["clock"] = channels.clock(now, viewer)
        bot = Random(dice).choice([*insidejob.BOTS])
        received["bot"] = channels.bot(now, viewer, bot, Random(dice))
    return received


def attempts(state: State, seat: Seat, dice: Random) -> list[Any]:
    """Return moves that `seat` might try, legal or not: what is answered must not tell a secret, either."""
    suspect = dice.randrange(state.seats)
    return [
        *(Play(seat, card, dice.random() < 0.5) for card in dice.sample(DECK, 3)),
        *(ChooseMission(seat, mission) for mission in dice.sample(MISSIONS, 2)),
        Vote(seat, (suspect,)),
    ]


def seal_votes(log: Sequence[Entry], states: Sequence[State]) -> Position:
    """Return the position with the votes of `log` as sealed choices, each of them changed once."""
    votes = [entry for entry in log if isinstance(entry.move, Vote)]
    position = Position(states[len(log) - len(votes)])
    for entry in votes:
        seat = entry.move.seat
        for move, by in ((insidejob.legal_moves(position.state, seat)[0], BOT), (entry.move, entry.by)):
            position, appended = play.answer(insidejob, position, seat, "vote-1", (move,), by)
            assert not appended
    return position


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


def find_forgotten(received: Any, state: State, viewer: Seat | None) -> str | None:
    """Return a card or mission of an old trick still shown at a table that keeps only the last in sight."""
    if state.options.memory != LAST_TRICK or state.outcome is not None:
        return None
    gone: set[Any] = {played.card for trick in state.tricks[:-1] for played in trick.plays}
    gone |= {trick.mission for trick in state.tricks[:-1] if trick.plays[0].seat != viewer}
    gone |= {Term("card", card.code) for card in DECK if card in gone}
    gone |= {Term("mission", mission.id) for mission in MISSIONS if mission in gone}
    return next((f"out of sight: {leaf!r}" for leaf in walk(received) if leaf in gone), None)


def walk(value: Any) -> Iterator[Card | Mission | Term]:
    """Yield every card, mission and term in `value`."""
    kind: Any = type(value)
    if kind in (Card, Mission, Term):
        yield value
    elif issubclass(kind, Mapping):
        yield from walk([*value.items()])
    elif issubclass(kind, tuple | list):
        for entry in value:
            if type(entry) not in PLAIN:
                yield from walk(entry)
    elif kind not in PLAIN:
        yield from walk([getattr(value, name) for name in kind.__dataclass_fields__])


@dataclass(slots=True)
class Report:
    """What was found: pairs compared, complaints, and how often each kind of secret differed."""

    pairs: int = 0
    complaints: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Report") -> None:
        """Add what another report found."""
        self.pairs += other.pairs
        self.complaints += other.complaints
        self.counts += other.counts


def check_game(index: int, seed: str, limit: int = PAIRS_PER_GAME, channels: Channels = RULES) -> Report:
    """Play the game `seed`-`index` and compare `limit` of its (step, viewer) with another world each."""
    game = play_game(f"{seed}-{index}")
    chance = Random(f"{game.seed}-pairs")
    viewers = (None, *range(game.states[0].seats))
    spots = [(step, viewer) for step in range(len(game.states)) for viewer in viewers]
    report = Report(counts=Counter({"games": 1}))
    for step, viewer in chance.sample(spots, limit):
        try:
            report.add(check_pair(game, step, viewer, chance, channels))
        except Exception as error:
            error.add_note(f"game {game.seed}, step {step}, viewer {viewer}")
            raise
    return report


def check_pair(game: Game, step: int, viewer: Seat | None, chance: Random, channels: Channels) -> Report:
    """Compare what `viewer` receives after `step` moves with another world, then one step later."""
    log, states = game.log[:step], game.states[: step + 1]
    foreseen = foresee(game, step, viewer, chance)
    for _ in range(TRIES):
        world = imagine(states[-1], log, foreseen, viewer, chance)
        if secrets := differing_secrets(states[-1], log, world):
            break
    else:
        return Report(counts=Counter({"no other world found": 1}))
    theirs = replay(states[0].options, world)
    assert knows(states[-1], log, viewer) == knows(theirs[-1], world.log, viewer), "not a world like this one"
    report = Report(1, counts=Counter(secrets))
    options = states[0].options
    report.counts += Counter([f"{states[0].seats} seats", f"wagers {options.wagers}", f"memory {options.memory}"])
    dice = chance.randrange(1000)
    found = compare(channels, (log, states), (world.log, theirs), viewer, dice)
    for move in next_moves(game, step, theirs[-1], viewer, chance):
        entry = Entry(move, BOT)
        ours_then, theirs_then = (insidejob.apply(each[-1], move) for each in (states, theirs))
        if opens(states[-1], ours_then, viewer) or opens(theirs[-1], theirs_then, viewer):
            report.counts["later: opened by the rules"] += 1
            continue
        report.counts["later: compared"] += 1
        if knows(ours_then, (*log, entry), viewer) != knows(theirs_then, (*world.log, entry), viewer):
            found = found or f"{move} has other public consequences"
        found = found or compare(
            channels,
            ((*log, entry), (*states, ours_then)),
            ((*world.log, entry), (*theirs, theirs_then)),
            viewer,
            dice,
        )
    if found:
        report.complaints.append(f"game {game.seed}, step {step}, viewer {viewer}: {found}")
    return report


def foresee(game: Game, step: int, viewer: Seat | None, chance: Random) -> Log:
    """Return the log up to `step`, often with the next move of another seat, so that it stays legal."""
    upcoming = game.log[step : step + 1]
    is_kept = upcoming and upcoming[0].move.seat != viewer and not isinstance(upcoming[0].move, Vote)
    return game.log[: step + 1] if is_kept and chance.random() < 0.5 else game.log[:step]


def next_moves(game: Game, step: int, theirs: State, viewer: Seat | None, chance: Random) -> Sequence[Any]:
    """Return moves open next in both worlds: two of the viewer's, or one of the seat whose turn it is."""
    ours = game.states[step]
    if not (asked := insidejob.to_act(ours)):
        return ()
    if viewer in asked:
        moves = insidejob.legal_moves(ours, viewer)
        return chance.sample(moves, min(2, len(moves)))
    if insidejob.objection(theirs, game.log[step].move) is None and game.log[step].by != CLOCK:
        return (game.log[step].move,)
    common = set(insidejob.legal_moves(theirs, asked[0]))
    both = [move for move in insidejob.legal_moves(ours, asked[0]) if move in common]
    return chance.sample(both, min(1, len(both)))


def opens(before: State, after: State, viewer: Seat | None) -> bool:
    """Tell whether the move between two states lets `viewer` tell the worlds apart by the rules.

    A role is revealed, the game ends, or the viewer takes the lead and draws two missions.
    """
    draws = after.leader == viewer and len(after.tricks) > len(before.tricks) and not after.is_vote
    return after.outcome is not None or after.revealed != before.revealed or draws


def compare(
    channels: Channels,
    ours: tuple[Log, Sequence[State]],
    theirs: tuple[Log, Sequence[State]],
    viewer: Seat | None,
    dice: int,
) -> str | None:
    """Return what tells apart two worlds that are one to `viewer`, or what is shown beyond memory."""
    here, there = receive(channels, *ours, viewer, dice), receive(channels, *theirs, viewer, dice)
    return find_difference(here, there) or find_forgotten(here, ours[1][-1], viewer)


def check_games(seed: str, indexes: range) -> Report:
    """Check the games with these indexes."""
    report = Report()
    for index in indexes:
        report.add(check_game(index, seed))
    return report


def check_pairs(count: int, seed: str, tell: Callable[[Report], None] = lambda total: None) -> Report:
    """Check at least `count` pairs on all processors, the same for the same seed."""
    total, done = Report(), 0
    with ProcessPoolExecutor(cpu_count(), mp_context=get_context("spawn")) as pool:
        while total.pairs < count:
            games = -(-(count - total.pairs) // PAIRS_PER_GAME)
            batches = [range(at, min(at + BATCH, done + games)) for at in range(done, done + games, BATCH)]
            done += games
            for report in pool.map(partial(check_games, seed), batches):
                total.add(report)
                tell(total)
    return total
