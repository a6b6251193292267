"""Spectators get the same bytes, lengths and statements in worlds that the public cannot tell apart, polls included."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings

from games.models import Game, Note
from games.rules.registry import TITLES
from games.state import narration
from games.state.table import Table, load_table
from games.state.view import View, view_table
from games.tables.views import public_tables
from games.watching import selectors, views
from tests.builders_people import make_person
from tests.rounds import count_rounds, one_in
from tests.rules import swap
from tests.tables.pages import worlds
from tests.tables.pages.browser import HTMX, sign_in
from tests.tables.pages.differences import describe_difference, find_spoken, read_body
from tests.tables.pages.noted import lay_out_own
from tests.titles import worlds_of
from tests.watching.asks import VERSION, list_watching, news_link, watch_link

pytestmark = pytest.mark.django_db
Leak = Callable[[pytest.MonkeyPatch], None]


def find_pairs(played: Any, seed: str, count: int) -> Iterator[worlds.Pair]:
    """Yield so many pairs for those who have no seat, late steps of a game as often as early ones."""
    found = index = 0
    while found < count:
        game, chance = swap.play_game(played, f"{seed}-{index}"), Random(f"{seed}-{index}")
        index += 1
        for step in chance.sample(range(len(game.states)), 3):
            pair = worlds.imagine_pair(played, game, step, None, chance)
            if pair and found < count:
                found += 1
                yield pair


def receive(game: Game, clients: list[Client]) -> worlds.Received:
    """Return all that spectators get: every page and poll, then what a page polls that shows the newest, twice."""
    received = worlds.receive(clients, list_watching(game))
    for client in clients:
        page = worlds.send(client, "get", watch_link(game), {}, {})
        shown = VERSION.search(read_body(page))
        version = shown[1] if shown else "open"
        received += [worlds.send(client, "get", news_link(game, version), {}, HTMX) for _ in range(2)]
    return received


def find_faults(played: Any, seed: str, count: int) -> Iterator[str]:
    """Yield what differs between two worlds, and the secrets that are said; every other pair asks the cache."""
    tables: dict[str, Game] = {}
    clients = [sign_in(make_person()), Client(headers={"accept-language": "fr"})]
    with worlds.frozen():
        for number, pair in enumerate(find_pairs(played, seed, count)):
            game = worlds.find_table(pair, tables)
            with override_settings(POLLS_FROM_CACHE=number % 2 == 0):
                answers = []
                for world, name in ((pair.ours, "ours"), (pair.theirs, "theirs")):
                    worlds.lay_out(game, world.deal, world.log)
                    lay_out_own(game, None, pair.name, name)
                    answers.append(receive(game, clients))
            secrets = worlds.list_unspeakable(pair, None)
            for mine, theirs in zip(*answers, strict=True):
                if mine != theirs:
                    yield f"{pair}: {mine[0]}: {describe_difference(mine, theirs)}"
                if spoken := find_spoken(secrets, read_body(mine)):
                    yield f"{pair}: {mine[0]}: says {spoken}"


@pytest.mark.rounds
@pytest.mark.again
@pytest.mark.parametrize("title", TITLES)
def test_spectators_cannot_tell_worlds_apart(title: str) -> None:
    rounds = count_rounds("received_again" if connection.vendor == "postgresql" else "watched")
    faults = list(find_faults(worlds_of(title), f"watching-{connection.vendor}", rounds))
    assert faults == []


def tell_what_a_player_sees(patch: pytest.MonkeyPatch) -> None:
    """The name of the table tells what the first seat observes: not every title shows all of that on its page."""

    def leaking(table: Table) -> View:
        view = view_watched(table)
        return replace(view, game=replace(view.game, name=f"{view.game.name} {view_table(table, 0).seen}"))

    view_watched = selectors.view_watched
    patch.setattr(views, "view_watched", leaking)


def hear_as_a_player(patch: pytest.MonkeyPatch) -> None:
    def tell(table: Table, viewer: int | None) -> Any:
        return narration.narrate_table(table, 0 if viewer is None else viewer)

    patch.setattr("games.state.public_view.narrate_table", tell)


def notice_notes(patch: pytest.MonkeyPatch) -> None:
    """The version of a page changes with what players write down."""

    def leaking(view: View, tab: views.Tab) -> views.Parts:
        parts = draw_parts(view, tab)
        return replace(parts, status=parts.status + " " * Note.objects.count())

    draw_parts = views.draw_parts
    patch.setattr(views, "draw_parts", leaking)


def count_statements_by_a_hand(patch: pytest.MonkeyPatch) -> None:
    def leaking(table: Table) -> View:
        if hash(repr(table.deal)) % 2:
            Game.objects.count()
        return view_watched(table)

    view_watched = selectors.view_watched
    patch.setattr(views, "view_watched", leaking)


def grow_with_a_hand(patch: pytest.MonkeyPatch) -> None:
    def leaking(table: Table) -> View:
        view = view_watched(table)
        return replace(view, game=replace(view.game, name=view.game.name + " " * (len(repr(table.deal)) % 7)))

    view_watched = selectors.view_watched
    patch.setattr(views, "view_watched", leaking)


def list_by_a_hand(patch: pytest.MonkeyPatch) -> None:
    def leaking(game: Game) -> Any:
        row = make_watch_row(game)
        return replace(row, name=f"{row.name} {load_table(game).deal}")

    make_watch_row = public_tables._make_watch_row
    patch.setattr(public_tables, "_make_watch_row", leaking)


LEAKS: list[Leak] = [hear_as_a_player, notice_notes, count_statements_by_a_hand, grow_with_a_hand, list_by_a_hand]


@pytest.mark.parametrize("leak", one_in(3, LEAKS))
def test_a_planted_leak_is_caught(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    assert next(find_faults(worlds_of("insidejob"), "planted", 40), None)


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_what_a_player_sees_is_caught_at_each_title(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tell_what_a_player_sees(monkeypatch)
    assert next(find_faults(worlds_of(title), "planted", 40), None)
