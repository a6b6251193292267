"""Leaks that are planted in the site: a function that tells more is called in place of another."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.models import Game
from games.state.table import load_table
from games.titles.insidejob.rules.roles import is_insider

Leak = tuple[Any, str, Callable[..., Any]]
"""A module, the name of a function in it, and what is called in its place, with that function as first argument."""


def plant(patch: pytest.MonkeyPatch, leak: Leak) -> None:
    module, name, leaking = leak
    patch.setattr(module, name, partial(leaking, getattr(module, name)))


def insider_of(game: Game) -> int:
    """Return where the Insider or Prof. No sits: what a leak gives away."""
    return next(seat for seat, role in enumerate(load_table(game).deal.roles) if is_insider(role))
