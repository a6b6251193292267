"""Notes and suspicions, as one player may see them.

In a running game players see only their own. After the end they see the truth next to them, and players who opened
their notes see each other's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.models import Game, Note, Player, Suspicion
from games.state.table import Table
from games.tables.selectors.suspicion import Observer, observe_game


@dataclass(frozen=True)
class Remark:
    """A note, or a suspicion of the player `about`, from 1 to 5.

    `seat` is that of the writer, and `at` the number of moves made before. Only notes have `number` and `text`.
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
    """A line of the chart: suspicion by number of moves, None where a new scene resets it."""

    seat: int
    steps: Mapping[int, int | None]


@dataclass(frozen=True)
class Suspect:
    """A player who can be suspected. `truth` has the right answer for each scene; None means neither side."""

    about: int
    lines: tuple[Line, ...]
    truth: Mapping[int, bool | None]


@dataclass(frozen=True)
class Notebook:
    """The notes and suspicions that a reader sees.

    `steps` has the reader's suspicion of each seat, None if not judged yet. `opened` has what others wrote. `writers`
    are the seats that wrote the notes shown, the reader's first.
    """

    is_running: bool
    may_open: bool
    is_opened: bool
    own: tuple[Remark, ...]
    steps: Mapping[int, int | None]
    opened: tuple[Remark, ...]
    writers: tuple[int, ...]
    suspects: tuple[Suspect, ...]
    # The right answer for each seat, in the words of the title.
    marks: Mapping[int, tuple[str, ...]]
    observer: Observer | None
    # By scene, the number of moves made when it began.
    starts: Mapping[int, int]
    last: int


def load_notebook(table: Table, own: Player) -> Notebook:
    writers = _list_writers(table.game, table.players, own)
    remarks = load_remarks(table, writers)
    mine = tuple(remark for remark in remarks if remark.seat == own.seat)
    suspicions = [remark for remark in remarks if remark.about is not None]
    known = find_steps(table, [each for each in suspicions if each.seat == own.seat], len(table.entries))
    others = [player.seat for player in table.players if player.seat != own.seat]
    is_asked = table.title.TEXTS.suspicion is not None
    is_open, observer, is_over = _is_opened(table.game, own), observe_game(table), table.game.status == Game.Status.OVER
    return Notebook(
        is_running=table.game.is_running,
        may_open=is_over,
        is_opened=is_open,
        own=mine,
        steps={seat: known.get(seat) for seat in others} if is_asked else {},
        opened=tuple(remark for remark in remarks if remark.seat != own.seat),
        writers=tuple(player.seat for player in writers),
        suspects=tuple(_list_suspects(table, suspicions if is_over else [], is_observed=observer is not None)),
        marks={player.seat: tuple(player.marks) for player in writers if player.marks} if is_open else {},
        observer=observer,
        starts=_list_scene_starts(table),
        last=len(table.entries),
    )


def _list_writers(game: Game, players: Iterable[Player], own: Player) -> list[Player]:
    others = [player for player in players if player.pk != own.pk and _is_opened(game, player)]
    return [own, *(others if _is_opened(game, own) else [])]


def _is_opened(game: Game, player: Player) -> bool:
    return player.opens_notes and game.status == Game.Status.OVER


def load_remarks(table: Table, writers: Sequence[Player]) -> list[Remark]:
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
    return table.title.scene(table.states[at])


def has_notes(game: Game, user_id: int) -> bool:
    return any(model._default_manager.filter(game=game, author=user_id).exists() for model in (Note, Suspicion))


def find_steps(table: Table, suspicions: Iterable[Remark], at: int) -> dict[int, int]:
    """Return a player's current suspicions by seat.

    In titles whose suspicions belong to a scene, each scene starts with none.
    """
    suspicion, scene = table.title.TEXTS.suspicion, find_scene(table, at)
    is_by_scene = suspicion is not None and suspicion.by_scene
    return {
        each.about: each.step
        for each in suspicions
        if each.about is not None and each.at <= at and (not is_by_scene or each.scene == scene)
    }


def list_remarks_of_step(table: Table, own: Player, step: int) -> list[Remark]:
    scene = find_scene(table, step)
    remarks = load_remarks(table, _list_writers(table.game, table.players, own))
    return [remark for remark in remarks if remark.at <= step and remark.scene == scene]


def _list_suspects(table: Table, suspicions: Sequence[Remark], *, is_observed: bool) -> Iterator[Suspect]:
    """Yield the suspects. Imaginary players are included, because the answer may be one of them."""
    places = table.game.seat_count + len(table.title.list_imaginary(table.game.seat_count))
    for place in range(places):
        about = [remark for remark in suspicions if remark.about == place]
        seats = sorted({remark.seat for remark in about})
        if about or is_observed:
            lines = tuple(Line(seat, _trace(table, [each for each in about if each.seat == seat])) for seat in seats)
            yield Suspect(place, lines, _find_truth(table, place))


def _trace(table: Table, thoughts: Sequence[Remark]) -> dict[int, int | None]:
    suspicion = table.title.TEXTS.suspicion
    steps: dict[int, int | None] = {}
    if suspicion is not None and suspicion.by_scene:
        steps = dict.fromkeys(_list_scene_starts(table).values())
    return dict(sorted({**steps, **{each.at: each.step for each in thoughts}}.items()))


def _list_scene_starts(table: Table) -> dict[int, int]:
    starts: dict[int, int] = {}
    for at in range(len(table.entries)):
        starts.setdefault(find_scene(table, at), at)
    return starts


def _find_truth(table: Table, seat: int) -> dict[int, bool | None]:
    suspicion = table.title.TEXTS.suspicion
    if suspicion is None:
        return {}
    return {scene: suspicion.truth(table.states[at], seat) for scene, at in _list_scene_starts(table).items()}
