"""What a title gives to the proofs that nothing leaks: other ways a game may have gone, and what is known of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Entry, Seat, Term

Log = tuple[Entry, ...]
Fields = Mapping[str, str | list[str]]
"""The fields of a form, some of them with several values."""
DrawTable = Callable[[Random], tuple[Any, int]]


@dataclass(frozen=True, slots=True)
class World:
    """One way the game may have gone: what was dealt, and the log with sealed choices as they were really made."""

    deal: Any
    log: Log


class Worlds(Protocol):
    """What a title gives to the swap: what can be known of its games, written from the rules, and other worlds."""

    @property
    def __name__(self) -> str: ...
    @property
    def TITLE(self) -> AnyTitle: ...  # noqa: N802
    @property
    def SECRETS(self) -> tuple[str, ...]:  # noqa: N802
        """The kinds of secrets in which worlds may differ."""

    @property
    def SHARES(self) -> Mapping[str, float]:  # noqa: N802
        """The least share of pairs with a secret, or with one of `list_facts`; of other secrets it is `SHARE`."""

    @property
    def RARE(self) -> Sequence[DrawTable]:  # noqa: N802
        """Kinds of tables that `draw_table` would hardly meet."""

    @property
    def TYPED(self) -> Mapping[str, tuple[str, ...]]:  # noqa: N802
        """The types of moves of which only some can be listed, each with the fields that may be null."""

    @property
    def COMBINED(self) -> tuple[str, ...]:  # noqa: N802
        """The options that change one another's rules: each combination is played at every number of seats."""

    @property
    def HIDES_ROLES(self) -> bool:  # noqa: N802
        """Whether seats are dealt roles in secret, to which clock and stand-in must be blind."""

    def draw_table(self, chance: Random) -> tuple[Any, int]:
        """Return the options and the number of seats of a table to play at."""

    def knows(self, state: Any, log: Log, viewer: Seat | None) -> Any:
        """Return everything `viewer` may know once `log` led to `state`.

        The standard that observations are held against, so it shares no code with them.
        """

    def imagine(self, state: Any, log: Log, foreseen: Log, viewer: Seat | None, chance: Random) -> World:
        """Return a random world that `viewer` cannot tell from the one in which `log` led to `state`.

        `foreseen` is `log`, or `log` and one move more that shall be legal in that world, too.
        """

    def differing_secrets(self, state: Any, log: Log, other: World) -> set[str]:
        """Return in which of `SECRETS` another world differs; an empty set means that it is the same world."""

    def list_facts(self, state: Any, viewer: Seat | None) -> Iterable[str]:
        """Return what kind of table and viewer it is, to be counted."""

    def attempts(self, state: Any, seat: Seat, dice: Random) -> list[Any]:
        """Return moves that `seat` might try, legal or not: what is answered must not tell a secret, either."""

    def opens(self, before: Any, after: Any, viewer: Seat | None) -> bool:
        """Tell whether the move between two states lets `viewer` tell worlds apart by the rules."""

    def find_forgotten(self, received: Any, state: Any, viewer: Seat | None) -> str | None:
        """Return what is shown although it is no longer in sight, or None."""

    def swap_roles(self, state: Any, seat: Seat) -> Iterable[Any]:
        """Return the same game with the hidden role of `seat` exchanged for another's; with nothing else changed.

        Nothing where the role of that seat is known to all, or where the title hides no roles.
        """

    def list_hidden(self, state: Any, viewer: Seat | None) -> list[Term]:
        """Return what may not be named to `viewer`, neither by its code nor in words."""

    def write_form(self, move: Any) -> Fields:
        """Return the fields in which a form sends a move."""

    def draw_forms(self, chance: Random) -> list[Fields]:
        """Return fields of forms filled in blindly."""
