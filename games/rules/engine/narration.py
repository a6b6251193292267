"""What one viewer has been told of a game, and which of its moves no player chose.

A move by the clock or by a stand-in must not be taken for its owner's own, so the house tells everybody what it is, for
all titles alike. Where others may not know who was asked, it says nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.texts import Sentence, text
from games.rules.engine.values import BOT, CLOCK, STAND_IN, Decision, Entry, Event, Seat, Term

Automatic = Mapping[tuple[str, Seat], str]
"""By a decision's name and the seat that was asked, who answered in its player's place: `CLOCK` or `STAND_IN`."""
TAKEN_OVER = "taken_over"
"""The code of the event that names who had a seat before."""
GRANTED, PAUSED, RESUMED = "granted", "paused", "resumed"
"""The codes of what players do to the clock."""
BANKED, GRACED = "banked", "graced"
"""The codes of time that the clock gives one who is asked alone and openly: out of their bank, then a last time."""
EVENTS: Mapping[str, Sentence] = {
    "by_clock": text("Time’s up: an automatic move was made for {player}."),
    "by_stand_in": text("The stand-in made this move for {player}."),
    TAKEN_OVER: text("{player} takes over {former}’s seat."),
    GRANTED: text("{player} gave more time."),
    PAUSED: text("All agreed to a pause."),
    RESUMED: text("The pause ended."),
    BANKED: text("Time’s up: {player} draws on their bank."),
    GRACED: text("Time’s up and the bank is empty: {player} gets a last extension."),
}
"""The sentences of the house's own events."""


@dataclass(frozen=True, slots=True)
class Narration:
    """What one viewer has been told. `events` holds, for each entry of the log, what they still recall of it.

    `automatic` names the automatic answers among what is recalled; `counts` says how many each seat has had in the
    whole game: seats that have had none are left out.
    """

    events: tuple[tuple[Event, ...], ...]
    automatic: Automatic
    counts: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Question:
    """A decision and the stretch of the log that answers it, from `first` up to before `end`.

    That is one submission or, where the decision is sealed, the choices of all who were asked.
    """

    decision: Decision
    first: int
    end: int


def tell(
    title: AnyTitle, states: Sequence[Any], log: Sequence[Entry], people: Collection[Seat], viewer: Seat | None
) -> Narration:
    """Return what `viewer` has been told once `log` led through `states`, of which there is one more.

    `people` are the seats that persons have: what a bot chose there, it chose as their stand-in.
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
    """Tell whether any answer in the log was not its player's own."""
    return any(entry.by == CLOCK or (entry.by == BOT and entry.move.seat in people) for entry in log)


def add_words(told: Narration, words: Iterable[tuple[int, Event]]) -> Narration:
    """Return `told` with words of the house on what happened when the log had so many entries, in that order.

    Each stands behind what was told of the move before, or else ahead of the next, and is forgotten with that.
    """
    behind, ahead = defaultdict[int, list[Event]](list), defaultdict[int, list[Event]](list)
    for place, word in words:
        near = next((at for at in (place - 1, place) if 0 <= at < len(told.events) and told.events[at]), None)
        if near is not None:
            (behind if near < place else ahead)[near].append(word)
    events = tuple((*ahead[at], *each, *behind[at]) for at, each in enumerate(told.events))
    return replace(told, events=events)


def name_substitute(seat: Seat, former: str) -> Event:
    """Return the word on who had a seat before its player took it over."""
    return Event(TAKEN_OVER, {"player": Term("seat", seat), "former": Term("word", former)})


def name_clock_move(kind: str, seat: Seat | None) -> Event:
    """Return the word on a clock move: `GRANTED` by the player of a seat, `BANKED` or `GRACED` to them, or a pause."""
    return Event(kind, {} if seat is None else {"player": Term("seat", seat)})


def list_questions(title: AnyTitle, states: Sequence[Any], log: Sequence[Entry]) -> Iterator[Question]:
    """Yield what was asked, in order, each with its answers."""

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
    """Return by seat who answered in its player's place, as far as everybody may know.

    Nothing where others may not know who was asked, nor of sealed choices before all are in.
    """
    if not question.decision.public or is_still_sealed(title, states[question.end], question.decision):
        return {}
    chosen = {entry.move.seat: entry.by for entry in log[question.first : question.end]}
    return {
        seat: CLOCK if by == CLOCK else STAND_IN
        for seat, by in chosen.items()
        if by == CLOCK or (by == BOT and seat in people)
    }


def is_still_sealed(title: AnyTitle, state: Any, decision: Decision) -> bool:
    """Tell whether the choices of a sealed decision have not taken effect, as a seat is still to choose."""
    return decision.sealed and any(title.decision(state, seat) == decision for seat in title.to_act(state))


def mark(events: tuple[Event, ...], automatic: Mapping[Seat, str], question: Question) -> tuple[Event, ...]:
    """Return what is told of a question's last move, with a word on each automatic answer.

    It comes right after the event of the move itself, which is the first, and before what follows from it. What was
    sealed is told all at once, so there it comes before.
    """
    place = 0 if question.decision.sealed else 1
    marks = (Event(f"by_{by}", {"player": Term("seat", seat)}) for seat, by in automatic.items())
    return (*events[:place], *marks, *events[place:])
