"""Faces: six parts with six shapes each. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from hashlib import sha256
from itertools import product

SHAPES = 6
"""How many shapes each part of a face has, numbered from one."""


GROUNDS = ("#e6c3b7", "#c9c6e3", "#d8cc9c", "#b5d5c6", "#b3cee4", "#edc98f")
COATS = ("#a97c3c", "#35604a", "#27344d", "#8b2f3c", "#5a4a82", "#2b5a97")
"""The colours of coats, as in `img/faces.svg`."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face as the numbers of its shapes, in the order of the stored digits."""

    ground: int
    coat: int
    head: int
    eyes: int
    mouth: int
    hat: int
    is_bot: bool = False

    def __str__(self) -> str:
        return "".join(str(getattr(self, part)) for part in PARTS)

    def wear(self, part: str, shape: int) -> "Face":
        return build_face([shape if each == part else getattr(self, each) for each in PARTS], is_bot=self.is_bot)

    @property
    def symbols(self) -> tuple[str, ...]:
        """Return the SVG symbols, the lowest first."""
        drawn = tuple(f"{part}-{getattr(self, part)}" for part in ("ground", "head", "coat", "eyes", "mouth", "hat"))
        return (*drawn, "badge") if self.is_bot else drawn

    @property
    def colours(self) -> tuple[str, str]:
        """The two colours that stand for a face in email, which shows no drawing."""
        return GROUNDS[self.ground - 1], COATS[self.coat - 1]

    def looks_like(self, other: "Face") -> bool:
        """Whether two faces have the same hat, and two of head, eyes and mouth the same."""
        same = (self.head == other.head) + (self.eyes == other.eyes) + (self.mouth == other.mouth)
        return self.hat == other.hat and same > 1


PARTS = tuple(field.name for field in fields(Face) if field.name != "is_bot")


def build_face(shapes: Iterable[int], *, is_bot: bool = False) -> Face:
    ground, coat, head, eyes, mouth, hat = shapes
    return Face(ground, coat, head, eyes, mouth, hat, is_bot)


def _make_face(code: str) -> Face:
    digest = sha256(code.encode()).digest()
    return build_face(byte % SHAPES + 1 for byte in digest[: len(PARTS)])


def read_face(text: str) -> Face | None:
    """Return None unless `text` is six valid digits."""
    if len(text) != len(PARTS) or any(digit not in "123456" for digit in text):
        return None
    return build_face(map(int, text))


def find_face(code: str, chosen: str) -> Face:
    return read_face(chosen) or _make_face(code)


BOT_FACES = tuple(
    build_face(map(int, digits), is_bot=True)
    for digits in ("145152", "235231", "363553", "424214", "536425", "612646", "254351", "316132")
)
"""The faces of bots by seat."""
ADDED_FACE = Face(3, 1, 5, 2, 4, 2)
"""The face of a player that the rules add."""


@lru_cache(maxsize=1024)
def make_distinct(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    """Change the hat, or more, of faces that look like earlier ones."""
    shown: list[Face] = []
    for face in faces:
        shown.append(next(each for each in _list_variants(face) if not any(map(each.looks_like, shown))))
    return tuple(shown)


def _list_variants(face: Face) -> Iterator[Face]:
    for mouth, eyes, hat in product(range(SHAPES), repeat=3):
        yield replace(face, mouth=_turn(face.mouth, mouth), eyes=_turn(face.eyes, eyes), hat=_turn(face.hat, hat))


def _turn(shape: int, steps: int) -> int:
    return (shape - 1 + steps) % SHAPES + 1
