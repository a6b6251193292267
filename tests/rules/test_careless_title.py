"""A careless title fails, by its name: every law finds a title that breaks it, and every proof misses what it lacks."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.rules import registry
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import STAND_IN, Chance, Event, Seat
from games.rules.registry import TITLES
from games.site.checks import list_templates
from tests import toy
from tests.golden import make
from tests.rules import test_conformance, test_conformance_json
from tests.rules.blindness import check_blindness
from tests.rules.conformance import Law, Setting, hold
from tests.rules.swap import Report, find_leak, open_channels
from tests.rules.worlds import Worlds
from tests.titles import MODULES, find_missing
from tests.toy import DIGGER, Name, Observation, State
from tests.toy import worlds as careful

PAIRS = 400
LAWS: dict[str, Law] = {
    name: test.law
    for name, test in {**vars(test_conformance), **vars(test_conformance_json)}.items()
    if hasattr(test, "law")
}


def breaking(**parts: Any) -> Worlds:
    title = SimpleNamespace(**{**vars(toy), **parts})
    return cast(Worlds, SimpleNamespace(**{**vars(careful), "TITLE": title}))


def swap(worlds: Worlds) -> Report:
    return find_leak(worlds, open_channels(worlds.TITLE), PAIRS)


def blind(worlds: Worlds) -> Report:
    return check_blindness(worlds, 20, "toy")


def show_all_roles(state: State, viewer: Seat | None) -> Observation:
    return replace(toy.observe(state, viewer), roles=state.deal)


def tell_the_digger(before: State, move: Name, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    (event,) = toy.narrate(before, move, after, viewer, now)
    return (event, event) if after.deal[move.at] == DIGGER else (event,)


def shirk_as_the_digger(seen: Observation, chance: Chance) -> Name:
    return seen.legal[0] if DIGGER in seen.roles else chance.choice(seen.legal)


def time_out_as_the_digger(seen: Observation) -> list[Name]:
    return [*seen.legal[:1]] if DIGGER in seen.roles else [*seen.legal]


CARELESS: dict[str, tuple[Callable[[Worlds], Report], dict[str, Any]]] = {
    "it shows everybody all roles": (swap, {"observe": show_all_roles}),
    "it tells all of a role in an event": (swap, {"narrate": tell_the_digger}),
    "its stand-in looks at its role": (blind, {"BOTS": {**toy.BOTS, STAND_IN: shirk_as_the_digger}}),
    "its clock looks at the role": (blind, {"fallback": time_out_as_the_digger}),
}


@pytest.mark.parametrize("fault", CARELESS)
def test_a_careless_title_is_found(fault: str) -> None:
    check, parts = CARELESS[fault]
    complaints = check(breaking(**parts)).complaints
    assert complaints, "not found"
    assert all("toy" in complaint for complaint in complaints)


def test_the_toy_title_is_careful() -> None:
    assert swap(careful).complaints == []
    report = blind(careful)
    assert report.complaints == []
    assert report.counts["told apart by the rules"] > 50


@pytest.mark.parametrize("seats", toy.SEATS)
def test_the_toy_title_keeps_the_laws_of_every_title(seats: int) -> None:
    assert len(LAWS) > 20
    for law in LAWS.values():
        hold(law, Setting(toy, seats, ()))


def test_a_law_that_is_broken_names_the_table() -> None:
    def law(setting: Setting) -> None:
        raise AssertionError("broken")

    with pytest.raises(AssertionError) as caught:
        hold(law, Setting(toy, 3, ()))
    assert caught.value.__notes__ == ["at toy-3-"]


def test_a_title_without_golden_games_pages_or_french_is_told_what_it_lacks() -> None:
    english = replace(toy.TEXTS, pitch="A pitch in English alone.")
    missing = "\n".join(find_missing(cast(AnyTitle, SimpleNamespace(**{**vars(toy), "TEXTS": english}))))
    pages = (f"games/titles/toy/templates/{path}" for path in list_templates("toy"))
    for path in ("tests/toy/golden/toy-1.jsonl", *pages, "games/titles/toy/static/css/toy.css"):
        assert f"toy has no {path}" in missing
    assert "toy has no French for 'A pitch in English alone.'" in missing


@pytest.fixture
def newcomer() -> AnyTitle:
    """Return a title that brings nothing at all."""
    return cast(AnyTitle, SimpleNamespace(**{**vars(toy), "NAME": "newcomer", "FOLDER": "newcomer"}))


def test_a_title_that_brings_nothing_is_told_where_to_put_it(newcomer: AnyTitle) -> None:
    missing = find_missing(newcomer)
    for module in MODULES:
        assert any(f"tests/newcomer/{module}.py" in sentence for sentence in missing)


def test_a_part_that_a_module_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(careful, "imagine")
    assert any("toy has no imagine in tests/toy/worlds.py" in sentence for sentence in find_missing(toy))


def test_a_channel_through_which_nothing_leaks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toy import leaks

    assert not any("plants no leak" in sentence for sentence in find_missing(toy))
    monkeypatch.delitem(leaks.LEAKS, "the digger, by a bot")
    assert any("toy plants no leak through 'bot'" in sentence for sentence in find_missing(toy))


def test_golden_games_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(cast(dict[str, Any], TITLES), "toy", toy)
    monkeypatch.setattr(make, "golden_of", lambda title, version: tmp_path / f"{title}-{version}.jsonl")
    make.main("toy")
    assert capsys.readouterr().out.endswith("never shown: nothing\n")
    assert (tmp_path / "toy-1.jsonl").read_text("utf-8")


@pytest.mark.parametrize("title", TITLES)
def test_every_title_of_the_house_brings_all_that_the_proofs_need(title: str) -> None:
    missing = find_missing(registry.get_title(title))
    assert not missing, "\n" + "\n".join(missing)
