"""What may be prepared, at any table: the same for every role, never the only choice, and never played if illegal."""

import re
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.rules.engine.errors import MalformedMove
from games.rules.engine.play import Position, answer
from games.rules.engine.premoves import Offer, Premove, read_premove
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Seat
from games.rules.registry import TITLES
from tests.rules.conformance import Setting, at_each, random_game, usual_settings
from tests.rules.premoves import draw_premove, premoves_of
from tests.rules.swap import play_game
from tests.rules.worlds import Worlds
from tests.titles import worlds_of

NAME = re.compile(r"[A-Za-z0-9-]{1,40}")


TITLES_WITH_PLANS = {name: title for name, title in TITLES.items() if title.PREMOVES}
any_title_with_premoves = pytest.mark.parametrize("title", TITLES_WITH_PLANS.values(), ids=TITLES_WITH_PLANS.keys())


@pytest.mark.rounds
@at_each([setting for setting in usual_settings() if setting.title.PREMOVES])
def test_what_is_offered_has_a_choice_and_what_a_plan_answers_is_legal(setting: Setting) -> None:
    title, premoves, chance = setting.title, premoves_of(setting.title), Random(str(setting))
    premove: dict[Seat, Premove] = {}
    game = random_game(setting, 0)
    for state in (*(step.before for step in game), game[-1].after):
        for seat in range(setting.seats):
            seen = title.observe(state, seat)
            offer = premoves.offer(seen)
            if seen.decision:
                assert offer is None
                require_legal(title, state, seat, premoves.answer(seen, premove.pop(seat, {})))
            elif offer:
                require_choice(offer)
                premove[seat] = draw_premove(offer, seen, chance)
                code = premoves.objection(seen, premove[seat])
                assert code is None or code in title.TEXTS.objections
    assert all(premoves.offer(title.observe(game[-1].after, seat)) is None for seat in range(setting.seats))
    assert all(premoves.offer(title.observe(step.before, None)) is None for step in game)


def require_legal(title: AnyTitle, state: Any, seat: Seat, moves: tuple[Any, ...] | None) -> None:
    """Fail unless a plan answers with nothing, or with the whole of what is asked."""
    if moves is not None:
        decision = title.decision(state, seat)
        assert decision is not None
        assert decision.public, "who is asked in secret prepared it, and others could not"
        answer(title, Position(state), seat, decision.name, moves)


def require_choice(offer: Offer) -> None:
    """Fail if there is nothing to choose, or a name could not stand in a form or an address."""
    assert any(len(slot.choices) != 1 for slot in offer.slots), "nobody is offered to play their only card"
    names = [slot.name for slot in offer.slots]
    assert len(names) == len(set(names))
    assert all(NAME.fullmatch(name) for name in (offer.name, *names))
    for slot in offer.slots:
        values = [value for value, _ in slot.choices]
        assert len(values) == len(set(values))
        assert all(values)


@any_title_with_premoves
def test_whoever_must_not_know_a_role_cannot_read_it_from_what_is_offered(title: AnyTitle) -> None:
    worlds = worlds_of(title.NAME)
    pairs = sum(compare_offers(worlds, f"plans-{number}") for number in range(4))
    assert bool(pairs) == worlds.HIDES_ROLES


def compare_offers(worlds: Worlds, seed: str) -> int:
    title, pairs = worlds.TITLE, 0
    game = play_game(worlds, seed)
    for state in game.states:
        for seat in range(game.seats):
            for other in worlds.swap_roles(state, seat):
                here, there = title.observe(state, seat), title.observe(other, seat)
                if (here.decision is None) == (there.decision is None):
                    assert premoves_of(title).offer(here) == premoves_of(title).offer(there)
                    pairs += 1
    return pairs


def test_an_offer_that_looks_at_a_role_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    insidejob = TITLES["insidejob"]
    careful = premoves_of(insidejob)
    careless = replace(careful, offer=lambda seen: careful.offer(seen) if seen.roles[seen.viewer] == "agent" else None)
    worlds = worlds_of("insidejob")
    monkeypatch.setattr(worlds, "TITLE", replace(insidejob, PREMOVES=careless))
    with pytest.raises(AssertionError):
        compare_offers(worlds, "plans-0")


EXPECTED = {"insidejob": {"lead", "play", "vote"}, "rendezvous": {"say", "point"}, "target": {"turn", "refill"}}


@any_title_with_premoves
def test_plans_are_followed_wherever_they_can_be(title: AnyTitle) -> None:
    worlds, chance = worlds_of(title.NAME), Random("followed")
    followed: Counter[str] = Counter()
    for number in range(25):
        followed.update(apply_premoves(worlds, f"followed-{number}", chance))
        if {*followed} == EXPECTED.get(title.NAME):
            break
    assert {*followed} == EXPECTED.get(title.NAME, {*followed}), followed


def apply_premoves(worlds: Worlds, seed: str, chance: Random) -> Counter[str]:
    title, premove = worlds.TITLE, dict[Seat, Premove]()
    game, followed = play_game(worlds, seed), Counter[str]()
    for state in game.states:
        for seat in range(game.seats):
            seen = title.observe(state, seat)
            if offer := premoves_of(title).offer(seen):
                premove[seat] = draw_premove(offer, seen, chance)
            elif seen.decision and premoves_of(title).answer(seen, premove.pop(seat, {})):
                followed[seen.decision.kind] += 1
    return followed


@pytest.mark.parametrize(
    ("fields", "code"),
    [({}, "nothing_prepared"), ({"spy": [""]}, "nothing_prepared"), ({"spy": ["12"]}, "not_offered")],
)
def test_a_form_with_nothing_or_with_something_else_is_refused(fields: dict[str, list[str]], code: str) -> None:
    title, (offer, _) = TITLES["target"], find_offer("target")
    assert title.PREMOVES
    with pytest.raises(MalformedMove, match=code):
        read_premove(offer, fields)


def find_offer(name: str) -> tuple[Offer, Any]:
    worlds = worlds_of(name)
    for state in play_game(worlds, "offer").states:
        for seat in range(2):
            seen = worlds.TITLE.observe(state, seat)
            if offer := premoves_of(worlds.TITLE).offer(seen):
                return offer, seen
    raise AssertionError("nothing was ever offered")
