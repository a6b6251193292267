"""Narration of a game to one viewer. Moves by the clock or a stand-in are marked, unless it is secret who was asked."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.texts import Sentence, text
from games.rules.engine.values import BOT, CLOCK, STAND_IN, Decision, Entry, Event, Seat, Term

# By name of the decision and seat.
Automatic = Mapping[tuple[str, Seat], str]
TAKEN_OVER = "taken_over"
GRANTED, PAUSED, RESUMED = "granted", "paused", "resumed"
# More time for a seat asked alone and openly: its bank, then a grace.
BANKED, GRACED = "banked", "graced"
EVENTS: Mapping[str, Sentence] = {
    "by_clock": text("Time’s up: an automatic move was made for {player}."),
    "by_stand_in": text("The stand-in made this move for {player}."),
    TAKEN_OVER: text("{player} takes over {former}’s seat."),
    GRANTED: text("{player} added time."),
    PAUSED: text("Everyone agreed to a pause."),
    RESUMED: text("The pause is over."),
    BANKED: text("Time’s up: {player} dips into their time bank."),
    GRACED: text("Time’s up and the time bank is empty: {player} gets one last extension."),
}


@dataclass(frozen=True, slots=True)
class Narration:
    """For one viewer.

    `events` holds what the viewer remembers of each log entry, `automatic` the automatic answers among these, `counts`
    all of them per seat.
    """

    events: tuple[tuple[Event, ...], ...]
    automatic: Automatic
    counts: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Question:
    """Answered by the log entries `first` to `end - 1`. A sealed one has all seats' choices."""

    decision: Decision
    first: int
    end: int


def tell(
    title: AnyTitle, states: Sequence[Any], log: Sequence[Entry], people: Collection[Seat], viewer: Seat | None
) -> Narration:
    """Narrate `log`; `states` has one entry more.

    A bot's move in a seat of `people` is a stand-in's.
    """
    events = [
        title.narrate(states[place], entry.move, states[place + 1], viewer, states[-1])
        for place, entry in enumerate(log)
    ]
    automatic: dict[tuple[str, Seat], str] = {}
    counts: Counter[Seat] = Counter()
    for question in list_questions(title, states, log) if has_automatic(log, people) else ():
        found = find_automatic(title, states, log, people, question)
        counts.update(found.keys())
        last = question.end - 1
        if found and events[last]:
            automatic.update({(question.decision.name, seat): by for seat, by in found.items()})
            events[last] = mark(events[last], found, question)
    return Narration(tuple(events), automatic, counts)


def has_automatic(log: Sequence[Entry], people: Collection[Seat]) -> bool:
    return any(entry.by == CLOCK or (entry.by == BOT and entry.move.seat in people) for entry in log)


def add_words(told: Narration, words: Iterable[tuple[int, Event]]) -> Narration:
    """Insert the site's events, each with the log's length then.

    Each follows the previous move's events or precedes the next move's, and is forgotten with them.
    """
    behind, ahead = defaultdict[int, list[Event]](list), defaultdict[int, list[Event]](list)
    for place, word in words:
        near = next((at for at in (place - 1, place) if 0 <= at < len(told.events) and told.events[at]), None)
        if near is not None:
            (behind if near < place else ahead)[near].append(word)
    events = tuple((*ahead[at], *each, *behind[at]) for at, each in enumerate(told.events))
    return replace(told, events=events)


def name_substitute(seat: Seat, former: str) -> Event:
    return Event(TAKEN_OVER, {"player": Term("seat", seat), "former": Term("word", former)})


def name_clock_move(kind: str, seat: Seat | None) -> Event:
    """`seat` granted the time, or got it."""
    return Event(kind, {} if seat is None else {"player": Term("seat", seat)})


def list_questions(title: AnyTitle, states: Sequence[Any], log: Sequence[Entry]) -> Iterator[Question]:

    def identify(place: int) -> tuple[Decision, Seat | None]:
        seat = log[place].move.seat
        decision = title.decision(states[place], seat)
        assert decision is not None
        return decision, None if decision.sealed else seat

    for (decision, _), places in groupby(range(len(log)), identify):
        first, *others = places
        yield Question(decision, first, (others or [first])[-1] + 1)


def find_automatic(
    title: AnyTitle, states: Sequence[Any], log: Sequence[Entry], people: Collection[Seat], question: Question
) -> dict[Seat, str]:
    """Sealed choices are secret until all are in."""
    if not question.decision.public or is_still_sealed(title, states[question.end], question.decision):
        return {}
    chosen = {entry.move.seat: entry.by for entry in log[question.first : question.end]}
    return {
        seat: CLOCK if by == CLOCK else STAND_IN
        for seat, by in chosen.items()
        if by == CLOCK or (by == BOT and seat in people)
    }


def is_still_sealed(title: AnyTitle, state: Any, decision: Decision) -> bool:
    return decision.sealed and any(title.decision(state, seat) == decision for seat in title.to_act(state))


def mark(events: tuple[Event, ...], automatic: Mapping[Seat, str], question: Question) -> tuple[Event, ...]:
    """The first event is the move itself, but sealed choices have none."""
    place = 0 if question.decision.sealed else 1
    marks = (Event(f"by_{by}", {"player": Term("seat", seat)}) for seat, by in automatic.items())
    return (*events[:place], *marks, *events[place:])
