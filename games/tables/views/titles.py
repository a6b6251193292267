"""The titles, as pages show them to choose from."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import Http404

from accounts.faces import Face
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES, get_title

CAST = (
    Face(1, 2, 3, 1, 1, 2),
    Face(2, 6, 1, 4, 5, 3),
    Face(5, 1, 5, 3, 3, 1),
    Face(4, 3, 2, 2, 2, 4),
    Face(3, 5, 6, 6, 1, 5),
)
"""The faces in the pictures of titles."""


@dataclass(frozen=True)
class OfferedTitle:
    title: AnyTitle
    fewest: int
    most: int

    @property
    def emblem(self) -> str:
        return f"games/{self.title.FOLDER}/emblem.html"


def describe_titles() -> Iterator[OfferedTitle]:
    return (OfferedTitle(title, min(title.SEATS), max(title.SEATS)) for title in TITLES.values())


def find_title(name: str) -> AnyTitle:
    try:
        return get_title(name)
    except KeyError:
        raise Http404 from None
