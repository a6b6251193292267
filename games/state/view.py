"""The view: what one player is shown of a table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from accounts.availability.vacations import Vacation
from accounts.availability.waking_hours import Hours
from accounts.faces import Face
from accounts.names.reserved import BOT_NAMES
from games.clock.table_clock import Clock
from games.models import Game, Player
from games.rules.engine.narration import Automatic, Narration
from games.rules.engine.premoves import Offer, Premove
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Decision, Event, Observation
from games.state.names import find_bot_owner, find_name, show_faces
from games.state.narration import (
    Passage,
    find_missed,
    is_all_recalled,
    list_event_spots,
    list_passages,
    narrate_table,
)
from games.state.premoves import find_offer, is_unfit
from games.state.queries import find_version
from games.state.table import Table, list_sitters
from games.state.vacations import find_back, list_announced
from insidejob.untranslated import keep

LIVELY_FOR = timedelta(minutes=2)
"""For this long after an event the API asks programs to poll every second."""


@dataclass(frozen=True)
class TableFacts:
    """What templates may know of a game. They never get the row, which would lead to the deal and the log."""

    code: str
    name: str
    version: int
    status: str
    seat_count: int
    due_at: datetime | None
    # The last one counted in `due_at`.
    outage: int
    clock: Clock
    # Whether time passes only while a player is awake.
    sleeps: bool
    # `due_at` ends a pause; `granted_by` gave more time.
    is_paused: bool
    granted_by: int | None
    ended_at: datetime | None
    # Paused because no one plays; and ended because no one came back.
    stands_still: bool = False
    was_abandoned: bool = False
    commitment: str = ""
    # "" also for those who may not know people.
    house_name: str = ""
    # Until then players can decline the proposed spectators.
    spectators_due: datetime | None = None
    # How many seats it had, if it started with fewer.
    planned_seats: int | None = None

    @property
    def is_running(self) -> bool:
        return self.status == Game.Status.RUNNING

    @property
    def goes_on(self) -> bool:
        """Whether anyone is asked: a paused game waits for no one."""
        return self.is_running and not self.is_paused

    @property
    def is_lively(self) -> bool:
        """Whether something has happened in the last minutes, judged by the public deadline."""
        if self.due_at is None or self.is_paused:
            return False
        return self.due_at - min(self.clock.turn, self.clock.vote) > timezone.now() - LIVELY_FOR


@dataclass(frozen=True)
class Place:
    """A seat as everyone sees it. `person` is a user's code."""

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
    agrees_to_pause: bool = False
    # In whole days: a waking day is a day.
    bank: timedelta = timedelta(0)
    # The table waits for these.
    vacations: tuple[Vacation, ...] = ()
    # Set while they are away.
    back_on: date | None = None
    # As far as public.
    automatic_moves: int = 0
    # Token for substitutes and who opened the seat; "" if closed.
    link: str = ""
    opened_by: str = ""
    # Set while a substitute must wait for the owner; whether others' offers would make them wait.
    free_from: datetime | None = None
    waits_for_owner: bool = False
    # A stand-in plays for someone who cannot come back now, or has no account any more.
    is_barred: bool = False
    is_gone: bool = False
    # Added by the title, without a player.
    is_imaginary: bool = False
    is_guest: bool = False
    bot_by: str = ""
    # Of a bot.
    level: str = ""
    # At the end: the game counts neither as won nor as lost.
    has_left: bool = False


@dataclass(frozen=True)
class View:
    """All that the templates of a table get.

    `chosen` are the seats known to have made a sealed choice, `own_choice` the viewer's moves.
    """

    game: TableFacts
    title: AnyTitle
    # None for spectators: no number stands for a seat that is not there.
    me: Place | None
    places: tuple[Place, ...]
    seen: Any
    passages: tuple[Passage, ...]
    # Answers by the clock or a stand-in.
    automatic: Automatic
    chosen: tuple[int, ...]
    own_choice: tuple[Any, ...]
    marks: tuple[str, ...]
    hours: Hours
    # Cards shown after an agreed end.
    opened: Any | None
    # Where each of `events` stands: the place of its move in the log, and its number among the events of that move.
    spots: tuple[tuple[int, int], ...] = ()
    # Events since the viewer's last move, unless forgotten.
    missed: tuple[Event, ...] = ()
    # As a step of the replay; None if forgotten.
    missed_from: int | None = None
    # Show the role: the viewer has not moved yet.
    is_new: bool = False
    is_muted: bool = False
    is_replay: bool = False
    # Private: what may be prepared, and what was.
    offer: Offer | None = None
    premove: Premove | None = None
    is_premove_unfit: bool = False
    # Shows no role, and if disguised, no move of one role only.
    is_by_link: bool = False
    is_disguised: bool = False

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(place.name for place in self.places)

    @property
    def reader(self) -> int | None:
        """The seat that texts call “you”: not in a replay, which may show another player's view."""
        return self.me.index if self.me and not self.is_replay else None

    @property
    def is_spectator(self) -> bool:
        return self.me is None

    @property
    def is_alone(self) -> bool:
        return sum(bool(place.person) for place in self.places) < 2

    @property
    def is_last_here(self) -> bool:
        """Whether all other people have a stand-in."""
        return not any(
            place.person and not place.is_me and not place.has_stand_in and not place.bot_by for place in self.places
        )

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for passage in self.passages for event in passage.events)

    @property
    def decision(self) -> Decision | None:
        """The decision that the viewer is asked. None while a stand-in plays, in a pause, and in a replay."""
        if self.me is None or self.me.has_stand_in or self.is_replay or not self.game.goes_on:
            return None
        observation: Observation = self.seen
        return observation.decision

    @property
    def awaited(self) -> tuple[int, ...]:
        observation: Observation = self.seen
        return observation.awaited if self.game.goes_on else ()

    @property
    def asks_in_secret(self) -> bool:
        """Whether some questions are secret, so that each answer leaves room for them."""
        return bool(self.title.SECRET_QUESTIONS) and self.game.is_running

    @property
    def choice_key(self) -> str:
        """A key that identifies the question that is asked or prepared."""
        if self.decision:
            return self.decision.name
        return f"prepare-{self.offer.name}" if self.offer else ""

    @property
    def template(self) -> str:
        return f"games/{self.title.FOLDER}"

    @property
    def stylesheet(self) -> str:
        return f"css/{self.title.FOLDER}.css"


def view_table(table: Table, seat: int) -> View:
    seen = table.title.observe(table.states[-1], seat)
    told = narrate_table(table, seat)
    missed = find_missed(table, seat)
    faces = show_faces(table.players, len(table.title.list_imaginary(table.game.seat_count)))
    people = (_show_place(table.game, other, seat, told, faces[other.seat]) for other in table.players)
    places = (*(_show_link(place, table) for place in people), *show_imaginary(table, faces))
    return View(
        game=show_facts(table.game),
        title=table.title,
        me=places[seat],
        places=places,
        seen=seen,
        passages=tuple(list_passages(table, told)),
        spots=tuple(list_event_spots(told)),
        automatic=told.automatic,
        # Sorted: the order of sealed choices is secret.
        chosen=tuple(sorted(other for other in table.sealed if other == seat or other in seen.awaited)),
        own_choice=tuple(entry.move for entry in table.sealed.get(seat, ())),
        marks=tuple(table.players[seat].marks),
        hours=table.players[seat].hours,
        opened=table.title.open_cards(table.states[-1]) if are_cards_open(table.game, table.players) else None,
        missed=tuple(event for events in told.events[missed:] for event in events),
        is_new=missed == (table.players[seat].since or 0) and table.game.is_running,
        is_muted=table.players[seat].muted,
        missed_from=missed if is_all_recalled(table, told) else None,
        offer=find_offer(table, seen, table.players[seat]),
        premove=table.players[seat].premove,
        is_premove_unfit=is_unfit(table, seen, seat),
    )


def view_by_link(table: Table, seat: int) -> View | None:
    """Return the view for a link in an email: the hand, but no role. Return None if that is impossible."""
    disguised = table.title.disguise(table.states[-1], seat)
    if disguised is None:
        return None
    seen = table.title.observe(disguised, seat)
    told = narrate_table(table, None)
    faces = show_faces(table.players, len(table.title.list_imaginary(table.game.seat_count)))
    people = (_show_place(table.game, other, seat, told, faces[other.seat]) for other in table.players)
    places = tuple(replace(place, person="") for place in (*people, *show_imaginary(table, faces)))
    return View(
        game=show_facts(table.game),
        title=table.title,
        me=places[seat],
        places=places,
        seen=seen,
        passages=(),
        automatic=told.automatic,
        chosen=tuple(sorted(other for other in table.sealed if other in seen.awaited)),
        own_choice=(),
        marks=(),
        opened=None,
        hours=table.players[seat].hours,
        is_by_link=True,
        is_disguised=disguised is not table.states[-1],
    )


def are_cards_open(game: Game, players: Sequence[Player]) -> bool:
    """Whether all people, also those with a stand-in, agreed to open the cards after an end by agreement.

    Players who deleted their account are not asked.
    """
    asked = [player for player in players if player.can_agree]
    return game.status == Game.Status.AGREED and bool(asked) and all(player.agrees_to_open for player in asked)


def show_facts(game: Game) -> TableFacts:
    return TableFacts(
        code=game.code,
        name=game.name,
        version=find_version(game),
        status=game.status,
        seat_count=game.seat_count,
        due_at=game.until,
        outage=game.site_clock.latest,
        clock=game.clock,
        sleeps=game.sleeps,
        is_paused=game.paused_at is not None,
        granted_by=game.granted_by,
        ended_at=game.ended_at,
        stands_still=game.stands_still,
        was_abandoned=game.was_abandoned,
        commitment=game.commitment,
        house_name=game.shown_house_name,
        spectators_due=game.spectators_due,
        planned_seats=game.planned_seats,
    )


def latest_end(table: Table, *, with_vacations: bool = False) -> datetime | None:
    """Return when a running game is over at the latest, or None if its rules set no end or it stands still.

    Only players without a stand-in take time; `with_vacations`, all their vacation days count, too.
    """
    game = table.game
    due = game.due_after_pause(game.until) if game.until else None
    left = table.title.remaining(table.states[-1])
    if due is None or left is None or game.stands_still:
        return None
    asked, slow = table.asked, list_sitters(table)
    return game.clock.over_by(due, asked, left, slow, now=timezone.now(), with_vacations=with_vacations)


def _show_place(game: Game, player: Player, me: int, told: Narration, face: Face) -> Place:
    return Place(
        index=player.seat,
        name=name_of(player),
        face=face,
        person=player.user.code if player.user and not player.user.left_at else "",
        is_bot=bool(player.bot),
        level=player.bot,
        is_guest=player.user is not None and player.user.is_guest,
        bot_by=find_bot_owner(player),
        is_me=player.seat == me,
        is_host=player.user_id == game.host_id,
        has_stand_in=player.stand_in,
        has_left=player.has_left,
        agrees_to_end=player.agrees_to_end,
        agrees_to_open=player.agrees_to_open,
        shares_replay=player.shares_replay,
        agrees_to_pause=player.agrees_to_pause,
        bank=player.hours.share(player.bank) if player.user else timedelta(0),
        automatic_moves=told.counts.get(player.seat, 0),
        vacations=list_announced(game, player),
        back_on=find_back(game, player),
        is_barred=player.is_barred,
        is_gone=player.is_gone,
    )


def _show_link(place: Place, table: Table) -> Place:
    player = table.players[place.index]
    if player.waits_for_owner:
        place = replace(place, waits_for_owner=True)
    if not player.link or not table.game.is_running:
        return place
    opener = "" if player.opened_by is None else name_of(table.players[player.opened_by])
    return replace(place, link=player.link, opened_by=opener, free_from=player.free_from)


def show_imaginary(table: Table, faces: Mapping[int, Face]) -> Iterator[Place]:
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
    if player.bot:
        return keep(BOT_NAMES[player.seat])
    name = find_name(player.user, player.name)
    return keep(f"{name} {player.former_number}") if player.former_number else name
