"""The comparison of what is sent over HTTP has power: it finds the leaks planted here."""

from dataclasses import replace
from importlib import import_module
from typing import Any
from zlib import crc32

import pytest
from django.http import Http404

from games.home.views import my_games
from games.models import Game, Player
from games.rules.registry import TITLES
from games.state import view as player_view
from games.state.table import load_table
from games.tables.views import table
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.moves import Play
from games.titles.insidejob.rules.roles import ACCOMPLICE
from games.titles.insidejob.tests import worlds as insidejob_worlds
from games.titles.insidejob.tests.larry_leaks import draw_larrys_table
from games.titles.insidejob.tests.planted import Leak, insider_of, plant
from games.titles.insidejob.tests.role_leaks import seating
from tests.rounds import one_in
from tests.rules.leaks import at_tables
from tests.rules.worlds import Worlds
from tests.tables.pages import worlds
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db


def show_state(show: Any, request: Any, game: Game, *args: Any, **extra: Any) -> Any:
    response = show(request, game, *args, **extra)
    response["X-Trace"] = str(crc32(repr(load_table(game).states[-1]).encode()))
    return response


def show_insider(show: Any, request: Any, game: Game, *args: Any, **extra: Any) -> Any:
    response = show(request, game, *args, **extra)
    response["X-Trace"] = str(insider_of(game))
    return response


def view_with_spaces(view_table: Any, loaded: Any, seat: int) -> Any:
    view, spaces = view_table(loaded, seat), " " * insider_of(loaded.game)
    return replace(view, places=tuple(replace(place, name=place.name + spaces) for place in view.places))


def view_with_a_query(view_table: Any, loaded: Any, seat: int) -> Any:
    if insider_of(loaded.game) % 2:
        Game.objects.count()
    return view_table(loaded, seat)


def view_with_a_query_for_each_premove(view_table: Any, loaded: Any, seat: int) -> Any:
    for player in loaded.players:
        if player.premove:
            Game.objects.count()
    return view_table(loaded, seat)


def view_with_a_hand(view_table: Any, loaded: Any, seat: int) -> Any:
    view, other = view_table(loaded, seat), loaded.states[-1].hands[(seat + 1) % len(loaded.players)]
    return replace(view, seen=replace(view.seen, hand=(*view.seen.hand, *other)))


def turn_names(make_row: Any, player: Player, *rest: Any) -> Any:
    row = make_row(player, *rest)
    first = insider_of(player.game) % max(1, len(row.names))
    return replace(row, names=row.names[first:] + row.names[:first])


def hide_from_strangers(find: Any, players: Any, user: Any) -> Any:
    own = find(players, user)
    if own is None and players and insider_of(players[0].game) % 2:
        raise Http404
    return own


def refuse_by_a_hand(objection: Any, state: Any, move: Any) -> str | None:
    code: str | None = objection(state, move)
    is_told = isinstance(move, Play) and move.card in state.hands[0]
    return "other_choice" if code == "card_not_held" and is_told else code


def mark_who_has_a_premove(show_place: Any, game: Any, player: Player, *rest: Any) -> Any:
    place = show_place(game, player, *rest)
    return replace(place, name=place.name + " ") if player.premove else place


def tell_as_the_mover(tell: Any, move: Any, after: Any, viewer: Any) -> Any:
    return tell(move, after, move.seat)


OBSERVE, NARRATE = (import_module(f"games.titles.insidejob.rules.{name}") for name in ("observe", "narrate"))
LEAKS: dict[str, Leak] = {
    "a hand": (player_view, "view_table", view_with_a_hand),
    "in a header": (table, "show_table", show_insider),
    "who has a premove": (player_view, "_show_place", mark_who_has_a_premove),
    "premoves by a query": (player_view, "view_table", view_with_a_query_for_each_premove),
    "by size": (player_view, "view_table", view_with_spaces),
    "by a query": (player_view, "view_table", view_with_a_query),
    "by order": (my_games, "_make_row", turn_names),
    "to strangers": (table, "find_own_player", hide_from_strangers),
    "in a refusal": (insidejob, "objection", refuse_by_a_hand),
    "missions set aside": (OBSERVE, "_knows_set_aside", lambda knows, state, trick, viewer: True),
}
"""The first, which every run tries, is caught soon."""
AT_LARRYS: dict[str, Leak] = {
    "what was put back": (OBSERVE, "_recall_looks", lambda recall, state, viewer: state.looks),
    "what was told of Larry's cards": (NARRATE, "_narrate_larrys_card", tell_as_the_mover),
}
SEED, PAIRS, REQUESTS = "planted 4", 160, 16
"""One by which none needs more than some dozen of the pairs, where other seeds may take a hundred."""


@pytest.mark.parametrize("leak", one_in(10, LEAKS))
def test_a_planted_leak_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, LEAKS[leak])
    assert is_caught(insidejob_worlds)


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_trace_of_the_state_is_caught(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, (table, "show_table", show_state))
    assert is_caught(worlds_of(title))


def is_caught(played: Worlds) -> bool:
    return bool(worlds.check_pairs(played, SEED, PAIRS, REQUESTS, stops_at_first=True).complaints)


@pytest.mark.deep
def test_a_leak_planted_at_the_accomplices_table_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, (NARRATE, "_narrate_partner", tell_as_the_mover))
    assert is_caught(at_tables(insidejob_worlds, seating(ACCOMPLICE)))


@pytest.mark.deep
@pytest.mark.parametrize("leak", AT_LARRYS)
def test_a_leak_planted_at_larrys_table_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, AT_LARRYS[leak])
    assert is_caught(at_tables(insidejob_worlds, draw_larrys_table))
