"""Reads: wins and losses of one person, counted by the database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from django.db.models import Count, Q

from accounts.models import User
from games.models import Game, Player
from games.reads.history import has_company
from games.rules.protocol import AnyTitle
from games.rules.registry import get_title

Key = TypeVar("Key")


@dataclass(frozen=True)
class Tally:
    """How many games, and how many of them were won."""

    games: int = 0
    won: int = 0

    @property
    def lost(self) -> int:
        return self.games - self.won

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.games + other.games, self.won + other.won)


@dataclass(frozen=True)
class Results:
    """What came of a person's games of one title: in all, by role, by side, and by the number of seats."""

    title: AnyTitle
    total: Tally = Tally()
    by_role: Mapping[str, Tally] = field(default_factory=dict)
    by_side: Mapping[str, Tally] = field(default_factory=dict)
    by_seats: Mapping[int, Tally] = field(default_factory=dict)


def count_results(person: User, *, against_bots: bool = False) -> list[Results]:
    """Return the results of each title that a person has played with others, or against bots alone.

    One query, however many games. Games that ended without a winner do not count. A game that a stand-in finished
    does: handing a game over spares no one a loss.
    """
    company = ~has_company() if against_bots else has_company()
    players = Player.objects.filter(company, user=person, game__status=Game.Status.OVER, won__isnull=False)
    groups = players.values_list("game__title", "role", "game__seat_count").order_by()
    counted = groups.annotate(games=Count("pk"), wins=Count("pk", filter=Q(won=True)))
    results: dict[str, Results] = {}
    for name, role, seat_count, games, won in counted:
        before = results.get(name) or Results(get_title(name))
        results[name] = add_group(before, role, seat_count, Tally(games, won))
    return [results[name] for name in sorted(results)]


def add_group(results: Results, role: str, seat_count: int, tally: Tally) -> Results:
    """Return the results with those of one role at tables of one size."""
    return Results(
        title=results.title,
        total=results.total + tally,
        by_role=add_to(results.by_role, role, tally),
        by_side=add_to(results.by_side, results.title.SIDES[role], tally),
        by_seats=add_to(results.by_seats, seat_count, tally),
    )


def add_to(tallies: Mapping[Key, Tally], key: Key, tally: Tally) -> dict[Key, Tally]:
    """Return `tallies` with `tally` added under `key`."""
    return {**tallies, key: tallies.get(key, Tally()) + tally}
