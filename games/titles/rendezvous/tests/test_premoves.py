"""A prepared word is not said once someone else has said it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.models import Player
from games.state.table import Table, load_table
from games.tables.services import deadlines, moves
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.folding import fold
from games.titles.rendezvous.rules.moves import SAY, Say
from tests.builders_people import make_person
from tests.rounds import count_rounds
from tests.rules.premoves import WORDS
from tests.tables import prepared
from tests.tables.acts import answer
from tests.tables.builders import asked, start_table
from tests.tables.builders_premoves import set_premove

ENGLISH: dict[str, Any] = {"language": "en"}


def choose_echo(table: Table, seat: int, chance: Random) -> list[Any]:
    """Say a word that others may have prepared, if that is legal."""
    legal, word = [*rendezvous.legal_moves(table.states[-1], seat)], Say(seat, chance.choice(WORDS).upper())
    says = table.players[seat].owes.startswith(SAY) and not table.states[-1].options.silent
    is_legal = says and rendezvous.objection(table.states[-1], word) is None and word.word in ("CHAT", "WATER")
    return [word if is_legal else chance.choice(legal)]


def is_stale(table: Table, player: Player) -> bool:
    """Whether the same word or emoji were said after they were prepared."""
    assert player.premove is not None
    assert player.premove_step is not None
    since = [entry.move for entry in table.entries[player.premove_step :] if isinstance(entry.move, Say)]
    if table.states[-1].options.silent:
        signs = tuple(player.premove[name] for name in ("emoji-1", "emoji-2", "emoji-3") if name in player.premove)
        return bool(signs) and any(said.emoji == signs for said in since)
    word = player.premove.get("word")
    return word is not None and any(said.word and fold(said.word) == fold(word) for said in since)


@pytest.mark.rounds
@pytest.mark.django_db
def test_no_prepared_word_is_said_after_somebody_else_said_it() -> None:
    chance, counted = Random("words"), Counter[str]()
    for number in range(count_rounds("premoves")):
        options = {**ENGLISH, "rounds": "2", "laps": ("in_turn", "at_once")[number % 2], "silent": number % 6 == 5}
        game = start_table(*(make_person() for _ in range(3)), title="rendezvous", options=options)
        counted += prepared.play_prepared(game, chance, choose_echo, is_stale)
    assert counted[prepared.STALE] > count_rounds("premoves") / 2
    assert counted[prepared.PLAYED] > count_rounds("premoves")


@pytest.mark.django_db
@pytest.mark.parametrize(("said", "is_kept"), [("Bâllon", False), ("balloon", True)])
def test_a_word_that_was_said_since_is_dropped(people: list[User], said: str, is_kept: bool) -> None:
    game = start_table(*people, title="rendezvous", options=ENGLISH)
    answer(game, asked(load_table(game))[0])
    first, second, *_ = load_table(game).states[-1].order
    set_premove(game, second, {"word": "ballon"})
    with moves.lock_table(game.code) as table:
        moves.submit(table=table, seat=first, decision=table.players[first].owes, moves=[Say(first, said)])
    deadlines.sweep()
    words = [say.word for say in load_table(game).states[-1].says]
    assert words == [said, "ballon"] if is_kept else words == [said]
    assert Player.objects.get(game=game, seat=second).premove_dropped != is_kept


@pytest.mark.django_db
def test_a_word_that_was_there_when_it_was_prepared_may_be_said_again(people: list[User]) -> None:
    game = start_table(*people, title="rendezvous", options=ENGLISH)
    answer(game, asked(load_table(game))[0])
    first, second, third = load_table(game).states[-1].order
    for seat, word in ((first, "ballon"), (second, "tree")):
        if seat == second:
            set_premove(game, third, {"word": "Ballon"})
        with moves.lock_table(game.code) as table:
            moves.submit(table=table, seat=seat, decision=table.players[seat].owes, moves=[Say(seat, word)])
    deadlines.sweep()
    assert [say.word for say in load_table(game).states[-1].says] == ["ballon", "tree", "Ballon"]
