"""Reads: what one player is shown of a table, and told of what happened there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from accounts.reserved import BOT_NAMES
from games.models import Game, Seat
from games.reads.table import Table, asked_decisions
from games.rules.protocol import PLAYER, AnyTitle, Decision, Event, Observation
from games.rules.telling import Automatic, Telling, tell


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
    agrees_to_open: bool
    # How many answers in this game were the clock's or a stand-in's, as far as everybody may know.
    automatic_moves: int = 0
    # Nobody sits here: a place that the title adds to the seats.
    is_imaginary: bool = False


@dataclass(frozen=True)
class View:
    """What one player is shown of a started game: all that the templates of a table are given.

    `chosen` are the seats known to have made a sealed choice; `own_choice` is the viewer's own, as moves.
    """

    game: TableFacts
    title: AnyTitle
    me: Place
    places: tuple[Place, ...]
    seen: Any
    events: tuple[Event, ...]
    # Which answers among those told were the clock's or a stand-in's.
    automatic: Automatic
    chosen: tuple[int, ...]
    own_choice: tuple[Any, ...]
    # What the viewer keeps in mind: words of the title's own page.
    marks: tuple[str, ...]
    # The moment at which the game is over at the latest, if everybody takes all the time there is.
    over_by: datetime | None
    # What the title opens of a game that ended by agreement, once all agreed to that, too.
    opened: Any | None

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
        return f"games/{self.title.FOLDER}"

    @property
    def stylesheet(self) -> str:
        """What the title adds to the look of a table."""
        return f"css/{self.title.FOLDER}.css"


def view_table(table: Table, seat: int) -> View:
    """Return what the player in `seat` is shown."""
    seen = table.title.observe(table.states[-1], seat)
    told = tell_table(table, seat)
    places = (*(show_place(table.game, other, seat, told) for other in table.seats), *show_imaginary(table))
    return View(
        game=show_facts(table.game),
        title=table.title,
        me=places[seat],
        places=places,
        seen=seen,
        events=tuple(event for events in told.events for event in events),
        automatic=told.automatic,
        # Sorted: the order in which the choices came in is nobody's business.
        chosen=tuple(sorted(other for other in table.sealed if other == seat or other in seen.awaited)),
        own_choice=tuple(entry.move for entry in table.sealed.get(seat, ())),
        marks=tuple(table.seats[seat].marks),
        over_by=latest_end(table),
        opened=table.title.open_cards(table.states[-1]) if are_cards_open(table.game, table.seats) else None,
    )


def are_cards_open(game: Game, seats: Sequence[Seat]) -> bool:
    """Tell whether a game ended by agreement and everybody who sat there agreed to open it, stand-in or not."""
    return game.status == Game.Status.AGREED and all(seat.agrees_to_open for seat in seats if seat.user_id is not None)


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
    return game.clock.over_by(due, asked_decisions(table), left, slow)


def show_place(game: Game, seat: Seat, me: int, told: Telling) -> Place:
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
        agrees_to_open=seat.agrees_to_open,
        automatic_moves=told.counts.get(seat.index, 0),
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
            agrees_to_open=False,
            is_imaginary=True,
        )


def name_of(seat: Seat) -> str:
    """Return the name under which a seat is shown: its person's, its bot's, or none."""
    if seat.bot:
        return BOT_NAMES[seat.index]
    return seat.user.display_name if seat.user else ""


def tell_table(table: Table, viewer: int | None) -> Telling:
    """Return what the player in the seat `viewer`, or the public, has been told and may still recall."""
    people = [seat.index for seat in table.seats if seat.user_id is not None]
    return tell(table.title, table.states, table.entries, people, viewer)


def tell_all_since(table: Table, seat: int) -> tuple[Event, ...]:
    """Return what everybody may know of what happened since the player in `seat` last moved.

    That move itself is left out, and what followed from it is not. A choice that was sealed was opened later, and its
    opening is told in full.
    """
    own = [place for place, entry in enumerate(table.entries) if entry.move.seat == seat and entry.by == PLAYER]
    told = tell_table(table, None).events
    if not own:
        return tuple(event for events in told for event in events)
    decision = table.title.decision(table.states[own[-1]], seat)
    known = 0 if decision and decision.sealed else 1
    return (*told[own[-1]][known:], *(event for events in told[own[-1] + 1 :] for event in events))
