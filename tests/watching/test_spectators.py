"""The count of spectators: in the cache, rough, and without who they are."""

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from games.notifications.spectators import (
    NOTED_FOR,
    OPEN_FOR,
    SLOTS,
    count_spectators,
    is_noted,
    name_slot,
    note_spectator,
)


def watch(game: int, *spectators: str) -> None:
    for spectator in spectators:
        note_spectator(name_slot(game, spectator))


@pytest.mark.parametrize("number", [0, 1, 2, 5, 20, 60, 120])
def test_it_is_about_how_many_there_are(number: int) -> None:
    watch(1, *(f"user {each}" for each in range(number)))
    assert count_spectators(1) == pytest.approx(number, abs=max(1, number / 5))
    assert count_spectators(2) == 0


def test_one_who_polls_again_counts_once() -> None:
    watch(1, *["user 7"] * 5)
    assert count_spectators(1) == 1


def test_a_crowd_has_an_end() -> None:
    watch(1, *map(str, range(20 * SLOTS)))
    assert count_spectators(1) > 3 * SLOTS


def test_those_who_are_gone_are_forgotten() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        watch(1, "user 7")
        slot = name_slot(1, "user 7")
        assert is_noted(cache.get(slot))
        clock.shift(NOTED_FOR)
        assert not is_noted(cache.get(slot))
        clock.shift(OPEN_FOR)
        assert count_spectators(1) == 0


def test_without_a_cache_there_is_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object) -> None:
        raise OSError

    monkeypatch.setattr("games.notifications.spectators.cache.get_many", fail)
    monkeypatch.setattr("games.notifications.spectators.cache.set", fail)
    watch(1, "user 7")
    assert count_spectators(1) == 0


def test_a_slot_tells_neither_person_nor_network() -> None:
    named = {name_slot(1, f"network 192.0.2.{each}") for each in range(200)}
    assert named <= {f"watching-1-{slot}" for slot in range(SLOTS)}
