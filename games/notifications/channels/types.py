"""Types that all channels share."""

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
    """The delivery failed, but may work later."""
    NEVER = "never"
    """The delivery was refused for good."""


@dataclass(frozen=True)
class Line:
    """What a message says of one table. It is public."""

    kind: str
    """The notification type."""
    table: str
    code: str
    said: str
    """Table and type in one sentence."""
    link: str
    """Full address of the table."""
    named: str = ""
    """The same sentence with the name of the user in front, for a channel that a group reads."""


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

    @property
    def named_text(self) -> str:
        return "\n".join(f"{line.named or line.said}\n{line.link}" for line in self.lines)


@dataclass(frozen=True)
class Request:
    url: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    device: Device | None = None
    """The browser to push to; None for other channels."""


@dataclass(frozen=True, slots=True)
class Address:
    """What a user types in to be reached at a channel."""

    instructions: "Words"
    label: "Words"
    read: Callable[[str], str]
    """Return what to keep of the text that the user typed. Raises `ValueError`."""
    wrong: "Words"


@dataclass(frozen=True, slots=True)
class Channel:
    code: str
    name: "Words"
    is_private: bool
    """Whether only the user can read the channel. Other channels get no secret questions."""
    write: Callable[[Contact, Message], list[Request]] | None = None
    """Builds the requests; None for email."""
    address: Address | None = None
    gone: frozenset[int] = frozenset()
    """Response statuses that mean a final refusal."""
