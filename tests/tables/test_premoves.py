"""What is prepared is played by the sweep after its turn, once, as the player's own; what does not fit is dropped."""

import sys
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notification, Player, SealedChoice
from games.notifications import outbox
from games.rules.engine.errors import IllegalMove, MalformedMove
from games.rules.engine.premoves import QUESTION, THEN
from games.rules.engine.values import PLAYER, Entry
from games.site.consistency import _check_game
from games.state.refusals import Refusal
from games.state.table import load_table
from games.tables.services import deadlines, moves, premoves, stand_ins
from tests.builders_people import make_person
from tests.rounds import choose
from tests.rules.premoves import draw_sound_premove, premoves_of
from tests.tables.acts import agree_to_end, answer, healthy, until
from tests.tables.builders import asked, close_deadline, play_on, start_table
from tests.tables.builders_premoves import set_premove
from tests.tables.clocks import send_due_after
from tests.tables.stored import record_games, store_game

pytestmark = pytest.mark.django_db


def store_trick(people: list[User]) -> tuple[Game, int, int]:
    """Store a game that asks the second player of a trick. Return it, that player's seat, and the next seat, which may
    prepare."""
    recorded = record_games(3, 1)[0]
    length = next(at for at, state in enumerate(recorded.states) if len(state.plays) == 1)
    table = store_game(recorded, people, length)
    [seat] = asked(table)
    return table.game, seat, (seat + 1) % 3


def read(game: Game, seat: int) -> Player:
    """Return the row of a player; the game must equal its fold."""
    game.refresh_from_db()
    assert _check_game(game) == []
    return Player.objects.get(game=game, seat=seat)


def test_what_is_prepared_waits_for_the_sweep_after_its_turn(people: list[User]) -> None:
    game, first, second = store_trick(people)
    premove = set_premove(game, second)
    deadlines.sweep()
    assert read(game, second).premove == premove, "nothing is played before its turn"
    after = answer(game, first)
    assert len(load_table(game).entries) == len(after.entries), "another's request plays nothing prepared"
    expected = premoves_of(after.title).answer(after.title.observe(after.states[-1], second), premove)
    assert expected
    deadlines.sweep()
    deadlines.sweep()
    new = load_table(game).entries[len(after.entries) :]
    assert new == tuple(Entry(move, PLAYER) for move in expected)
    player = read(game, second)
    assert (player.premove, player.premove_dropped) == (None, False)


def test_what_does_not_fit_is_dropped_and_its_owner_alone_is_told(people: list[User]) -> None:
    game, first, second = store_trick(people)
    set_premove(game, second)
    # As if it had been prepared for another suit.
    Player.objects.filter(game=game, seat=second).update(premove={"other": "lowest"})
    after = answer(game, first)
    deadlines.sweep()
    assert load_table(game).entries == after.entries
    player = read(game, second)
    assert (player.premove, player.premove_dropped) == (None, True)
    assert game.version == after.game.version, "others would notice"
    answer(game, second)
    assert not read(game, second).premove_dropped


def prepare_two_tricks(game: Game, seat: int) -> dict[str, str]:
    """Let a player of a trick in which a suit is led prepare a card, and cards for the trick after it."""
    state = load_table(game).states[-1]
    led, suits = state.plays[0].card.suit, {card.suit for card in state.hands[seat]}
    card = next((card for card in state.hands[seat] if card.suit == led), state.hands[seat][0])
    later = {f"{THEN}{suit}": next(own.code for own in state.hands[seat] if own.suit == suit) for suit in suits}
    return set_premove(game, seat, {led: card.code, **later})


def test_what_is_prepared_for_the_trick_after_stays_once_the_first_card_is_played(people: list[User]) -> None:
    game, first, second = store_trick(people)
    premove = prepare_two_tricks(game, second)
    length = len(answer(game, first).entries)
    deadlines.sweep()
    assert len(load_table(game).entries) == length + 1
    rest = {name.removeprefix(THEN): value for name, value in premove.items() if name.startswith(THEN)}
    assert read(game, second).premove == rest
    assert rest


@pytest.mark.parametrize("prepare", [set_premove, prepare_two_tricks])
def test_who_answers_themselves_has_nothing_played_later(people: list[User], prepare: Callable[..., object]) -> None:
    game, first, second = store_trick(people)
    prepare(game, second)
    answer(game, first)
    after = answer(game, second)
    player = read(game, second)
    assert (player.premove, player.premove_dropped) == (None, False)
    deadlines.sweep()
    assert load_table(game).entries == after.entries


def test_where_the_first_does_not_fit_the_second_is_dropped_with_it(people: list[User]) -> None:
    game, first, second = store_trick(people)
    premove = prepare_two_tricks(game, second)
    set_premove(game, second, {name: value for name, value in premove.items() if name.startswith(THEN)})
    answer(game, first)
    deadlines.sweep()
    player = read(game, second)
    assert (player.premove, player.premove_dropped) == (None, True)


def test_a_plan_goes_with_the_seat_and_with_the_game(people: list[User]) -> None:
    game, _, second = store_trick(people)
    set_premove(game, second)
    stand_ins.hand_over(code=game.code, user=people[second])
    assert read(game, second).premove is None
    with pytest.raises(Refusal, match="stand_in"):
        set_premove(game, second, {"B": "lowest"})
    stand_ins.take_back(code=game.code, user=people[second])
    set_premove(game, second)
    agree_to_end(game, *people)
    assert read(game, second).premove is None


def test_preparing_moves_no_version_and_writes_nothing_but_the_own_row(people: list[User]) -> None:
    game, _, second = store_trick(people)
    before = [*Game.objects.values("version", "due_at"), *Player.objects.exclude(seat=second).values()]
    set_premove(game, second)
    with moves.lock_table(game.code) as table:
        premoves.forget(table.players[second])
    assert read(game, second).premove is None
    assert [*Game.objects.values("version", "due_at"), *Player.objects.exclude(seat=second).values()] == before


def test_no_mail_tells_of_a_turn_that_was_prepared_for(people: list[User]) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game, first, second = store_trick(people)
        set_premove(game, second)
        answer(game, first)
        [told] = Notification.objects.filter(game=game, kind="turn", recipient=people[second], state="waiting")
        clock.shift(timedelta(seconds=10))
        deadlines.sweep()
        send_due_after(clock, timedelta(minutes=10))
        assert Notification.objects.get(pk=told.pk).state == "dropped"
        assert len(mail.outbox) >= 1, "who is asked next is told as usual"


def test_a_sweep_that_is_killed_half_way_leaves_the_plan_to_the_next(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, first, second = store_trick(people)
    premove = set_premove(game, second)
    length = len(answer(game, first).entries)
    with monkeypatch.context() as patch:
        # What is written last in the transaction.
        patch.setattr(outbox, "write_asked", lambda table, mover: sys.exit("killed"))
        with pytest.raises(SystemExit), transaction.atomic():
            deadlines.sweep()
    assert (len(load_table(game).entries), read(game, second).premove) == (length, premove)
    deadlines.sweep()
    assert len(load_table(game).entries) > length
    assert read(game, second).premove is None


def test_a_plan_that_no_sweep_had_time_for_comes_before_the_clock(people: list[User]) -> None:
    game, first, second = store_trick(people)
    set_premove(game, second)
    length = len(answer(game, first).entries)
    close_deadline(game.code, until(game))
    assert load_table(game).entries[length].by == PLAYER
    assert read(game, second).missed == 0


def test_a_prepared_vote_is_not_chosen_before_the_sweep(people: list[User]) -> None:
    recorded = record_games(3, 1)[0]
    table = store_game(recorded, people, recorded.vote - 1)
    game, [last] = table.game, asked(table)
    voter = (last + 1) % 3
    premove = set_premove(game, voter)
    assert [*premove] == ["against"]
    opened = answer(game, last)
    assert set(asked(opened)) == {0, 1, 2}
    assert not SealedChoice.objects.exists()
    deadlines.sweep()
    [choice] = SealedChoice.objects.all()
    assert (choice.seat, choice.by, choice.content[0]["against"]) == (voter, PLAYER, [int(premove["against"])])
    assert set(asked(load_table(game))) == {0, 1, 2} - {voter}
    read(game, voter)


def test_what_cannot_be_prepared_is_refused(people: list[User]) -> None:
    game, first, second = store_trick(people)
    led = load_table(game).states[-1].plays[0].card.suit
    refusals: list[tuple[int, dict[str, str], Exception]] = [
        (first, {led: "lowest"}, Refusal("asked_now")),
        (second, {"nothing": "1"}, MalformedMove("nothing_prepared")),
        (second, {led: "B99"}, MalformedMove("not_offered")),
        # A form of an earlier trick.
        (second, {led: "lowest", QUESTION: "0"}, MalformedMove("not_offered")),
    ]
    for seat, premove, error in refusals:
        with pytest.raises(type(error), match=str(error)):
            set_premove(game, seat, premove)
    assert read(game, second).premove is None


@pytest.mark.parametrize("role", ["agent", "insider"])
def test_those_who_must_follow_suit_are_told_when_they_prepare(people: list[User], role: str) -> None:
    game, seat, off_suit = store_off_suit(people, role)
    led = load_table(game).states[-1].plays[0].card.suit
    if role == "insider":
        assert set_premove(game, seat, {led: off_suit}) == {led: off_suit}
    else:
        with pytest.raises(IllegalMove, match="must_follow"):
            set_premove(game, seat, {led: off_suit})


def store_off_suit(people: list[User], role: str) -> tuple[Game, int, str]:
    """Store a trick in which the third player has that role and could follow suit; return a card that does not."""
    for recorded in record_games(3, 3):
        for at, state in enumerate(recorded.states):
            if len(state.plays) == 1:
                seat, led = (state.leader + 2) % 3, state.plays[0].card.suit
                others = [card.code for card in state.hands[seat] if card.suit != led]
                if state.deal.roles[seat] == role and 0 < len(others) < len(state.hands[seat]):
                    return store_game(recorded, people, at).game, seat, others[0]
    raise AssertionError("no game has such a trick")


@pytest.mark.rounds
@pytest.mark.parametrize("title", ["insidejob", "rendezvous", "target"])
def test_games_in_which_all_prepare_end_like_any_other(title: str) -> None:
    """All who wait prepare, and a player answers where no plan fits."""
    for number in range(choose(1, deep=6, long=20)):
        play_with_premoves(title, Random(f"{title}-{number}"))


def play_with_premoves(title: str, chance: Random) -> None:
    game = start_table(*(make_person() for _ in range(2 if title == "target" else 3)), title=title)
    by_premove = 0
    for _ in range(400):
        table = load_table(game)
        if table.outcome:
            break
        for player in table.players:
            if not player.owes and player.premove is None:
                premove = draw_sound_premove(table.title, table.title.observe(table.states[-1], player.seat), chance)
                if premove:
                    set_premove(game, player.seat, premove)
        deadlines.sweep()
        gained = len(load_table(game).entries) - len(table.entries)
        by_premove += gained
        if not gained:
            play_on(game, 1)
    assert healthy(game).outcome, "it does not end"
    assert by_premove
    assert not Player.objects.filter(game=game, premove__isnull=False).exists()


@pytest.mark.postgres
def test_the_sweep_finds_plans_to_play_by_an_index_of_those_who_are_asked(people: list[User]) -> None:
    own: Any = {"game": store_trick(people)[0], "asked_at": timezone.now(), "premove": {"B": "lowest"}}
    Player.objects.bulk_create(
        Player(seat=10 + number, owes="" if number % 100 else "play-1", **own) for number in range(5000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_player")
    premove = premoves.find_premoves().explain(analyze=True)
    assert "players_with_a_plan" in premove
    assert "Seq Scan on games_player" not in premove
    assert "Rows Removed by Filter" not in premove, "who waits is not looked at"
