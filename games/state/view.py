"""Reads: what one player is shown of a table, and told of what happened there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import groupby
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
from games.state.faces import show_faces
from games.state.names import find_name
from games.state.narration import find_missed, is_all_recalled, narrate_table
from games.state.table import Table, list_sitters
from games.state.vacations import find_back, list_announced
from insidejob.marks import keep

LIVELY_FOR = timedelta(minutes=2)
"""For how long a page asks for news every second after something came to pass; `table.js` has it, too."""


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
    # The last outage that is counted in `due_at`.
    outage: int
    clock: Clock
    # Whether time passes for each player only while they are awake.
    sleeps: bool
    # Nobody's time passes until `due_at`, when the pause ends; and who gave more time for what is asked.
    is_paused: bool
    granted_by: int | None
    ended_at: datetime | None
    # The commitment to the deal, which tells nothing of it; a game that was dealt before there were any has none.
    commitment: str = ""
    # What the host calls the role that they made; empty where there is none, and to those who may not know people.
    house_name: str = ""

    @property
    def is_running(self) -> bool:
        """Whether somebody is being asked something."""
        return self.status == Game.Status.RUNNING

    @property
    def is_lively(self) -> bool:
        """Whether what is asked may have been asked a moment ago, by what all are told: when it is due."""
        if self.due_at is None or self.is_paused:
            return False
        return self.due_at - min(self.clock.turn, self.clock.vote) > timezone.now() - LIVELY_FOR


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
    agrees_to_pause: bool = False
    # What they have in the bank, as the table counts its time: a whole day awake is a day.
    bank: timedelta = timedelta(0)
    # The holidays for which the table waits, now or to come.
    vacations: tuple[Vacation, ...] = ()
    # The day on which they are back, while they are away.
    back_on: date | None = None
    # How many answers in this game were the clock's or a stand-in's, as far as everybody may know.
    automatic_moves: int = 0
    # The token with which a person takes the seat over, and the name of who opened it; both empty while it is not open.
    link: str = ""
    opened_by: str = ""
    # Nobody sits here: a place that the title adds to the seats.
    is_imaginary: bool = False
    # Whoever sits here has given a name and no address.
    is_guest: bool = False


@dataclass(frozen=True)
class Passage:
    """What a viewer recalls of one trick, turn or round: its scene, and what they were told of it, in order."""

    scene: int
    events: tuple[Event, ...]


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
    passages: tuple[Passage, ...]
    # Which answers among those told were the clock's or a stand-in's.
    automatic: Automatic
    chosen: tuple[int, ...]
    own_choice: tuple[Any, ...]
    # What the viewer keeps in mind: words of the title's own page.
    marks: tuple[str, ...]
    # When the viewer is awake, as far as this table goes.
    hours: Hours
    # What the title opens of a game that ended by agreement, once all agreed to that, too.
    opened: Any | None
    # What the viewer was told since their own last move, as far as they may recall it.
    missed: tuple[Event, ...] = ()
    # The step of the replay at which that begins; None where the past may not be looked at again.
    missed_from: int | None = None
    # The viewer has not moved yet since they sat down: their role is shown to them unasked.
    is_new: bool = False
    # The viewer wants to be told nothing of this table.
    is_muted: bool = False
    # A step of a replay: nothing is asked.
    is_replay: bool = False
    # What the viewer may prepare while they wait, and what they have prepared; no one else is ever shown either.
    offer: Offer | None = None
    premove: Premove | None = None
    # What the viewer had prepared does not fit what they are asked now.
    is_premove_unfit: bool = False
    # The page of a mail's link: nothing on it tells a role, nor plays what one role alone may, where roles are secret.
    is_by_link: bool = False
    is_disguised: bool = False

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What everybody at the table is called, by place."""
        return tuple(place.name for place in self.places)

    @property
    def is_alone(self) -> bool:
        """Whether the viewer plays with bots alone, so that nobody waits for them."""
        return sum(bool(place.person) for place in self.places) < 2

    @property
    def events(self) -> tuple[Event, ...]:
        """All that the viewer was told and still recalls, in order."""
        return tuple(event for passage in self.passages for event in passage.events)

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
        """What tells one question apart from the next on the viewer's page, prepared or asked; empty without any."""
        if self.decision:
            return self.decision.name
        return f"prepare-{self.offer.name}" if self.offer else ""

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
    told = narrate_table(table, seat)
    missed = find_missed(table, seat)
    faces = show_faces(table.players, len(table.title.list_imaginary(table.game.seat_count)))
    people = (show_place(table.game, other, seat, told, faces[other.seat]) for other in table.players)
    places = (*(show_link(place, table) for place in people), *show_imaginary(table, faces))
    return View(
        game=show_facts(table.game),
        title=table.title,
        me=places[seat],
        places=places,
        seen=seen,
        passages=tuple(list_passages(table, told)),
        automatic=told.automatic,
        # Sorted: the order in which the choices came in is nobody's business.
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
        is_premove_unfit=is_premove_unfit(table, seen, table.players[seat]),
    )


def list_passages(table: Table, told: Narration) -> Iterator[Passage]:
    """Yield what somebody was `told`, parted by the scenes in which it happened; what is forgotten is left out."""
    scenes = [table.title.scene(state) for state in table.states]
    for scene, places in groupby(range(len(told.events)), scenes.__getitem__):
        if events := tuple(event for place in places for event in told.events[place]):
            yield Passage(scene, events)


def find_offer(table: Table, seen: Observation, player: Player) -> Offer | None:
    """Return what a player who sees `seen` may prepare."""
    premoves = table.title.PREMOVES
    return premoves.offer(seen) if premoves and table.game.is_running and not player.stand_in else None


def is_premove_unfit(table: Table, seen: Observation, player: Player) -> bool:
    """Tell whether what a player had prepared does not fit what they are asked, dropped already or not yet."""
    premoves = table.title.PREMOVES
    if player.premove_dropped or premoves is None or player.premove is None or seen.decision is None:
        return player.premove_dropped
    return premoves.answer(seen, player.premove) is None


def view_by_link(table: Table, seat: int) -> View | None:
    """Return what the link of a mail shows of the table to play in `seat`: the hand, and nothing that tells a role.

    None where what is asked cannot be shown so. Names lead to no profile, and notes stay where they were written.
    """
    disguised = table.title.disguise(table.states[-1], seat)
    if disguised is None:
        return None
    seen = table.title.observe(disguised, seat)
    told = narrate_table(table, None)
    faces = show_faces(table.players, len(table.title.list_imaginary(table.game.seat_count)))
    people = (show_place(table.game, other, seat, told, faces[other.seat]) for other in table.players)
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
        due_at=game.until,
        outage=game.site_clock.latest,
        clock=game.clock,
        sleeps=game.sleeps,
        is_paused=game.paused_at is not None,
        granted_by=game.granted_by,
        ended_at=game.ended_at,
        commitment=game.commitment,
        house_name=game.shown_house_name,
    )


def latest_end(table: Table, *, with_vacations: bool = False) -> datetime | None:
    """Return when a running game is over at the latest, None where its rules set no end.

    Bots and stand-ins take no time; all others may take all, and `with_vacations` all the days that they have left.
    """
    game = table.game
    due = game.due_after_pause(game.until) if game.until else None
    left = table.title.remaining(table.states[-1])
    if due is None or left is None:
        return None
    asked, slow = table.asked, list_sitters(table)
    return game.clock.over_by(due, asked, left, slow, now=timezone.now(), with_vacations=with_vacations)


def show_place(game: Game, player: Player, me: int, told: Narration, face: Face) -> Place:
    """Return a player as everybody sees them."""
    return Place(
        index=player.seat,
        name=name_of(player),
        face=face,
        person=player.user.code if player.user and not player.user.left_at else "",
        is_bot=bool(player.bot),
        is_guest=player.user is not None and player.user.is_guest,
        is_me=player.seat == me,
        is_host=player.user_id == game.host_id,
        has_stand_in=player.stand_in,
        agrees_to_end=player.agrees_to_end,
        agrees_to_open=player.agrees_to_open,
        shares_replay=player.shares_replay,
        agrees_to_pause=player.agrees_to_pause,
        bank=player.hours.share(player.bank) if player.user else timedelta(0),
        automatic_moves=told.counts.get(player.seat, 0),
        vacations=list_announced(game, player),
        back_on=find_back(game, player),
    )


def show_link(place: Place, table: Table) -> Place:
    """Return a place with the way to its seat, if the table has opened it."""
    player = table.players[place.index]
    if not player.link or not table.game.is_running:
        return place
    opener = "" if player.opened_by is None else name_of(table.players[player.opened_by])
    return replace(place, link=player.link, opened_by=opener)


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
        return keep(BOT_NAMES[player.seat])
    name = find_name(player.user, player.name)
    return keep(f"{name} {player.former_number}") if player.former_number else name
