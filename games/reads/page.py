"""Reads: what one player is shown of a table, and told of what happened there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from accounts.faces import Face
from accounts.reserved import BOT_NAMES
from games.models import Game, Player
from games.reads.faces import show_faces
from games.reads.table import Table, asked_decisions
from games.rules.play import Entry
from games.rules.protocol import PLAYER, AnyTitle, Decision, Event, Observation
from games.rules.telling import Automatic, Telling, tell


@dataclass(frozen=True)
class TableFacts:
    """What templates may know of a game's row: a row itself would lead them on to the deal, the hands and the log."""

    code: str
    # What the table is called, in the reader's language.
    name: str
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
    face: Face
    person: str
    is_bot: bool
    is_me: bool
    is_host: bool
    has_stand_in: bool
    agrees_to_end: bool
    agrees_to_open: bool
    shares_replay: bool = False
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
    # What the viewer was told since their own last move, as far as they may recall it.
    missed: tuple[Event, ...] = ()
    # The step of the replay at which that begins; None where the past may not be looked at again.
    missed_from: int | None = None
    # The viewer has not moved yet: their role is shown to them unasked.
    is_new: bool = False
    # A step of a replay: nothing is asked.
    is_replay: bool = False

    @property
    def decision(self) -> Decision | None:
        """What the viewer is being asked; nothing while a stand-in answers for them, nor in a replay."""
        observation: Observation = self.seen
        is_mine = self.game.is_running and not self.me.has_stand_in and not self.is_replay
        return observation.decision if is_mine else None

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
    missed = find_missed(table, seat)
    faces = show_faces(table.players, len(table.title.list_imaginary(table.game.seat_count)))
    people = (show_place(table.game, other, seat, told, faces[other.seat]) for other in table.players)
    places = (*people, *show_imaginary(table, faces))
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
        marks=tuple(table.players[seat].marks),
        over_by=latest_end(table),
        opened=table.title.open_cards(table.states[-1]) if are_cards_open(table.game, table.players) else None,
        missed=tuple(event for events in told.events[missed:] for event in events),
        is_new=not missed and table.game.is_running,
        missed_from=missed if is_all_recalled(table, told) else None,
    )


def are_cards_open(game: Game, players: Sequence[Player]) -> bool:
    """Tell whether a game ended by agreement and everybody who sat there agreed to open it, stand-in or not."""
    return game.status == Game.Status.AGREED and all(
        player.agrees_to_open for player in players if player.user_id is not None
    )


def show_facts(game: Game) -> TableFacts:
    """Return what templates may know of a game's row."""
    return TableFacts(
        code=game.code,
        name=game.name,
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
    slow = [player.seat for player in table.players if not player.bot and not player.stand_in]
    return game.clock.over_by(due, asked_decisions(table), left, slow)


def show_place(game: Game, player: Player, me: int, told: Telling, face: Face) -> Place:
    """Return a player as everybody sees them."""
    return Place(
        index=player.seat,
        name=name_of(player),
        face=face,
        person=player.user.code if player.user else "",
        is_bot=bool(player.bot),
        is_me=player.seat == me,
        is_host=player.user_id == game.host_id,
        has_stand_in=player.stand_in,
        agrees_to_end=player.agrees_to_end,
        agrees_to_open=player.agrees_to_open,
        shares_replay=player.shares_replay,
        automatic_moves=told.counts.get(player.seat, 0),
    )


def show_imaginary(table: Table, faces: Mapping[int, Face]) -> Iterator[Place]:
    """Yield the places beyond the seats, at which nobody sits."""
    for index, name in enumerate(table.title.list_imaginary(table.game.seat_count), start=table.game.seat_count):
        yield Place(
            index=index,
            name=gettext(name),
            face=faces[index],
            person="",
            is_bot=False,
            is_me=False,
            is_host=False,
            has_stand_in=False,
            agrees_to_end=False,
            agrees_to_open=False,
            is_imaginary=True,
        )


def name_of(player: Player) -> str:
    """Return the name under which a player is shown: the person's, the bot's, or none."""
    if player.bot:
        return BOT_NAMES[player.seat]
    return player.user.display_name if player.user else ""


def tell_table(table: Table, viewer: int | None) -> Telling:
    """Return what the player in the seat `viewer`, or the public, has been told and may still recall."""
    people = [player.seat for player in table.players if player.user_id is not None]
    return tell(table.title, table.states, table.entries, people, viewer)


def is_all_recalled(table: Table, told: Telling) -> bool:
    """Tell whether somebody told this may look at the whole past again: at some tables it is forgotten as one plays.

    Only what is told openly counts: a sealed choice is told with the last of all. Once a game has ended, all may.
    """
    return not table.game.is_running or all(
        events or is_sealed(table, place) for place, events in enumerate(told.events)
    )


def is_sealed(table: Table, place: int) -> bool:
    """Tell whether an entry of the log answers a sealed question."""
    decision = table.title.decision(table.states[place], table.entries[place].move.seat)
    return decision is not None and decision.sealed


def find_missed(table: Table, seat: int) -> int:
    """Return the place in the log at which begins what the player in `seat` has missed: after their own last move."""
    return max((place + 1 for place, entry in enumerate(table.entries) if is_own(entry, seat)), default=0)


def is_own(entry: Entry, seat: int) -> bool:
    """Tell whether the player in `seat` made a move themselves."""
    return entry.move.seat == seat and entry.by == PLAYER


def tell_all_since(table: Table, seat: int) -> tuple[Event, ...]:
    """Return what everybody may know of what happened since the player in `seat` last moved.

    That move itself is left out, and what followed from it is not. A choice that was sealed was opened later, and its
    opening is told in full.
    """
    own = [place for place, entry in enumerate(table.entries) if is_own(entry, seat)]
    told = tell_table(table, None).events
    if not own:
        return tuple(event for events in told for event in events)
    decision = table.title.decision(table.states[own[-1]], seat)
    known = 0 if decision and decision.sealed else 1
    return (*told[own[-1]][known:], *(event for events in told[own[-1] + 1 :] for event in events))
