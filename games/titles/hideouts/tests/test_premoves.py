"""What is prepared for a hideout is not played once someone else hides there."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.models import Player
from games.rules.registry import TITLES
from games.state.table import Table, load_table
from games.tables.services import deadlines, moves
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.acts import Refilled, Swapped
from games.titles.hideouts.rules.moves import DOOR, AttackFromHand, AttackFromHideout, Refill, Swap
from games.titles.hideouts.tests.builders import duel
from games.titles.hideouts.tests.referee import Referee
from games.titles.hideouts.tests.visitors import Match
from games.titles.hideouts.tests.worlds import HIDES
from tests.builders_people import make_person
from tests.rounds import count_rounds
from tests.rules.premoves import premoves_of
from tests.tables import prepared
from tests.tables.builders import asked, play_on, start_table
from tests.tables.builders_premoves import set_premove
from tests.tables.pages.browser import page_of


def choose_swap(table: Table, seat: int, chance: Random) -> list[Any]:
    """Swap in every other turn, if that is legal."""
    legal = [*hideouts.legal_moves(table.states[-1], seat)]
    swaps = [move for move in legal if isinstance(move, Swap)]
    return [chance.choice(swaps if swaps and chance.random() < 0.5 else legal)]


def is_stale(table: Table, player: Player) -> bool:
    """Whether the hideout aimed at, or the own one to attack from, was filled since."""
    assert player.premove is not None
    assert player.premove_step is not None
    acts = Referee(table.entries).seen[max(0, player.premove_step - HIDES) :]
    filled = {(act.seat, act.own) for act in acts if isinstance(act, Swapped | Refilled)}
    aimed = {(1 - player.seat, int(player.premove[name])) for name in ("target",) if name in player.premove}
    spy = player.premove.get("spy", "")
    aimed |= {(player.seat, place) for place in range(3) if aimed and spy == f"{DOOR}{place}"}
    return player.owes.startswith("turn") and bool(filled & aimed)


@pytest.mark.rounds
@pytest.mark.django_db
def test_no_prepared_attack_hits_a_hideout_that_was_filled_since() -> None:
    chance, counted = Random("attacks"), Counter[str]()
    for _ in range(count_rounds("premoves")):
        game = start_table(make_person(), make_person(), title="target")
        counted += prepared.play_prepared(game, chance, choose_swap, is_stale)
    assert counted[prepared.STALE] > count_rounds("premoves") / 2
    assert counted[prepared.PLAYED] > count_rounds("premoves")


@pytest.fixture
def table(people: list[User]) -> Table:
    """A running duel of Ada and Ben in its first turn."""
    return play_on(start_table(*people[:2], title="target"), 2)


@pytest.mark.django_db
@pytest.mark.parametrize(("swapped", "is_kept"), [(0, False), (1, True)])
def test_a_swap_drops_what_was_prepared_for_that_hideout_alone(table: Table, swapped: int, is_kept: bool) -> None:
    game, [mover] = table.game, asked(table)
    other = 1 - mover
    hand = hideouts.observe(table.states[-1], other).hand
    set_premove(game, other, {"spy": str(hand[0]), "target": "0"})
    swap = next(
        move for move in hideouts.legal_moves(table.states[-1], mover) if isinstance(move, Swap) and move.own == swapped
    )
    with moves.lock_table(game.code) as locked:
        moves.submit(table=locked, seat=mover, decision=locked.players[mover].owes, moves=[swap])
    length = len(table.entries) + 1
    user = table.players[other].user
    assert user
    assert ("premove-note" in page_of(game, user)) != is_kept, "the page does not wait for the sweep"
    deadlines.sweep()
    assert (len(load_table(game).entries) > length) == is_kept
    assert Player.objects.get(game=game, seat=other).premove_dropped != is_kept


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("prepared_moves", "attack", "played"),
    [
        ({"spy": "9", "target": "2", "fill": "0"}, "hideout", [Refill(1, 0), AttackFromHand(1, 9, 2)]),
        ({"spy": "door-1", "target": "2", "fill": "0"}, "hideout", [Refill(1, 0), AttackFromHideout(1, 1, 2)]),
        ({"spy": "door-0", "target": "0", "fill": "8"}, "hand", [AttackFromHideout(1, 0, 0), Refill(1, 8)]),
        ({"spy": "9", "target": "2", "fill": "8"}, "hand", [AttackFromHand(1, 9, 2)]),
    ],
)
def test_of_a_turn_and_a_refill_that_follow_at_once_both_are_played_as_prepared(
    prepared_moves: dict[str, str], attack: str, played: list[Any]
) -> None:
    match = Match().hide("123", "156")
    seat = match.asked
    set_premove(match.game, 1 - seat, prepared_moves)
    if attack == "hideout":
        match.hideout(0, 1)
    else:
        match.hand(9, 1)
    length = len(match.table.entries)
    for _ in range(3):
        deadlines.sweep()
    assert [replace(entry.move, seat=1) for entry in match.table.entries[length:]] == played
    row = Player.objects.get(game=match.game, seat=1 - seat)
    assert (row.premove, row.premove_dropped) == (None, False)


def test_what_was_prepared_is_kept_only_for_what_is_asked_at_once() -> None:
    rest, premove = premoves_of(TITLES["target"]).rest, {"spy": "9", "target": "2", "fill": "8"}
    turn = duel("123", "156")
    refill = turn.hideout(0, at=1)
    assert rest(refill.seen_by(1), refill.refill(8).seen_by(1), premove) == {"spy": "9", "target": "2"}
    hit = turn.hideout(0, at=0)
    assert rest(turn.seen_by(0), hit.seen_by(0), premove) == {"fill": "8"}
    # A bot answers before the player is asked again.
    next_turn, later_refill = turn.wait().wait(), turn.wait().hideout(0, at=1)
    assert rest(turn.seen_by(0), next_turn.seen_by(0), premove) == {}
    assert later_refill.asked == 0
    assert rest(turn.seen_by(0), later_refill.seen_by(0), premove) == {}


def test_what_a_premove_rests_on_tells_its_owner_nothing_new() -> None:
    """It is the same for every spy that may hide in the hideout."""
    seen = [duel("123", hidden).hand(0, at=0).seen_by(0) for hidden in ("456", "789")]
    rests_on = premoves_of(TITLES["target"]).rests_on
    facts = [rests_on(each, {"spy": "0", "target": "1"}, "turn") for each in seen]
    assert facts[0] == facts[1] == [0, None]


@pytest.mark.django_db
def test_the_form_says_what_drops_a_premove(table: Table) -> None:
    user = table.players[1 - asked(table)[0]].user
    assert user
    limits = premoves_of(TITLES["target"]).limits
    assert limits
    assert str(limits.sentence) in page_of(table.game, user)
