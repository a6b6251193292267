"""What the API answers. There may be more keys than these, and sites add new ones."""

from typing import Any, NotRequired, TypedDict

Move = dict[str, Any]
"""`type` and the fields of that type, such as `{"type": "play", "card": "B7", "wager": false}`."""
Answer = list[Move]
"""One answer to a question: mostly one move; at Inside Job the leader answers with a mission and a card."""


class Seated(TypedDict):
    seat: int
    name: str
    person: NotRequired[str]
    ready: NotRequired[bool]
    stand_in: NotRequired[bool]


class Game(TypedDict):
    """A table as one player sees it. What only a running or finished game has may be missing before."""

    code: str
    title: str
    name: str
    status: str
    paused: NotRequired[bool]
    seats: NotRequired[int]
    you: int | None
    players: list[Seated]
    observation: NotRequired[dict[str, Any]]
    decision: NotRequired[str | None]
    answers: NotRequired[list[Answer]]
    own_choice: NotRequired[Answer | None]
    awaited: NotRequired[list[int]]
    chosen: NotRequired[list[int]]
    ready_by: NotRequired[str | None]
    invited: NotRequired[bool]


class Row(TypedDict):
    """A table in a list."""

    code: str
    title: str
    status: str
    stand_in: NotRequired[bool]


class Talk(TypedDict):
    """Lines of the chat, the oldest first. `first` is the number of the first one, from 0."""

    first: int
    lines: list[dict[str, Any]]
