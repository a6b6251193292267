"""Leaks that are planted in the site: a function that tells more is called in place of another."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest

from games.models import Game
from games.rules.engine.protocol import Title
from games.rules.registry import TITLES
from games.state.table import load_table
from games.titles.insidejob.rules.roles import is_insider

Leak = tuple[Any, str, Callable[..., Any]]
"""A module or title, the name of a function in it, and what is called instead, with that function as first argument."""


def plant(patch: pytest.MonkeyPatch, leak: Leak) -> None:
    owner, name, leaking = leak
    planted: Any = partial(leaking, getattr(owner, name))
    if isinstance(owner, Title):
        patch.setitem(cast(dict[str, Any], TITLES), owner.NAME, replace(owner, **{name: planted}))
    else:
        patch.setattr(owner, name, planted)


def insider_of(game: Game) -> int:
    """Return where the Insider or Prof. No sits: what a leak gives away."""
    return next(seat for seat, role in enumerate(load_table(game).deal.roles) if is_insider(role))
