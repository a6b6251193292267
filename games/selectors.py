"""Reads: a table with its folded history, and what one person may see of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise
from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from accounts.names import BOT_NAMES
from games.models import Game, Hand, Message, Move, Notice, SealedChoice, Seat
from games.rules.play import Entry, Position
from games.rules.protocol import PLAYER, DealtJson, Decision, Event, Observation, Outcome, Title
from games.rules.registry import get_rules

TALK_SHOWN = 200
FINISHED_SHOWN = 30


@dataclass(frozen=True)
class Table:
    """A started game as the house knows it, secrets included: never handed to a template.

    `states` holds the state before the first move and after each move of `entries`.
    """

    game: Game
    seats: tuple[Seat, ...]
    title: Title
    deal: Any
    states: tuple[Any, ...]
    entries: tuple[Entry, ...]
    sealed: Mapping[int, tuple[Entry, ...]]

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return Position(self.states[-1], self.sealed)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.title.outcome(self.states[-1])


@dataclass(frozen=True)
class TableFacts:
    """What templates may know of a game's row: a row itself would lead them on to the deal, the hands and the log."""

    code: str
    version: int
    status: str
    seat_count: int
    due_at: datetime | None
    ended_at: datetime | None

    @property
    def is_running(self) -> bool:
        """Whether somebody is being asked something."""
        return self.status == Game.Status.RUNNING


@dataclass(frozen=True)
class Place:
    """One seat as everybody at the table sees it; `person` is the code of whoever has it."""

    index: int
    name: str
    person: str
    is_bot: bool
    is_me: bool
    is_host: bool
    has_stand_in: bool
    agrees_to_end: bool
    # Nobody sits here: a place that the title adds to the seats.
    is_imaginary: bool = False


@dataclass(frozen=True)
class View:
    """What one player is shown of a started game: all that the templates of a table are given.

    `chosen` are the seats known to have made a sealed choice; `own_choice` is the viewer's own, as moves.
    """

    game: TableFacts
    title: Title
    me: Place
    places: tuple[Place, ...]
    seen: Any
    events: tuple[Event, ...]
    chosen: tuple[int, ...]
    own_choice: tuple[Any, ...]
    # What the viewer keeps in mind: words of the title's own page.
    marks: tuple[str, ...]
    # The moment at which the game is over at the latest, if everybody takes all the time there is.
    over_by: datetime | None

    @property
    def decision(self) -> Decision | None:
        """What the viewer is being asked; nothing while a stand-in answers for them."""
        observation: Observation = self.seen
        return observation.decision if self.game.is_running and not self.me.has_stand_in else None

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats known to be asked something; nobody once the game has ended, by agreement too."""
        observation: Observation = self.seen
        return observation.awaited if self.game.is_running else ()

    @property
    def choice_key(self) -> str:
        """What tells one question apart from the next on the viewer's page; empty while nothing is asked."""
        return self.decision.name if self.decision else ""

    @property
    def template(self) -> str:
        """The folder of the title's templates."""
        return f"games/{self.title.NAME}"

    @property
    def stylesheet(self) -> str:
        """What the title adds to the look of a table."""
        return f"css/{self.title.NAME}.css"


def load_table(game: Game, seats: Sequence[Seat] | None = None) -> Table:
    """Return a started game folded from its log. Four queries, whatever the game's length."""
    title = get_rules(game.title, game.rules)
    deal = load_deal(game)
    options = title.parse_options(game.options, game.seat_count)
    rows = Move.objects.filter(game=game).order_by("sequence").values_list("seat", "content", "by")
    entries = tuple(Entry(title.load_move(seat, content), by) for seat, content, by in rows)
    states = fold_states(title, title.start(options, deal), entries)
    return Table(
        game=game,
        seats=tuple(load_seats(game) if seats is None else seats),
        title=title,
        deal=deal,
        states=states,
        entries=entries,
        sealed=load_sealed(game, title, states[-1]),
    )


def load_deal(game: Game) -> Any:
    """Return what chance decided for a started game. One query."""
    hands = list(Hand.objects.filter(deal__game=game).order_by("seat").values_list("content", "deal__content"))
    return get_rules(game.title, game.rules).load_deal(DealtJson(hands[0][1], tuple(hand for hand, _ in hands)))


def fold_states(title: Title, state: Any, entries: Sequence[Entry]) -> tuple[Any, ...]:
    """Return `state` and the states after each entry."""
    states = [state]
    for entry in entries:
        states.append(title.apply(states[-1], entry.move))
    return tuple(states)


def load_seats(game: Game) -> list[Seat]:
    """Return the seats of a game in order, with their people."""
    return list(game.seats.select_related("user").order_by("index"))


def load_sealed(game: Game, title: Title, state: Any) -> dict[int, tuple[Entry, ...]]:
    """Return the sealed choices made for what is being asked now. No query while nothing sealed is asked."""
    asked = {seat: title.decision(state, seat) for seat in title.to_act(state)}
    names = {seat: decision.name for seat, decision in asked.items() if decision and decision.sealed}
    if not names:
        return {}
    return {
        choice.seat: tuple(Entry(title.load_move(choice.seat, raw), choice.by) for raw in choice.content)
        for choice in SealedChoice.objects.filter(game=game)
        if names.get(choice.seat) == choice.decision
    }


def view_table(table: Table, seat: int) -> View:
    """Return what the player in `seat` is shown."""
    seen = table.title.observe(table.states[-1], seat)
    places = (*(show_place(table.game, other, seat) for other in table.seats), *show_imaginary(table))
    return View(
        game=show_facts(table.game),
        title=table.title,
        me=places[seat],
        places=places,
        seen=seen,
        events=tell(table, seat),
        # Sorted: the order in which the choices came in is nobody's business.
        chosen=tuple(sorted(other for other in table.sealed if other == seat or other in seen.awaited)),
        own_choice=tuple(entry.move for entry in table.sealed.get(seat, ())),
        marks=tuple(table.seats[seat].marks),
        over_by=latest_end(table),
    )


def show_facts(game: Game) -> TableFacts:
    """Return what templates may know of a game's row."""
    return TableFacts(
        code=game.code,
        version=game.version,
        status=game.status,
        seat_count=game.seat_count,
        due_at=game.due_at,
        ended_at=game.ended_at,
    )


def latest_end(table: Table) -> datetime | None:
    """Return when a running game is over at the latest, None where its rules set no end.

    Bots and stand-ins take no time; all others may take all.
    """
    game, due = table.game, table.game.due_at
    left = table.title.remaining(table.states[-1])
    if due is None or left is None:
        return None
    slow = [seat.index for seat in table.seats if not seat.bot and not seat.stand_in]
    turns, votes = sum(left.turns[seat] for seat in slow) + left.together, left.votes
    # What is asked now has its deadline already.
    if any(decision.vote for decision in asked_decisions(table)):
        votes -= 1
    else:
        turns -= 1
    return due + timedelta(seconds=turns * game.pace + votes * game.vote_time)


def asked_decisions(table: Table) -> list[Decision]:
    """Return what is being asked now, of whomever."""
    asked = (table.title.decision(table.states[-1], seat) for seat in table.title.to_act(table.states[-1]))
    return [decision for decision in asked if decision]


def show_place(game: Game, seat: Seat, me: int) -> Place:
    """Return a seat as everybody sees it."""
    return Place(
        index=seat.index,
        name=name_of(seat),
        person=seat.user.code if seat.user else "",
        is_bot=bool(seat.bot),
        is_me=seat.index == me,
        is_host=seat.user_id == game.host_id,
        has_stand_in=seat.stand_in,
        agrees_to_end=seat.agrees_to_end,
    )


def show_imaginary(table: Table) -> Iterator[Place]:
    """Yield the places beyond the seats, at which nobody sits."""
    for index, name in enumerate(table.title.list_imaginary(table.game.seat_count), start=table.game.seat_count):
        yield Place(
            index=index,
            name=gettext(name),
            person="",
            is_bot=False,
            is_me=False,
            is_host=False,
            has_stand_in=False,
            agrees_to_end=False,
            is_imaginary=True,
        )


def name_of(seat: Seat) -> str:
    """Return the name under which a seat is shown: its person's, its bot's, or none."""
    if seat.bot:
        return BOT_NAMES[seat.index]
    return seat.user.display_name if seat.user else ""


def tell(table: Table, seat: int) -> tuple[Event, ...]:
    """Return everything the player in `seat` has been told and may still recall, in order."""
    return tuple(
        event
        for entry, (before, after) in zip(table.entries, pairwise(table.states), strict=True)
        for event in table.title.narrate(before, entry.move, after, seat, table.states[-1])
    )


def tell_all_since(table: Table, seat: int) -> tuple[Event, ...]:
    """Return what everybody may know of what happened since the player in `seat` last moved, that move included."""
    own = (place for place, entry in enumerate(table.entries) if entry.move.seat == seat and entry.by == PLAYER)
    first = max(own, default=0)
    return tuple(
        event
        for place in range(first, len(table.entries))
        for event in table.title.narrate(
            table.states[place], table.entries[place].move, table.states[place + 1], None, table.states[-1]
        )
    )


def find_seat(game: Game, user: User) -> Seat | None:
    """Return the seat that `user` has, or that is kept for them, at `game`."""
    return game.seats.filter(user=user).first()


def list_talk(game: Game) -> list[Message]:
    """Return what was said at a table, oldest first, as far as it is shown."""
    return list(reversed(Message.objects.filter(game=game).order_by("-pk")[:TALK_SHOWN]))


def list_notices(user: User, *, dropped: bool) -> QuerySet[Notice]:
    """Return what was to be told to the user by mail, the latest first; not what has not had its time yet.

    What was no longer true when its time came is left out unless `dropped`.
    """
    tried = Notice.objects.filter(recipient=user).exclude(state=Notice.State.WAITING, attempts=0)
    if not dropped:
        tried = tried.exclude(state=Notice.State.DROPPED)
    return tried.select_related("game").order_by("-pk")


def list_games(user: User) -> QuerySet[Seat]:
    """Return the user's seats in games that are not over: those that wait for them first, the longest wait first."""
    return (
        Seat.objects.filter(user=user, game__status__in=[Game.Status.OPEN, Game.Status.RUNNING])
        .select_related("game")
        .prefetch_related("game__seats__user")
        .order_by(F("asked_at").asc(nulls_last=True), "-game__opened_at")
    )


def list_finished(user: User) -> QuerySet[Seat]:
    """Return the user's seats in the games that ended last."""
    return (
        Seat.objects.filter(user=user, game__status__in=[Game.Status.OVER, Game.Status.AGREED])
        .select_related("game")
        .prefetch_related("game__seats__user")
        .order_by("-game__ended_at")[:FINISHED_SHOWN]
    )


def find_next(user: User, besides: Game | None = None) -> str | None:
    """Return the code of the game that has waited longest for `user`, or None."""
    waiting = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING).exclude(owes="")
    if besides is not None:
        waiting = waiting.exclude(game=besides)
    return waiting.order_by("asked_at").values_list("game__code", flat=True).first()
