"""Slow visitors hold no thread of the site behind the Caddyfile that it comes with."""

from pathlib import Path

import pytest

from tools.slow_visitors import BEGINNINGS, Attack, run_behind_caddy, time_pages

pytestmark = [pytest.mark.deep, pytest.mark.caddy]
CUT_OFF = 10.0
"""Seconds after which Caddy hangs up on a form that is not whole."""
HELD = 5.0
"""A page that takes so long waits for a thread. With any to spare it takes a few hundredths of a second."""


def test_a_page_is_answered_while_slow_visitors_come_and_are_cut_off(tmp_path: Path) -> None:
    with run_behind_caddy(tmp_path) as port, Attack(port, list(BEGINNINGS)) as attack:
        taken = time_pages(port, seconds=CUT_OFF + 4, limit=HELD)
        opened = attack.opened
    print(f"{len(taken)} pages, the slowest in {max(taken):.2f} s")
    assert max(taken) < HELD
    assert opened > len(attack.kinds), "those who drip should have been cut off"


def test_without_what_the_caddyfile_says_the_same_visitors_hold_the_site(tmp_path: Path) -> None:
    with run_behind_caddy(tmp_path, protected=False) as port, Attack(port, ["a form"]):
        assert max(time_pages(port, seconds=HELD, limit=HELD)) == HELD
