"""Games stored as they stand after some moves, at once and not move by move."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Deal, Game, Hand, Player
from games.notifications import outbox
from games.rules.engine.play import play_out
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import BOT, PLAYER, Entry
from games.rules.registry import get_title
from games.state.table import Table, fold_states
from games.tables.services import moves
from insidejob.codes import make_code

GAMES_EACH = 8


@dataclass(frozen=True)
class Recorded:
    """A whole game that bots played, with the states before and after each move."""

    title: AnyTitle
    options: Any
    deal: Any
    entries: tuple[Entry, ...]
    states: tuple[Any, ...]

    @property
    def vote(self) -> int:
        """The number of moves before the vote."""
        return next(number for number, state in enumerate(self.states) if is_voting(self.title, state))


def is_voting(title: AnyTitle, state: Any) -> bool:
    """Tell whether a player is asked for a vote."""
    return any((asked := title.decision(state, seat)) and asked.vote for seat in title.to_act(state))


def ends_in_an_open_vote(recorded: Recorded) -> bool:
    """Tell whether a game came to a vote in which each voter has a choice."""
    title = recorded.title
    before = next((state for state in recorded.states if is_voting(title, state)), None)
    return before is not None and all(len(title.legal_moves(before, seat)) > 1 for seat in title.to_act(before))


@cache
def record_games(seats: int, count: int = GAMES_EACH) -> tuple[Recorded, ...]:
    """Return so many games of `seats` seats that ended with a vote, in which every voter had two suspects or more."""
    chance = Random(seats)
    kept: list[Recorded] = []
    while len(kept) < count:
        recorded = record_game(seats, chance)
        if ends_in_an_open_vote(recorded):
            kept.append(recorded)
    return tuple(kept)


def record_game(
    seats: int, chance: Random, raw_options: Mapping[str, Any] | None = None, title_name: str = "insidejob"
) -> Recorded:
    """Deal and play a game with random bots."""
    title = get_title(title_name)
    options = title.parse_options(raw_options or {}, seats)
    deal = title.make_deal(options, seats, chance)
    _, entries = play_out(title, options, deal, dict.fromkeys(range(seats), title.BOTS["random"]), chance)
    return Recorded(title, options, deal, entries, fold_states(title, title.start(options, deal, title.RULES), entries))


def store_game(recorded: Recorded, people: Sequence[User | None], length: int, bot: str = "random") -> Table:
    """Store a game as it stands after `length` moves, with a bot wherever `people` has None. Returns its table."""
    title, now = recorded.title, timezone.now()
    game = Game.objects.create(
        title=title.NAME,
        rules=title.RULES,
        options=title.dump_options(recorded.options),
        seat_count=len(people),
        host=next(person for person in people if person),
        status=Game.Status.RUNNING,
        started_at=now,
        stamp=make_code(),
    )
    players = Player.objects.bulk_create(
        Player(game=game, seat=seat, user=person, bot="" if person else bot) for seat, person in enumerate(people)
    )
    store_deal(game, recorded)
    entries = tuple(
        Entry(entry.move, PLAYER if people[entry.move.seat] else BOT) for entry in recorded.entries[:length]
    )
    dealt = Table(game, tuple(players), title, recorded.deal, recorded.states[:1], (), {})
    moves._append(dealt, entries)
    outbox.write_started(game, players)
    table = replace(dealt, states=recorded.states[: length + 1], entries=entries)
    moves._refresh_players(table)
    moves._refresh_game(table, asks_anew=True)
    outbox.write_asked(table)
    if table.outcome:
        outbox.write_over(game, players)
    return table


DICE = Random(1)
"""What `store_when` draws games with, so that each is another one."""


def store_when(
    is_there: Callable[[Any], bool], people: Sequence[User | None], raw_options: Mapping[str, Any] | None = None
) -> Table:
    """Store a game, drawn anew each time, as it stands when its state is one that a test needs. Returns its table."""
    while True:
        recorded = record_game(len(people), DICE, raw_options)
        length = next((number for number, state in enumerate(recorded.states) if is_there(state)), None)
        if length is not None:
            return store_game(recorded, people, length)


def store_deal(game: Game, recorded: Recorded) -> None:
    dealt = recorded.title.dump_deal(recorded.deal)
    row = Deal.objects.create(game=game, content=dealt.common)
    Hand.objects.bulk_create(Hand(deal=row, seat=seat, content=hand) for seat, hand in enumerate(dealt.hands))
