"""Reads: what players noted for themselves, and whom they suspected when, as one of them may see it.

While a game runs everybody sees their own. Once it was played to its end, they see them beside the truth, and those
who opened theirs see each other's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.models import Game, Note, Player, Suspicion
from games.state.table import Table
from games.tables.selectors.suspicion import Observer, observe_game


@dataclass(frozen=True)
class Remark:
    """A note, or what was thought of the seat `about` from then on: `step`, from 1 to 5. `seat` is whose it is.

    `at` is how many moves had been made, `scene` the trick, turn or round. Only a note has a `number` and a `text`.
    """

    seat: int
    at: int
    scene: int
    number: int = 0
    text: str = ""
    about: int | None = None
    step: int = 0


@dataclass(frozen=True)
class Line:
    """What one player thought of another: `steps` by how many moves had been made, None from where it begins anew."""

    seat: int
    steps: Mapping[int, int | None]


@dataclass(frozen=True)
class Suspect:
    """What is said about one seat of a finished game: a line each, and the truth by scene, None where neither holds."""

    about: int
    lines: tuple[Line, ...]
    truth: Mapping[int, bool | None]


@dataclass(frozen=True)
class Notebook:
    """What a player finds among their notes.

    `steps` is what they think now of each other seat, None where they have said nothing; empty where nothing is asked.
    `opened` are the remarks of others who opened theirs, `writers` all whose remarks are seen, the own first.
    """

    is_running: bool
    may_open: bool
    is_opened: bool
    own: tuple[Remark, ...]
    steps: Mapping[int, int | None]
    opened: tuple[Remark, ...]
    writers: tuple[int, ...]
    suspects: tuple[Suspect, ...]
    # What those struck out and the like who opened theirs: words of the title's own page, by seat.
    marks: Mapping[int, tuple[str, ...]]
    # What an observer would have said, once the game is over; None where nobody can say.
    observer: Observer | None
    # By scene, how many moves had been made when it began; and how many there are in all.
    starts: Mapping[int, int]
    last: int


def load_notebook(table: Table, own: Player) -> Notebook:
    """Return what the player `own` finds among their notes. Two queries."""
    writers = list_writers(table.game, table.players, own)
    remarks = load_remarks(table, writers)
    mine = tuple(remark for remark in remarks if remark.seat == own.seat)
    suspicions = [remark for remark in remarks if remark.about is not None]
    known = find_steps(table, [each for each in suspicions if each.seat == own.seat], len(table.entries))
    others = [player.seat for player in table.players if player.seat != own.seat]
    is_asked = table.title.TEXTS.suspicion is not None
    is_open, observer, is_over = is_opened(table.game, own), observe_game(table), table.game.status == Game.Status.OVER
    return Notebook(
        is_running=table.game.is_running,
        may_open=is_over,
        is_opened=is_open,
        own=mine,
        steps={seat: known.get(seat) for seat in others} if is_asked else {},
        opened=tuple(remark for remark in remarks if remark.seat != own.seat),
        writers=tuple(player.seat for player in writers),
        suspects=tuple(list_suspects(table, suspicions if is_over else [], is_observed=observer is not None)),
        marks={player.seat: tuple(player.marks) for player in writers if player.marks} if is_open else {},
        observer=observer,
        starts=list_scene_starts(table),
        last=len(table.entries),
    )


def list_writers(game: Game, players: Iterable[Player], own: Player) -> list[Player]:
    """Return the players whose notes `own` may see, themselves first."""
    others = [player for player in players if player.pk != own.pk and is_opened(game, player)]
    return [own, *(others if is_opened(game, own) else [])]


def is_opened(game: Game, player: Player) -> bool:
    """Tell whether a player has opened their notes of a game that was played to its end."""
    return player.opens_notes and game.status == Game.Status.OVER


def load_remarks(table: Table, writers: Sequence[Player]) -> list[Remark]:
    """Return what these players noted and suspected, in the order in which they did. Two queries."""
    seats = {player.user_id: player.seat for player in writers if player.user_id is not None}
    notes = Note.objects.filter(game=table.game, author__in=seats)
    remarks = [
        Remark(seats[note.author_id], note.at, find_scene(table, note.at), note.number, note.text) for note in notes
    ]
    rows = Suspicion.objects.filter(game=table.game, author__in=seats)
    remarks += [
        Remark(seats[row.author_id], row.at, find_scene(table, row.at), about=row.about, step=row.step) for row in rows
    ]
    return sorted(remarks, key=lambda remark: remark.at)


def find_scene(table: Table, at: int) -> int:
    """Return the scene of the table after so many moves."""
    return table.title.scene(table.states[at])


def has_notes(game: Game, user_id: int) -> bool:
    """Tell whether a person noted anything at a table. Two queries at most."""
    return any(model._default_manager.filter(game=game, author=user_id).exists() for model in (Note, Suspicion))


def find_steps(table: Table, suspicions: Iterable[Remark], at: int) -> dict[int, int]:
    """Return by seat what one player thought after so many moves; what begins anew with each scene, in that scene."""
    suspicion, scene = table.title.TEXTS.suspicion, find_scene(table, at)
    is_by_scene = suspicion is not None and suspicion.by_scene
    return {
        each.about: each.step
        for each in suspicions
        if each.about is not None and each.at <= at and (not is_by_scene or each.scene == scene)
    }


def list_remarks_of_step(table: Table, own: Player, step: int) -> list[Remark]:
    """Return what `own` may see of what was noted in the scene of a replay's step, up to then."""
    scene = find_scene(table, step)
    remarks = load_remarks(table, list_writers(table.game, table.players, own))
    return [remark for remark in remarks if remark.at <= step and remark.scene == scene]


def list_suspects(table: Table, suspicions: Sequence[Remark], *, is_observed: bool) -> Iterator[Suspect]:
    """Yield the places of which somebody thought something, with the lines of all who did; all if they were observed.

    That is places beyond the seats, too: what sits there may be what was looked for.
    """
    places = table.game.seat_count + len(table.title.list_imaginary(table.game.seat_count))
    for place in range(places):
        about = [remark for remark in suspicions if remark.about == place]
        seats = sorted({remark.seat for remark in about})
        if about or is_observed:
            lines = tuple(Line(seat, trace(table, [each for each in about if each.seat == seat])) for seat in seats)
            yield Suspect(place, lines, find_truth(table, place))


def trace(table: Table, thoughts: Sequence[Remark]) -> dict[int, int | None]:
    """Return what one player thought of another, by how many moves had been made when they came to think so."""
    suspicion = table.title.TEXTS.suspicion
    steps: dict[int, int | None] = {}
    if suspicion is not None and suspicion.by_scene:
        steps = dict.fromkeys(list_scene_starts(table).values())
    return dict(sorted({**steps, **{each.at: each.step for each in thoughts}}.items()))


def list_scene_starts(table: Table) -> dict[int, int]:
    """Return by scene how many moves had been made when it began, as far as a move was made in it."""
    starts: dict[int, int] = {}
    for at in range(len(table.entries)):
        starts.setdefault(find_scene(table, at), at)
    return starts


def find_truth(table: Table, seat: int) -> dict[int, bool | None]:
    """Return by scene of a finished game whether what could be suspected of a seat was so."""
    suspicion = table.title.TEXTS.suspicion
    if suspicion is None:
        return {}
    return {scene: suspicion.truth(table.states[at], seat) for scene, at in list_scene_starts(table).items()}
