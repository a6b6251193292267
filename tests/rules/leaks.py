"""How a leak is planted in a title: one of its channels is replaced by one that tells too much."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Entry, Event, Seat
from tests.rules.swap import Channels, open_channels
from tests.rules.worlds import DrawTable, Worlds

Some = TypeVar("Some", bound=Worlds)
Observe = Callable[[Any, Seat | None], Any]


@dataclass(frozen=True)
class Planter:
    """Plants leaks in one title."""

    title: AnyTitle

    def replacing(self, **channels: Any) -> Channels:
        return replace(open_channels(self.title), **channels)

    def beside(self, leak: Observe) -> Channels:
        """Return channels that give a viewer `leak` besides the observation."""
        return self.replacing(observe=lambda state, viewer: (self.title.observe(state, viewer), leak(state, viewer)))

    def while_running(self, leak: Observe) -> Channels:
        """Return channels that give `leak` besides the observation until the game is over."""
        return self.beside(lambda state, viewer: None if self.is_over(state) else leak(state, viewer))

    def at_the_end(self, leak: Observe) -> Channels:
        """Return channels that give `leak` besides the observation once the game is over."""
        return self.beside(lambda state, viewer: leak(state, viewer) if self.is_over(state) else None)

    def within(self, change: Callable[[Any, Any], Any]) -> Channels:
        """Return channels in which the observation of a running game is changed."""

        def observe(state: Any, viewer: Seat | None) -> Any:
            seen = self.title.observe(state, viewer)
            return seen if self.is_over(state) else change(seen, state)

        return self.replacing(observe=observe)

    def narration(self, change: Callable[[tuple[Event, ...], Any, Any, Any], tuple[Event, ...]]) -> Channels:
        """Return channels in which what is told of a move while the game runs is changed."""

        def narrate(before: Any, move: Any, after: Any, viewer: Seat | None, now: Any) -> tuple[Event, ...]:
            events = self.title.narrate(before, move, after, viewer, now)
            return events if self.is_over(now) or not events else change(events, before, move, after)

        return self.replacing(narrate=narrate)

    def narration_of(self, leak: Observe) -> Channels:
        """Return channels in which the telling of a running game is told with `leak`."""
        honest = open_channels(self.title).tell

        def tell(states: Sequence[Any], log: Sequence[Entry], viewer: Seat | None) -> Any:
            told, now = honest(states, log, viewer), states[-1]
            return told if self.is_over(now) else (told, leak(now, viewer))

        return self.replacing(tell=tell)

    def is_over(self, state: Any) -> bool:
        return self.title.outcome(state) is not None


def reorder(values: Sequence[Any], is_turned: bool) -> tuple[Any, ...]:
    return tuple(reversed(values)) if is_turned else tuple(values)


def at_tables(worlds: Some, draw_table: DrawTable) -> Some:
    """Return `worlds` in which games are played at the tables that `draw_table` gives."""
    return cast(Some, SimpleNamespace(**{**vars(worlds), "draw_table": draw_table, "RARE": ()}))
