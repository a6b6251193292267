"""Whether all players were at the table in the last minutes, and who wants to play on now.

Both are kept in the cache only. No one learns who is missing.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.core.cache import cache

from games.models import Game, Player
from games.notifications.presence import name_presence, were_all_active
from insidejob.cache_stamps import name_together
from insidejob.streams.news import publish

PROPOSED_FOR = 10 * 60
"""For how many seconds a proposal to play on now stands."""
SITTERS_KEPT_FOR = 24 * 60 * 60
"""For how many seconds the players of a table are cached. Each new page of the table writes them again."""
HEADER = "X-Together"
"""The header of a poll with the key that the page shows."""
EVENT = "together"
"""The event that is triggered on a page that shows another key."""

Sitters = tuple[int, ...]
"""Primary keys of the users who play, by seat."""


@dataclass(frozen=True)
class Together:
    """Who has the table open at this moment.

    `proposing` has indexes in `Sitters` of players who want to play on. It is used only while all are here.
    """

    are_all_here: bool = False
    proposing: tuple[int, ...] = ()
    # Whether the players' pages know it.
    is_told: bool = True

    @property
    def key(self) -> str:
        return "-".join(("here", *map(str, self.proposing))) if self.are_all_here else ""


NOT_TOGETHER = Together()


def list_sitters(game: Game, players: Iterable[Player]) -> Sitters:
    there = tuple(
        player.user_id for player in players if player.user_id is not None and player.is_person and not player.stand_in
    )
    return there if game.is_running and game.paused_at is None and len(there) > 1 else ()


def name_keys(game: int, sitters: Sitters) -> list[str]:
    return [_name_told(game), *(name(game, user) for user in sitters for name in (name_presence, _name_proposal))]


def read(found: Mapping[str, Any], game: int, sitters: Sitters) -> Together:
    if not sitters:
        return NOT_TOGETHER
    now = NOT_TOGETHER
    if were_all_active(found, game, sitters):
        now = Together(
            True, tuple(place for place, user in enumerate(sitters) if found.get(_name_proposal(game, user)))
        )
    return replace(now, is_told=found.get(_name_told(game), "") == now.key)


def find_together(game: int, sitters: Sitters) -> Together:
    with suppress(Exception):
        return read(cache.get_many(name_keys(game, sitters)), game, sitters) if sitters else NOT_TOGETHER
    return NOT_TOGETHER


def tell(game: int, code: str, now: Together) -> None:
    """Make the players' pages poll, unless they already know who is together. `game` is a primary key."""
    if not now.is_told:
        with suppress(Exception):
            cache.set(_name_told(game), now.key, SITTERS_KEPT_FOR)
            publish([name_together(code)])


def propose(game: int, user: int) -> None:
    with suppress(Exception):
        cache.set(_name_proposal(game, user), True, PROPOSED_FOR)


def keep_sitters(game: int, sitters: Sitters) -> None:
    """Cache who plays, for polls, which make no query."""
    with suppress(Exception):
        cache.set(_name_sitters(game), sitters, SITTERS_KEPT_FOR)


def find_sitters(game: int) -> Sitters:
    with suppress(Exception):
        return cache.get(_name_sitters(game)) or ()
    return ()


def _name_told(game: int) -> str:
    return f"together-told-{game}"


def _name_proposal(game: int, user: int) -> str:
    return f"play-on-{game}-{user}"


def _name_sitters(game: int) -> str:
    return f"sitters-{game}"
