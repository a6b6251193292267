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
from games.site.checks import _list_templates
from mole.rules import DIGGER, Name, Observation, State
from mole.rules import TITLE as mole
from mole.tests import worlds as careful
from tests.golden import make
from tests.rules import test_conformance, test_conformance_json
from tests.rules.blindness import check_blindness
from tests.rules.conformance import Law, Setting, hold
from tests.rules.swap import Report, find_leak, open_channels
from tests.rules.worlds import Worlds
from tests.titles import MODULES, find_missing

PAIRS = 400
LAWS: dict[str, Law] = {
    name: test.law
    for name, test in {**vars(test_conformance), **vars(test_conformance_json)}.items()
    if hasattr(test, "law")
}


def breaking(**parts: Any) -> Worlds:
    return cast(Worlds, SimpleNamespace(**{**vars(careful), "TITLE": replace(mole, **parts)}))


def swap(worlds: Worlds) -> Report:
    return find_leak(worlds, open_channels(worlds.TITLE), PAIRS)


def blind(worlds: Worlds) -> Report:
    return check_blindness(worlds, 20, "mole")


def show_all_roles(state: State, viewer: Seat | None) -> Observation:
    return replace(mole.observe(state, viewer), roles=state.deal)


def tell_the_digger(before: State, move: Name, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    (event,) = mole.narrate(before, move, after, viewer, now)
    return (event, event) if after.deal[move.at] == DIGGER else (event,)


def shirk_as_the_digger(seen: Observation, chance: Chance) -> Name:
    return seen.legal[0] if DIGGER in seen.roles else chance.choice(seen.legal)


def time_out_as_the_digger(seen: Observation) -> list[Name]:
    return [*seen.legal[:1]] if DIGGER in seen.roles else [*seen.legal]


CARELESS: dict[str, tuple[Callable[[Worlds], Report], dict[str, Any]]] = {
    "it shows everybody all roles": (swap, {"observe": show_all_roles}),
    "it tells all of a role in an event": (swap, {"narrate": tell_the_digger}),
    "its stand-in looks at its role": (blind, {"BOTS": {**mole.BOTS, STAND_IN: shirk_as_the_digger}}),
    "its clock looks at the role": (blind, {"fallback": time_out_as_the_digger}),
}


@pytest.mark.parametrize("fault", CARELESS)
def test_a_careless_title_is_found(fault: str) -> None:
    check, parts = CARELESS[fault]
    complaints = check(breaking(**parts)).complaints
    assert complaints, "not found"
    assert all("mole" in complaint for complaint in complaints)


def test_the_mole_title_is_careful() -> None:
    assert swap(careful).complaints == []
    report = blind(careful)
    assert report.complaints == []
    assert report.counts["told apart by the rules"] > 50


@pytest.mark.parametrize("seats", mole.SEATS)
def test_the_mole_title_keeps_the_laws_of_every_title(seats: int) -> None:
    assert len(LAWS) > 20
    for law in LAWS.values():
        hold(law, Setting(mole, seats, ()))


def test_a_law_that_is_broken_names_the_table() -> None:
    def law(setting: Setting) -> None:
        raise AssertionError("broken")

    with pytest.raises(AssertionError) as caught:
        hold(law, Setting(mole, 3, ()))
    assert caught.value.__notes__ == ["at mole-3-"]


def test_a_title_without_golden_games_pages_or_french_is_told_what_it_lacks() -> None:
    english = replace(mole.TEXTS, pitch="A pitch in English alone.")
    missing = "\n".join(find_missing(replace(mole, TEXTS=english)))
    pages = (f"templates/{path}" for path in _list_templates("mole"))
    for path in (*pages, "static/css/mole.css"):
        assert f"mole has no {path}" in missing
    assert "mole has no French for 'A pitch in English alone.'" in missing


@pytest.fixture
def newcomer() -> AnyTitle:
    """Return a title that brings nothing at all."""
    return replace(mole, NAME="newcomer", FOLDER="newcomer")


def test_a_title_that_brings_nothing_is_told_where_to_put_it(newcomer: AnyTitle) -> None:
    missing = find_missing(newcomer)
    for module in MODULES:
        assert any(f"newcomer has no tests/{module}.py in its folder" in sentence for sentence in missing)


def test_a_part_that_a_module_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(careful, "imagine")
    assert any("mole has no imagine in tests/worlds.py of its folder" in sentence for sentence in find_missing(mole))


def test_a_channel_through_which_nothing_leaks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from mole.tests import leaks

    assert not any("plants no leak" in sentence for sentence in find_missing(mole))
    monkeypatch.delitem(leaks.LEAKS, "the digger, by a bot")
    assert any("mole plants no leak through 'bot'" in sentence for sentence in find_missing(mole))


def test_golden_games_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(cast(dict[str, Any], TITLES), "mole", mole)
    monkeypatch.setattr(make, "golden_of", lambda title, version: tmp_path / f"{title}-{version}.jsonl")
    make.main("mole")
    assert capsys.readouterr().out.endswith("never shown: nothing\n")
    assert (tmp_path / "mole-1.jsonl").read_text("utf-8")


@pytest.mark.parametrize("title", TITLES)
def test_every_title_of_the_house_brings_all_that_the_proofs_need(title: str) -> None:
    missing = find_missing(registry.get_title(title))
    assert not missing, "\n" + "\n".join(missing)
