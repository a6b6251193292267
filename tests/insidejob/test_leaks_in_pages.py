"""The comparison of what is sent over HTTP has power: it finds the leaks planted here."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any
from zlib import crc32

import pytest
from django.http import Http404

from games.home.views import my_games
from games.models import Game, Player
from games.rules import insidejob
from games.rules.insidejob.moves import Play
from games.rules.insidejob.roles import ACCOMPLICE, is_insider
from games.rules.registry import TITLES
from games.state import view as page
from games.state.table import load_table
from games.tables.views import access, table
from tests.insidejob import worlds as insidejob_worlds
from tests.insidejob.larry_leaks import draw_larrys_table
from tests.insidejob.role_leaks import seating
from tests.rounds import one_in
from tests.rules.leaks import at_tables
from tests.rules.worlds import Worlds
from tests.tables.pages import worlds
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db

Leak = Callable[[pytest.MonkeyPatch], None]


def insider_of(game: Game) -> int:
    """Return where the Insider or Prof. No sits: what a leak gives away."""
    return next(seat for seat, role in enumerate(load_table(game).deal.roles) if is_insider(role))


def leak_in_a_header(patch: pytest.MonkeyPatch) -> None:
    def leaking(request: Any, game: Game, *args: Any, **extra: Any) -> Any:
        response = show_table(request, game, *args, **extra)
        response["X-Trace"] = str(insider_of(game))
        return response

    show_table = table.show_table
    patch.setattr(table, "show_table", leaking)


def leak_the_state(patch: pytest.MonkeyPatch) -> None:
    def leaking(request: Any, game: Game, *args: Any, **extra: Any) -> Any:
        response = show_table(request, game, *args, **extra)
        response["X-Trace"] = str(crc32(repr(load_table(game).states[-1]).encode()))
        return response

    show_table = table.show_table
    patch.setattr(table, "show_table", leaking)


def leak_by_size(patch: pytest.MonkeyPatch) -> None:
    def leaking(loaded: Any, seat: int) -> Any:
        view = view_table(loaded, seat)
        spaces = " " * insider_of(loaded.game)
        return replace(view, places=tuple(replace(place, name=place.name + spaces) for place in view.places))

    view_table = page.view_table
    patch.setattr(page, "view_table", leaking)


def leak_by_a_query(patch: pytest.MonkeyPatch) -> None:
    def leaking(loaded: Any, seat: int) -> Any:
        if insider_of(loaded.game) % 2:
            Game.objects.count()
        return view_table(loaded, seat)

    view_table = page.view_table
    patch.setattr(page, "view_table", leaking)


def leak_by_order(patch: pytest.MonkeyPatch) -> None:
    def leaking(player: Player, *rest: Any) -> Any:
        row = make_row(player, *rest)
        first = insider_of(player.game) % max(1, len(row.names))
        return replace(row, names=row.names[first:] + row.names[:first])

    make_row = my_games.make_row
    patch.setattr(my_games, "make_row", leaking)


def leak_to_strangers(patch: pytest.MonkeyPatch) -> None:
    def leaking(players: Any, user: Any) -> Any:
        own = find_own_player(players, user)
        if own is None and players and insider_of(players[0].game) % 2:
            raise Http404
        return own

    find_own_player = access.find_own_player
    patch.setattr(table, "find_own_player", leaking)


def leak_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    def leaking(state: Any, move: Any) -> str | None:
        code: str | None = objection(state, move)
        is_told = isinstance(move, Play) and move.card in state.hands[0]
        return "other_choice" if code == "card_not_held" and is_told else code

    objection = insidejob.objection
    patch.setattr(insidejob, "objection", leaking)


def leak_missions_set_aside(patch: pytest.MonkeyPatch) -> None:
    observe = import_module("games.rules.insidejob.observe")
    patch.setattr(observe, "knows_set_aside", lambda state, trick, viewer: True)


def leak_a_hand(patch: pytest.MonkeyPatch) -> None:
    def leaking(loaded: Any, seat: int) -> Any:
        view = view_table(loaded, seat)
        other = loaded.states[-1].hands[(seat + 1) % len(loaded.players)]
        return replace(view, seen=replace(view.seen, hand=(*view.seen.hand, *other)))

    view_table = page.view_table
    patch.setattr(page, "view_table", leaking)


def leak_a_partners_role(patch: pytest.MonkeyPatch) -> None:
    narrate = import_module("games.rules.insidejob.narrate")
    tell = narrate.narrate_partner
    patch.setattr(narrate, "narrate_partner", lambda move, after, viewer: tell(move, after, move.seat))


def leak_what_was_put_back(patch: pytest.MonkeyPatch) -> None:
    observe = import_module("games.rules.insidejob.observe")
    patch.setattr(observe, "recall_looks", lambda state, viewer: state.looks)


def leak_what_was_told_of_larrys_cards(patch: pytest.MonkeyPatch) -> None:
    narrate = import_module("games.rules.insidejob.narrate")
    tell = narrate.narrate_larrys_card
    patch.setattr(narrate, "narrate_larrys_card", lambda move, after, viewer: tell(move, after, move.seat))


def leak_who_has_a_premove(patch: pytest.MonkeyPatch) -> None:
    def leaking(game: Any, player: Player, *rest: Any) -> Any:
        place = show_place(game, player, *rest)
        return replace(place, name=place.name + " ") if player.premove else place

    show_place = page.show_place
    patch.setattr(page, "show_place", leaking)


def leak_premoves_by_a_query(patch: pytest.MonkeyPatch) -> None:
    def leaking(loaded: Any, seat: int) -> Any:
        for player in loaded.players:
            if player.premove:
                Game.objects.count()
        return view_table(loaded, seat)

    view_table = page.view_table
    patch.setattr(page, "view_table", leaking)


LEAKS: list[Leak] = [
    leak_in_a_header,
    leak_who_has_a_premove,
    leak_premoves_by_a_query,
    leak_by_size,
    leak_by_a_query,
    leak_a_hand,
    leak_by_order,
    leak_to_strangers,
    leak_in_a_refusal,
    leak_missions_set_aside,
]
"""Those that every run tries, one in five, are caught soon."""
SEED, PAIRS, REQUESTS = "planted 4", 160, 16
"""One by which none needs more than some dozen of the pairs, where other seeds may take a hundred."""


@pytest.mark.parametrize("leak", one_in(5, LEAKS))
def test_a_planted_leak_is_caught(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    assert is_caught(insidejob_worlds)


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_trace_of_the_state_is_caught(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak_the_state(monkeypatch)
    assert is_caught(worlds_of(title))


def is_caught(played: Worlds) -> bool:
    return bool(worlds.check_pairs(played, SEED, PAIRS, REQUESTS, stops_at_first=True).complaints)


@pytest.mark.deep
def test_a_leak_planted_at_the_accomplices_table_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    leak_a_partners_role(monkeypatch)
    assert is_caught(at_tables(insidejob_worlds, seating(ACCOMPLICE)))


@pytest.mark.deep
@pytest.mark.parametrize("leak", [leak_what_was_put_back, leak_what_was_told_of_larrys_cards])
def test_a_leak_planted_at_larrys_table_is_caught(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    assert is_caught(at_tables(insidejob_worlds, draw_larrys_table))
