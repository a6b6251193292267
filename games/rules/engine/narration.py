"""Narrates the log of a game to one viewer.

Moves by the clock or a stand-in are marked as automatic, unless it is secret who was asked.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.texts import Sentence, text
from games.rules.engine.values import BOT, CLOCK, STAND_IN, Decision, Entry, Event, Seat, Term

# The kind of each automatic answer, by the decision's name and the seat.
Automatic = Mapping[tuple[str, Seat], str]
TAKEN_OVER = "taken_over"
GRANTED, PAUSED, RESUMED = "granted", "paused", "resumed"
# The table stands still because no one plays; someone came back; no one came back for a week.
DESERTED, RETURNED, ABANDONED = "deserted", "returned", "abandoned"
RESTS = (PAUSED, RESUMED, DESERTED, RETURNED, ABANDONED)
# A seat that is asked alone and openly gets more time: first its bank, then a grace period.
BANKED, GRACED = "banked", "graced"
PAUSE_PROPOSED, PAUSE_DECLINED, END_PROPOSED, END_DECLINED, SPECTATORS_PROPOSED, SPECTATORS_DECLINED = (
    "pause_proposed", "pause_declined", "end_proposed", "end_declined", "spectators_proposed", "spectators_declined",
)  # fmt: skip
# These events are shown to players, but not to spectators.
AMONG_PLAYERS = frozenset(
    (PAUSE_PROPOSED, PAUSE_DECLINED, END_PROPOSED, END_DECLINED, SPECTATORS_PROPOSED, SPECTATORS_DECLINED)
)
EVENTS: Mapping[str, Sentence] = {
    "by_clock": text("Time’s up: an automatic move was made for {player}."),
    "by_stand_in": text("The stand-in bot made this move for {player}."),
    TAKEN_OVER: text("{player} takes over {former}’s seat."),
    GRANTED: text("{player} added time."),
    PAUSED: text("Everyone agreed to a pause."),
    RESUMED: text("The pause is over."),
    DESERTED: text("Nobody is at the table any more: the game stands still."),
    RETURNED: text("{player} is at the table: the game goes on."),
    ABANDONED: text("Nobody came back for a week: the game ended without a winner."),
    BANKED: text("Time’s up: {player} dips into their time bank."),
    GRACED: text("Time’s up and the time bank is empty: {player} gets one last extension."),
    PAUSE_PROPOSED: text("{player} would like to pause the game."),
    PAUSE_DECLINED: text("{player} would rather not pause now."),
    END_PROPOSED: text("{player} would like to end this game here."),
    END_DECLINED: text("{player} would rather keep playing."),
    SPECTATORS_PROPOSED: text("{player} would like to let people watch this game."),
    SPECTATORS_DECLINED: text("There will be no spectators: the proposal was declined."),
}


@dataclass(frozen=True, slots=True)
class Narration:
    """The log as one viewer may read it.

    `events` has, for each log entry, the events that the viewer still remembers. `automatic` has the automatic answers
    among these. `counts` counts all automatic answers by seat.
    """

    events: tuple[tuple[Event, ...], ...]
    automatic: Automatic
    counts: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the log entries `first` to `end - 1` that answer it.

    The choices of all seats answer a sealed question together.
    """

    decision: Decision
    first: int
    end: int


def tell(
    title: AnyTitle, states: Sequence[Any], log: Sequence[Entry], people: Collection[Seat], viewer: Seat | None
) -> Narration:
    """Return the narration of `log` for one viewer.

    `states` has the state before each entry, and the last state. A bot's move in a seat of `people` is a stand-in's.
    """
    events = [
        title.narrate(states[place], entry.move, states[place + 1], viewer, states[-1])
        for place, entry in enumerate(log)
    ]
    automatic: dict[tuple[str, Seat], str] = {}
    counts: Counter[Seat] = Counter()
    for question in _list_questions(title, states, log) if _has_automatic(log, people) else ():
        found = _find_automatic(title, states, log, people, question)
        counts.update(found.keys())
        last = question.end - 1
        if found and events[last]:
            automatic.update({(question.decision.name, seat): by for seat, by in found.items()})
            events[last] = _mark(events[last], found, question)
    return Narration(tuple(events), automatic, counts)


def _has_automatic(log: Sequence[Entry], people: Collection[Seat]) -> bool:
    return any(entry.by == CLOCK or (entry.by == BOT and entry.move.seat in people) for entry in log)


def add_words(told: Narration, words: Iterable[tuple[int, Event]]) -> Narration:
    """Insert events that do not come from moves, such as a pause.

    `words` has pairs of such an event and the length of the log when it happened. The event stands after those of the
    previous move, or else before those of the next one, and a viewer forgets it together with them.
    """
    behind, ahead = defaultdict[int, list[Event]](list), defaultdict[int, list[Event]](list)
    for place, word in words:
        near = next((at for at in (place - 1, place) if 0 <= at < len(told.events) and told.events[at]), None)
        if near is not None:
            (behind if near < place else ahead)[near].append(word)
    events = tuple((*ahead[at], *each, *behind[at]) for at, each in enumerate(told.events))
    return replace(told, events=events)


def _list_questions(title: AnyTitle, states: Sequence[Any], log: Sequence[Entry]) -> Iterator[Question]:

    def identify(place: int) -> tuple[Decision, Seat | None]:
        seat = log[place].move.seat
        decision = title.decision(states[place], seat)
        assert decision is not None
        return decision, None if decision.sealed else seat

    for (decision, _), places in groupby(range(len(log)), identify):
        first, *others = places
        yield Question(decision, first, (others or [first])[-1] + 1)


def _find_automatic(
    title: AnyTitle, states: Sequence[Any], log: Sequence[Entry], people: Collection[Seat], question: Question
) -> dict[Seat, str]:
    """Return who of those who answered a question did so automatically, as the kind of answer by seat.

    Nothing is said about sealed choices until all are in.
    """
    if not question.decision.public or _is_still_sealed(title, states[question.end], question.decision):
        return {}
    chosen = {entry.move.seat: entry.by for entry in log[question.first : question.end]}
    return {
        seat: CLOCK if by == CLOCK else STAND_IN
        for seat, by in chosen.items()
        if by == CLOCK or (by == BOT and seat in people)
    }


def _is_still_sealed(title: AnyTitle, state: Any, decision: Decision) -> bool:
    return decision.sealed and any(title.decision(state, seat) == decision for seat in title.to_act(state))


def _mark(events: tuple[Event, ...], automatic: Mapping[Seat, str], question: Question) -> tuple[Event, ...]:
    """Insert events that say which answers were automatic.

    The first event is the move itself, so they come after it. Sealed choices have no such event.
    """
    place = 0 if question.decision.sealed else 1
    marks = (Event(f"by_{by}", {"player": Term("seat", seat)}) for seat, by in automatic.items())
    return (*events[:place], *marks, *events[place:])
