"""The titles of the house as pages offer them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import Http404

from games.rules.protocol import AnyTitle
from games.rules.registry import TITLES, get_title


@dataclass(frozen=True)
class OfferedTitle:
    """A title, and from how many players to how many."""

    title: AnyTitle
    fewest: int
    most: int


def describe_titles() -> Iterator[OfferedTitle]:
    """Yield every title as it is offered, in the order of the house."""
    return (OfferedTitle(title, min(title.SEATS), max(title.SEATS)) for title in TITLES.values())


def find_title(name: str) -> AnyTitle:
    """Return the title called `name`. Raises `Http404` when the house does not hold it."""
    try:
        return get_title(name)
    except KeyError:
        raise Http404 from None
