"""Types that channels share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from games.models import Contact, Device

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words


class Outcome(Enum):
    TAKEN = "taken"
    LATER = "later"
    """Failed, but may work later."""
    NEVER = "never"
    """Refused for good."""


@dataclass(frozen=True)
class Line:
    """Public."""

    kind: str
    """The notification type."""
    table: str
    code: str
    said: str
    """Table and type in one sentence."""
    link: str
    """Full address of the table."""


@dataclass(frozen=True)
class Message:
    title: str
    lines: tuple[Line, ...]
    link: str
    """The table, or the list of tables."""
    waiting: int
    """Counts secret questions too: show it to the user only."""

    @property
    def text(self) -> str:
        return "\n".join(f"{line.said}\n{line.link}" for line in self.lines)


@dataclass(frozen=True)
class Request:
    url: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    device: Device | None = None
    """For push."""


@dataclass(frozen=True, slots=True)
class Address:
    """What a user types in to be reached at a channel."""

    instructions: "Words"
    label: "Words"
    read: Callable[[str], str]
    """Return what to keep of it. Raises `ValueError`."""
    wrong: "Words"


@dataclass(frozen=True, slots=True)
class Channel:
    code: str
    name: "Words"
    is_private: bool
    """Only the user can read it. Others get no secret questions."""
    write: Callable[[Contact, Message], list[Request]] | None = None
    """Builds the requests; None for email."""
    address: Address | None = None
    gone: frozenset[int] = frozenset()
    """Response statuses that mean a final refusal."""
