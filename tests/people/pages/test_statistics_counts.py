"""The figures of a person's games are those of a slow count, which folds each of them."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from accounts.models import User
from games.models import Game, Player
from games.people.selectors.head_to_head import list_head_to_head
from games.people.selectors.statistics import Tally, Wanted, count_months, count_results, find_best_series, list_ends
from games.rules.engine.statistics import count_statistics
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import stand_ins
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.tables.builders import start_table
from tests.tables.pages.pasts import Past, finish
from tests.tables.stored import record_game, store_game

pytestmark = pytest.mark.django_db
PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture(autouse=True)
def _in_paris() -> Iterator[None]:
    """Count months as people in Paris do."""
    with timezone.override(PARIS):
        yield


def count_slowly(person: User, *, against_bots: bool = False) -> dict[str, Any]:
    """Return all figures of a person by folding each game that was played to its end."""
    found: dict[str, Any] = defaultdict(lambda: defaultdict(Tally))
    series: list[bool] = []
    for game in Game.objects.filter(players__user=person, status=Game.Status.OVER).order_by("ended_at", "pk"):
        table = load_table(game)
        assert table.outcome
        mine = next(player for player in table.players if player.user == person)
        others = [player for player in table.players if player != mine]
        if against_bots is any(player.user for player in others) or not table.outcome.winners:
            continue
        won, role, side_of = mine.seat in table.outcome.winners, table.outcome.roles[mine.seat], table.title.SIDES
        one, ended_at = Tally(1, int(won)), timezone.localtime(game.ended_at, PARIS)
        series.append(won)
        for key, value in {"role": role, "side": side_of[role], "seats": game.seat_count, "in all": None}.items():
            found[f"{game.title} {key}"][value] += one
        found["month"][dt.date(ended_at.year, ended_at.month, 1)] += one
        statistics = count_statistics(table.title.STATISTICS, table.states, table.entries, mine.seat)
        for code, (count, of) in statistics.items():
            found[f"{game.title} figures"][code] += Tally(of, count)
        kinds = set()
        for player in others:
            name = str(player.user and player.user.shown_name) if player.user else "Bots"
            name = "Former agents" if name == "A former agent" else name
            is_same = side_of[table.outcome.roles[player.seat]] == side_of[role] and len({*side_of.values()}) > 1
            kinds.add((name, is_same))
        for name, is_same in kinds:
            found[f"{'with' if is_same else 'against'}"][name] += one
    found["series"] = max(map(len, "".join("w" if won else " " for won in series).split()), default=0)
    return {key: dict(each) if isinstance(each, dict) else each for key, each in found.items()}


def count_quickly(person: User) -> dict[str, Any]:
    """Return the same as the page counts it."""
    found: dict[str, Any] = {"month": count_months(list_ends(person)), "series": find_best_series(list_ends(person))}
    for results in count_results(person):
        name = results.title.NAME
        found |= {f"{name} {key}": dict(getattr(results, f"by_{key}")) for key in ("role", "side", "seats")}
        found[f"{name} in all"] = {None: results.total}
        if results.statistics:
            found[f"{name} figures"] = {code: Tally(of, count) for code, (count, of) in results.statistics.items()}
    companions = list_head_to_head(person, person)
    for key in ("together", "against"):
        found_so = {str(each.name): getattr(each, key) for each in companions if getattr(each, key).games}
        found["with" if key == "together" else key] = found_so
    return found


@pytest.mark.parametrize("seed", one_in(2, range(2)))
def test_the_figures_are_those_of_a_slow_count(seed: int) -> None:
    past = Past(seed)
    with translation.override("en"):
        slow = count_slowly(past.me)
        assert count_quickly(past.me) == slow
        assert {"Bots", "Former agents"} <= slow["against"].keys()
        assert {f"{name} figures" for name in TITLES} <= slow.keys()
        assert count_quickly(past.others[0]) == count_slowly(past.others[0])


def test_each_filter_narrows_to_games_that_are_so() -> None:
    past = Past(3)
    for title, seats in (("insidejob", 4), ("rendezvous", 5), ("target", 2)):
        (by_title,) = count_results(past.me, Wanted(title=title))
        assert by_title == next(each for each in count_results(past.me) if title == each.title.NAME)
        for results in count_results(past.me, Wanted(title=title, seats=seats)):
            assert results.total == by_title.by_seats[seats]
    since = dt.datetime(2026, 6, 1, tzinfo=PARIS)
    months = count_months(list_ends(past.me))
    late = {month: tally for month, tally in months.items() if month >= since.date()}
    assert count_months(list_ends(past.me, Wanted(since=since))) == late
    assert 0 < len(late) < len(months)


def test_the_best_series_goes_by_when_games_ended() -> None:
    me, friend = make_person(), make_person()
    games = [finish(me, friend, title="target", when=dt.datetime(2026, 1, day, tzinfo=dt.UTC)) for day in range(1, 9)]
    for place, game in enumerate(games):
        Player.objects.filter(game=game, user=me).update(won=place in (0, 1, 3, 4, 5, 7))
    assert find_best_series(list_ends(me)) == 3
    Game.objects.filter(pk=games[2].pk).update(ended_at=dt.datetime(2026, 2, 1, tzinfo=dt.UTC))
    assert find_best_series(list_ends(me)) == 5
    assert find_best_series(list_ends(friend)) == measure_by_hand(friend)
    assert find_best_series(list_ends(make_person())) == 0


def measure_by_hand(person: User) -> int:
    """Return the best series of somebody who plays in order."""
    best = now = 0
    for won in Player.objects.filter(user=person).order_by("game__ended_at").values_list("won", flat=True):
        now = now + 1 if won else 0
        best = max(best, now)
    return best


def test_nothing_but_games_with_a_winner_counts() -> None:
    me, friend = make_person(), make_person()
    unscored = record_game(4, Random(1), {"points": False}, "rendezvous")
    store_game(unscored, [me, friend, None, None], len(unscored.entries))
    agreed = start_table(me, friend, bots=1)
    for person in (me, friend):
        stand_ins.agree_to_end(code=agreed.code, user=person, agrees=True)
    assert count_results(me) == []
    assert count_months(list_ends(me)) == {}
    assert list_head_to_head(me, me) == []
