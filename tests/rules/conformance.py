"""What must hold for any title: games played at random, and the checks made on them.

Nothing here knows a title: tables come from the list of them, moves from the title's own functions.
"""

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any
from zlib import crc32

import pytest

from games.rules.engine.errors import InvalidOption, MalformedMove
from games.rules.engine.options import Option
from games.rules.engine.play import Position, close, settle
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import STAND_IN, Bot, Chance, DealtJson, Entry, Json, Seat
from games.rules.registry import TITLES
from tests.rounds import choose, count_rounds
from tests.titles import worlds_of


@dataclass(frozen=True)
class Setting:
    """A kind of table: a title, a number of seats and its options as JSON."""

    title: AnyTitle
    seats: int
    options: tuple[tuple[str, Json], ...]

    def __str__(self) -> str:
        chosen = "-".join(f"{name}={value}" for name, value in self.options)
        return f"{self.title.NAME}-{self.seats}-{chosen}"

    @property
    def choices(self) -> tuple[tuple[str, Json], ...]:
        return (("seats", self.seats), *self.options)

    def parse(self) -> Any:
        return self.title.parse_options(dict(self.options), self.seats)

    def deal(self, seed: int) -> Any:
        return self.title.make_deal(self.parse(), self.seats, Random(f"deal {seed}"))

    def start(self, seed: int) -> Any:
        return self.title.start(self.parse(), self.deal(seed), self.title.RULES)

    def bots(self, name: str = "random") -> dict[Seat, Bot]:
        return dict.fromkeys(range(self.seats), self.title.BOTS[name])


@cache
def settings() -> tuple[Setting, ...]:
    every = (
        Setting(title, seats, options)
        for title in TITLES.values()
        for seats in title.SEATS
        for options in option_combinations(title)
    )
    return tuple(setting for setting in every if is_allowed(setting))


def is_allowed(setting: Setting) -> bool:
    try:
        setting.parse()
    except InvalidOption:
        return False
    return True


MAX_OF_ONE = 60
"""How many games of one setting are enough for a test."""
MANY = 200
"""From how many settings on a title's tests look only at enough of them that every two choices meet."""


LAW_EVERY = 3
"""Of a title's settings, if they are more than these squared, small rounds hold a law against one in so many."""


@cache
def usual_settings() -> tuple[Setting, ...]:
    """Return the settings that this run of the tests looks at: all, where a title has few or all were asked for.

    Of a title with many settings these are enough that every choice is there; if the rounds ask for it, that every two
    meet; and that every number of seats meets every combination of the options that the title's tests want `COMBINED`.
    """
    chosen: list[Setting] = []
    for title in TITLES.values():
        own = [setting for setting in settings() if setting.title is title]
        chosen += own if len(own) <= MANY or are_all_asked() else pick_some(own)
    made = list_made_settings()
    return (*chosen, *(made if are_combined() else made[:: choose(7, deep=3)]))


@cache
def list_made_settings() -> tuple[Setting, ...]:
    every = (
        Setting(title, seats, ((option.name, entry),))
        for title in TITLES.values()
        for option in title.OPTIONS
        for entry in make_entries(option)
        for seats in title.SEATS
    )
    return tuple(setting for setting in every if is_allowed(setting))


def make_entries(option: Option) -> list[str]:
    if option.house_role is None:
        return []
    made: dict[str, None] = {}
    for values in product(*map(values_of, option.house_role.parts)):
        with suppress(InvalidOption):
            made[
                option.house_role.make(
                    {part.name: value for part, value in zip(option.house_role.parts, values, strict=True)}
                )
            ] = None
    return [entry for entry in made if entry]


def are_all_asked() -> bool:
    return count_rounds("settings") > 2


def are_combined() -> bool:
    return count_rounds("settings") > 1


def pick_some(every: Sequence[Setting]) -> list[Setting]:
    """Return some of a title's settings, in which all meet that are to meet and do in any: the most useful first."""
    size = min(2, 1 + count_rounds("settings"))
    groups = {setting: {*combinations(setting.choices, size)} for setting in every}
    whole = {setting: combination_of(setting) for setting in every}
    combined, missing, picked = {*whole.values()} - {()}, set().union(*groups.values()), list[Setting]()
    seen: Counter[tuple[str, Json]] = Counter()

    def use_of(setting: Setting) -> tuple[bool, int, int]:
        return whole[setting] in combined, len(groups[setting] & missing), -sum(map(seen.__getitem__, setting.choices))

    while combined or missing:
        picked.append(max(every, key=use_of))
        combined.discard(whole[picked[-1]])
        missing -= groups[picked[-1]]
        seen.update(picked[-1].choices)
    return picked


def combination_of(setting: Setting) -> tuple[tuple[str, Json], ...]:
    """Return the number of seats and what is chosen for the options of which every combination is looked at."""
    names = worlds_of(setting.title.NAME).COMBINED if are_combined() else ()
    return tuple(choice for choice in setting.choices if choice[0] in ("seats", *names)) if names else ()


def share(setting: Setting, games: int) -> range:
    """Return the seeds of the games that fall to one setting if its title has about `games` in all, within reason."""
    games //= max(1, sum(other.title is setting.title for other in usual_settings()))
    return range(max(1, min(games, MAX_OF_ONE)))


def option_combinations(title: AnyTitle) -> list[tuple[tuple[str, Json], ...]]:
    names = [option.name for option in title.OPTIONS]
    values = [values_of(option) for option in title.OPTIONS]
    return [tuple(zip(names, chosen, strict=True)) for chosen in product(*values)]


def values_of(option: Option) -> list[Json]:
    return [value for value, _ in option.choices] or [True, False]


@dataclass(frozen=True)
class Step:
    """One move of a game, with the states before and after it."""

    before: Any
    entry: Entry
    after: Any


@cache
def random_game(setting: Setting, seed: int) -> tuple[Step, ...]:
    chance = Random(seed)
    state = setting.start(seed)
    _, log = settle(setting.title, Position(state), setting.bots(), chance)
    return tuple(steps_of(setting.title, state, log))


def steps_of(title: AnyTitle, state: Any, log: Sequence[Entry]) -> Iterator[Step]:
    for entry in log:
        after = title.apply(state, entry.move)
        yield Step(state, entry, after)
        state = after


PATIENCE = 200
"""How many questions the clock closes before stand-ins sit down. No game whose rules set an end has that many."""


def play_with_absent_seats(
    setting: Setting, seed: int, absent: frozenset[Seat], patience: int = PATIENCE
) -> tuple[Position, list[Entry]]:
    """Play a game in which bots move for those who are there, and for `absent` seats the clock, at last stand-ins."""
    chance = Random(seed)
    players = {seat: bot for seat, bot in setting.bots().items() if seat not in absent}
    position = Position(setting.start(seed))
    log: list[Entry] = []
    for closed in range(patience + 1):
        if closed == patience:
            players.update(dict.fromkeys(absent, setting.title.BOTS[STAND_IN]))
        position, entries = settle(setting.title, position, players, chance)
        log.extend(entries)
        if not setting.title.to_act(position.state):
            break
        position, entries = close(setting.title, position, chance)
        log.extend(entries)
    return position, log


def moves_around(title: AnyTitle, states: Sequence[Any]) -> list[Any]:
    """Return every move legal for a seat in one of `states`: for most of these states, an illegal one."""
    moves: dict[Any, None] = {}
    for state in states:
        for seat in title.to_act(state):
            moves.update(dict.fromkeys(title.legal_moves(state, seat)))
            moves.update(dict.fromkeys(title.fallback(title.observe(state, seat))))
    return list(moves)


def mutations(title: AnyTitle, move: Any, seats: int, chance: Chance) -> Iterator[Any]:
    """Give moves like `move` with another seat or with one field of its JSON changed, as far as they can be read."""
    yield title.load_move(chance.randrange(seats), title.dump_move(move))
    raw = title.dump_move(move)
    for name, value in raw.items():
        changed = {**raw, name: mutate(value, chance)}
        with suppress(MalformedMove):
            yield title.load_move(move.seat, changed)


def mutate(value: Json, chance: Chance) -> Json:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice((-1, 1))
    if isinstance(value, list):
        return [*value, chance.randrange(10)] if chance.random() < 0.5 else value[1:]
    return str(value)[::-1]


def through_json(value: Json) -> Json:
    """Return `value` after a trip through real JSON, which must not change it."""
    back = json.loads(json.dumps(value, allow_nan=False))
    assert back == value
    return back


def deal_through_json(dealt: DealtJson) -> DealtJson:
    return DealtJson(through_json(dealt.common), tuple(through_json(hand) for hand in dealt.hands))


def snapshot(value: Any) -> bytes:
    return pickle.dumps(value)


def seen_by_all(title: AnyTitle, state: Any, seats: int) -> Mapping[Seat | None, Any]:
    return {viewer: title.observe(state, viewer) for viewer in (*range(seats), None)}


Law = Callable[[Setting], None]


def at_each(chosen: Sequence[Setting]) -> Callable[[Law], Callable[[str], None]]:
    """Make of a law one test of each title: it holds at each of the chosen settings, or the test names where not.

    In small rounds each law is held against others of a title's many. The law itself is its `law`.
    """
    by_title = {name: [each for each in chosen if name == each.title.NAME] for name in TITLES}

    def make_test(law: Law) -> Callable[[str], None]:
        @pytest.mark.parametrize("title", [name for name, settings in by_title.items() if settings])
        def test(title: str) -> None:
            for setting in take_turn(law, by_title[title]):
                hold(law, setting)

        test.__name__, test.__qualname__, test.__module__ = law.__name__, law.__qualname__, law.__module__
        vars(test)["law"] = law
        return test

    return make_test


def take_turn(law: Law, chosen: Sequence[Setting]) -> Sequence[Setting]:
    """Return at which of a title's settings a law is looked at in this run."""
    if count_rounds("settings") or len(chosen) <= LAW_EVERY**2:
        return chosen
    return chosen[crc32(law.__name__.encode()) % LAW_EVERY :: LAW_EVERY]


def hold(law: Law, setting: Setting) -> None:
    try:
        law(setting)
    except Exception as error:
        error.add_note(f"at {setting}")
        raise


any_setting = at_each(usual_settings())
any_title = pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())
