"""Races against the clock: moves, votes and seats taken back against sweeps, sweeps against each other.

Each function plays one round, returns a word for how it ended, and fails an assertion if something is wrong.
"""

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import choice, randint, uniform
from typing import Any

from django.utils import timezone

from games.models import Game, Heartbeat, Notification, Player
from games.models.outage import read_lost
from games.rules.engine.values import BOT, CLOCK, PLAYER, Entry
from games.state import wall_clock
from games.state.table import Table
from games.tables.services import deadlines, stand_ins
from tests.races.lobby import attempt
from tests.races.moves import Cast, read_back, read_votes, require_refusals, store_turn, store_vote
from tests.tables.builders import asked, choose
from tests.tables.stored import record_games, store_game

NEAR = 0.05
"""Seconds around a deadline within which everything happens."""


def set_due(games: Sequence[Game], due_at: datetime) -> None:
    """Set the deadline of games, with the site up until now."""
    Game.objects.filter(pk__in=[game.pk for game in games]).update(due_at=due_at - read_lost())
    now = timezone.now()
    boots = {wall_clock.BOOT: wall_clock.find_start(now)}
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": now, "boots": boots})


def store_person_turn(cast: Cast) -> Table:
    """Store a game in which a player is asked for a card and all are people: what follows waits for one of them."""
    recorded = choice(record_games(randint(3, 5)))
    lengths = [length for length in range(recorded.vote) if recorded.states[length].plays or not length]
    return store_game(recorded, cast.people[: recorded.states[0].seats], choice(lengths))


def wait_until(moment: datetime) -> None:
    """Wait for a moment: what is raced is real time."""
    time.sleep(max(0.0, (moment - timezone.now()).total_seconds()))


def near(moment: datetime, call: Callable[[], Any]) -> Callable[[], Any]:
    """Return a call that happens somewhere near a moment, before or after it."""
    return at(moment + timedelta(seconds=uniform(-NEAR, NEAR)), call)


def soon_after(moment: datetime, call: Callable[[], Any]) -> Callable[[], Any]:
    """Return a call that happens just after a moment: a sweep before it would find nothing due."""
    return at(moment + timedelta(seconds=uniform(0, NEAR / 2)), call)


def at(begin: datetime, call: Callable[[], Any]) -> Callable[[], Any]:
    """Return a call that waits for its moment."""

    def run() -> Any:
        wait_until(begin)
        return call()

    return run


def sweep_again() -> int:
    """Close what is still due: a sweep passes by a game that somebody holds, and leaves it to the next."""
    return deadlines.sweep()


def entries_since(table: Table) -> tuple[Entry, ...]:
    """Return what the log has gained, the game being without fault."""
    return read_back(table).entries[len(table.entries) :]


def move_at_the_deadline(cast: Cast) -> str:
    """Submit a card within 50 ms of its deadline, while two sweeps look for it."""
    table = store_person_turn(cast)
    seat = asked(table)[0]
    moves = choose(table, seat)
    due = timezone.now() + timedelta(seconds=2 * NEAR)
    set_due([table.game], due)
    [answer] = cast.answers(table, seat, [moves])
    calls = [near(due, answer), soon_after(due, deadlines.sweep), soon_after(due, deadlines.sweep)]
    refused, *closed = cast.racers.at_once(calls)
    require_refusals([refused])
    late = sum(closed) + sweep_again()
    gained = entries_since(table)
    assert late <= 1, "closed twice"
    if refused == "":
        assert gained == tuple(Entry(move, PLAYER) for move in moves), "an acknowledged move was undone or doubled"
        assert late == 0, "closed, though the move had landed"
        return "moved"
    assert {(entry.move.seat, entry.by) for entry in gained} == {(seat, CLOCK)}, "neither landed, or something else did"
    return "closed"


def sweep_at_once(cast: Cast) -> str:
    """Let three sweeps begin at one instant with several games due."""
    tables = [store_person_turn(cast) for _ in range(3)]
    set_due([table.game for table in tables], timezone.now())
    closed = cast.racers.at_once([deadlines.sweep] * 3)
    assert sum(closed) == len(tables), f"closed {closed}"
    for table in tables:
        seat = asked(table)[0]
        assert {(entry.move.seat, entry.by) for entry in entries_since(table)} == {(seat, CLOCK)}, "closed twice"
        assert Player.objects.get(game=table.game, seat=seat).missed == 1, "counted twice"
    return "closed once"


def vote_at_the_deadline(cast: Cast) -> str:
    """Let everybody vote while two sweeps close the vote."""
    table = store_vote(cast)
    due = timezone.now() + timedelta(seconds=2 * NEAR)
    set_due([table.game], due)
    choices = {seat: choose(table, seat) for seat in asked(table)}
    votes = [call for seat, moves in choices.items() for call in cast.answers(table, seat, [moves])]
    calls = [near(due, vote) for vote in votes] + [soon_after(due, deadlines.sweep)] * 2
    *answers, first, second = cast.racers.at_once(calls)
    require_refusals(answers)
    closed = first + second + sweep_again()
    assert closed <= 1, "closed twice"
    counted = read_votes(table)
    for (seat, moves), answer in zip(choices.items(), answers, strict=True):
        if answer == "":
            assert counted[seat] == moves, "an acknowledged vote was undone"
        else:
            assert counted[seat][0].against == (), "a vote counts that was refused"
    return "closed" if closed else "all voted"


def take_back_at_the_deadline(cast: Cast) -> str:
    """Let a player take their seat back while a sweep closes what the one before them is asked: their turn comes."""
    table = store_person_turn(cast)
    turn = asked(table)[0]
    back = (turn + 1) % len(table.players)
    user = table.players[back].user
    assert user is not None
    Player.objects.filter(game=table.game, seat=back).update(stand_in=True)
    set_due([table.game], timezone.now())
    take_back = attempt(stand_ins.take_back, code=table.game.code, user=user)
    # A sweep takes some milliseconds to come to the game.
    begin = timezone.now() + timedelta(seconds=uniform(0, NEAR))
    taken, closed = cast.racers.at_once([at(begin, take_back), deadlines.sweep])
    closed += sweep_again()
    gained = entries_since(table)
    assert closed == 1, closed
    assert {entry.by for entry in gained if entry.move.seat == turn} == {CLOCK}
    assert {entry.by for entry in gained if entry.move.seat == back} <= {BOT}
    if taken == "not_running":
        assert read_back(table).outcome is not None, "refused, though the game goes on"
        return "over before they came back"
    assert taken == "", taken
    assert not Player.objects.get(game=table.game, seat=back).stand_in
    return "stand-in played" if any(entry.move.seat == back for entry in gained) else "back in time"


def play_premove_of(cast: Cast) -> str:
    """Let a player move at the instant at which three sweeps play what they have prepared: one of the two lands."""
    recorded = choice(record_games(randint(3, 5)))
    lengths = [length for length in range(recorded.vote) if recorded.states[length].plays]
    table = store_game(recorded, cast.people[: recorded.states[0].seats], choice(lengths))
    seat, led = asked(table)[0], table.states[-1].plays[0].card.suit
    own, [premove] = choose(table, seat), choose(table, seat)
    set_due([table.game], timezone.now() + timedelta(hours=1))
    Player.objects.filter(game=table.game, seat=seat).update(premove={led: premove.card.code})
    [answer] = cast.answers(table, seat, [own])
    # A sweep takes some milliseconds to come to the game.
    begin = timezone.now() + timedelta(seconds=uniform(0, 2 * NEAR))
    refused, *_ = cast.racers.at_once([at(begin, answer), *[deadlines.sweep] * 3])
    require_refusals([refused])
    expected = own if refused == "" else (premove._replace(wager=False),)
    assert entries_since(table) == tuple(Entry(move, PLAYER) for move in expected), "both landed, or neither"
    assert Player.objects.get(game=table.game, seat=seat).premove is None
    return "by plan" if refused else "by hand"


def wake_up(cast: Cast) -> str:
    """Let three sweeps begin at one instant after the site was down: a deadline that fell meanwhile moves, once."""
    table = store_turn(cast)
    gap = timedelta(hours=9)
    due = timezone.now() - timedelta(hours=randint(0, 8), minutes=1)
    set_due([table.game], due)
    before = timezone.now()
    Heartbeat.objects.update(beat_at=before - gap)
    closed = cast.racers.at_once([deadlines.sweep] * 3)
    took = timezone.now() - before
    assert closed == [0, 0, 0], "expired before it was moved"
    until = Game.timed.get(pk=table.game.pk).until
    assert until is not None
    assert gap <= until - due <= gap + took, "moved more than once, or too little"
    assert entries_since(table) == ()
    return "moved once"


def leave_at_once(cast: Cast) -> str:
    """Let everybody hand over their seat at one instant while a sweep closes a question: the table stands still."""
    table = store_person_turn(cast)
    set_due([table.game], timezone.now())
    people = [player.user for player in table.players]
    leaves: list[Callable[[], Any]] = [attempt(stand_ins.hand_over, code=table.game.code, user=user) for user in people]
    *left, closed = cast.racers.at_once([*leaves, deadlines.sweep])
    assert set(left) <= {"", "not_running"}, left
    assert closed in (0, 1)
    after = read_back(table)
    assert after.game.stands_still or after.outcome is not None, "it was played to its end by nobody, or has no end"
    told = Notification.objects.filter(game=table.game, kind="over" if after.outcome else "deserted")
    assert told.count() == len(people), "a notice is missing or doubled"
    return "left"
