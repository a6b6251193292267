"""The public view of a table: in two worlds that the public cannot tell apart it is the same, for every title."""

from dataclasses import replace
from random import Random

import pytest

from games.models import Player
from games.rules.registry import TITLES
from games.state.public_view import view_public
from games.state.table import Table, fold_states
from tests.rules.swap import play_game
from tests.tables.unsaved import make_table
from tests.titles import worlds_of

GAMES = 12


def lay_out(title: str, seed: str) -> tuple[Table, Table] | None:
    """Return a table in the middle of a game, and one of another world that looks the same to the public."""
    worlds, chance = worlds_of(title), Random(seed)
    game = play_game(worlds, seed)
    step = chance.randrange(len(game.log))
    state, log = game.states[step], game.log[:step]
    world = worlds.imagine(state, log, log, None, chance)
    if not worlds.differing_secrets(state, log, world):
        return None
    table = make_table(worlds.TITLE, game.seats, 0, worlds.TITLE.dump_options(state.options), moves=0)
    start = worlds.TITLE.start(state.options, world.deal, state.rules)
    mine = replace(table, deal=state.deal, states=game.states[: step + 1], entries=log)
    theirs = replace(table, deal=world.deal, states=fold_states(worlds.TITLE, start, world.log), entries=world.log)
    return mine, theirs


@pytest.mark.parametrize("title", TITLES)
def test_worlds_that_look_the_same_to_the_public_have_one_public_view(title: str) -> None:
    pairs = [pair for number in range(GAMES) if (pair := lay_out(title, f"public {title} {number}"))]
    assert pairs
    for mine, theirs in pairs:
        assert view_public(mine) == view_public(theirs)


def test_what_players_keep_to_themselves_is_not_in_it() -> None:
    table = make_table(TITLES["insidejob"], 4, 1, {}, moves=9)
    plain = view_public(table)
    own = {
        "marks": ["1-2"],
        "premove": {"card": "B7"},
        "muted": True,
        "wish": "x",
        "agrees_to_end": True,
        "link": "key",
    }
    players = tuple(Player(game=table.game, seat=player.seat, user=player.user, **own) for player in table.players)
    assert view_public(replace(table, players=players)) == plain
    assert plain.me is None
    assert plain.seen.viewer is None
    assert not any(place.person for place in plain.places)
    flags = ("is_me", "is_host", "agrees_to_end", "agrees_to_open")
    assert not [flag for place in plain.places for flag in flags if getattr(place, flag)]
