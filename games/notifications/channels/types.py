"""What a channel is, what it is given to say, and what comes of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from games.models import Contact, Device

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words


class Outcome(Enum):
    """What came of a request."""

    TAKEN = "taken"
    LATER = "later"
    """It failed, and may go well another time."""
    NEVER = "never"
    """It is refused for good."""


@dataclass(frozen=True)
class Line:
    """What is said of one table: nothing that not everybody there may know."""

    kind: str
    """The code of the notice's kind."""
    table: str
    """The table's name."""
    code: str
    said: str
    """Table and kind in one sentence."""
    link: str
    """The full address of the table."""


@dataclass(frozen=True)
class Message:
    """What goes out at one time to one person by a channel other than mail."""

    title: str
    lines: tuple[Line, ...]
    link: str
    """The table, or the list of tables if there are several."""
    waiting: int
    """How many tables wait for the person, those included that ask in secret: for what nobody else sees."""

    @property
    def text(self) -> str:
        """All of it in plain lines."""
        return "\n".join(f"{line.said}\n{line.link}" for line in self.lines)


@dataclass(frozen=True)
class Request:
    """What is posted to another server."""

    url: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    device: Device | None = None
    """The browser that it is for."""


@dataclass(frozen=True, slots=True)
class Channel:
    """One way by which people are told."""

    code: str
    """What rows call it."""
    name: "Words"
    is_private: bool
    """Whether nobody but the person reads it: what is asked in secret goes by no other."""
    write: Callable[[Contact, Message], list[Request]] | None = None
    """Makes what is posted; none means that nothing is left to post to. Mail, which has its own way, has no such."""
    gone: frozenset[int] = frozenset()
    """The statuses of answers that refuse for good."""
