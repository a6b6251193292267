"""The checks of the torture find what is planted, and nothing where nothing is."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Delivery, Game, Move, Notification, Player
from games.state.table import load_table
from games.tables.services import deadlines
from tests.races.answers import write_form
from tests.tables.builders import choose, play_to_the_vote
from tests.torture.builders import answer, look_at_mail, play_remembered, send_all
from tests.torture.builders import game as game
from tools.torture import checks
from tools.torture.house import Closed
from tools.torture.people import Answer, Attempt

pytestmark = pytest.mark.django_db


def find(memory: list[Attempt]) -> str:
    """Return all that is found at the tables."""
    return "\n".join([*checks.check_tables(memory), *checks.check_games()])


@pytest.fixture
def memory(game: Game) -> list[Attempt]:
    """What people remember of four moves in it."""
    return play_remembered(game)


def test_a_game_that_went_well_is_let_pass(memory: list[Attempt]) -> None:
    assert find(memory) == ""


def test_a_lost_move_is_found(game: Game, memory: list[Attempt]) -> None:
    last = game.moves.filter(by="player").latest("sequence")
    game.moves.filter(sequence__gte=last.sequence).delete()
    assert "an acknowledged move is lost" in find(memory)


def test_an_acknowledged_move_that_became_another_is_found(memory: list[Attempt]) -> None:
    wrong = replace(memory[0], fields={**memory[0].fields, "card": memory[1].fields["card"]})
    assert "lost or another" in find([wrong, *memory[1:]])


def test_a_doubled_move_is_found(game: Game, memory: list[Attempt]) -> None:
    last = game.moves.latest("sequence")
    Move.objects.create(game=game, sequence=last.sequence + 1, seat=last.seat, content=last.content, by=last.by)
    # Its seat was asked nothing then, or, having won the trick, for its lead.
    assert re.search("doubled|nobody made", find(memory))


def test_a_move_acknowledged_twice_is_found(memory: list[Attempt]) -> None:
    assert "acknowledged 2 times" in find([*memory, memory[-1]])


def test_a_move_that_no_one_made_and_a_refused_one_are_found(memory: list[Attempt]) -> None:
    assert "nobody made" in find(memory[1:])
    assert "refused" in find([replace(memory[0], answer=Answer.REFUSED), *memory[1:]])


def test_a_move_without_an_answer_may_have_landed_or_not(game: Game, memory: list[Attempt]) -> None:
    table = load_table(game)
    player = Player.objects.exclude(owes="").get(game=game)
    assert player.user_id
    fields = write_form(table, player.owes, choose(table, player.seat))
    never_landed = Attempt(game.code, player.user_id, player.owes, fields, Answer.UNKNOWN)
    landed = replace(memory[0], answer=Answer.UNKNOWN)
    assert find([landed, *memory[1:], never_landed]) == ""


def test_the_vote_acknowledged_last_is_the_one_that_counts() -> None:
    game = play_to_the_vote(3)
    table = load_table(game)
    choices = {choose(table, 0) for _ in range(50)}
    first, last = [answer(game, 0, moves) for moves in list(choices)[:2]]
    assert "vote" not in find([first, last])
    assert "vote-1 of seat 0: an acknowledged move is lost" in find([last, first])
    assert "vote-1 of seat 0: an acknowledged move is lost" in find([first])


@pytest.mark.parametrize("kind", ["started", "turn", "reminder"])
def test_a_lost_notice_is_found(memory: list[Attempt], kind: str) -> None:
    Notification.objects.filter(kind=kind).earliest("pk").delete()
    assert f"a notice is lost: {kind}" in find(memory)


def test_a_lost_word_of_a_stand_in_is_found(game: Game) -> None:
    while not Player.objects.filter(stand_in=True).exists():
        Game.objects.update(due_at=timezone.now() - timedelta(seconds=1))
        deadlines.sweep()
    assert find([]) == ""
    Notification.objects.get(kind="stand_in").delete()
    assert "a notice is lost: stand_in" in find([])


def test_mail_that_came_is_let_pass_copies_included(game: Game) -> None:
    arrived = send_all()
    first = next(iter(arrived))
    assert look_at_mail({**arrived, first: arrived[first] * 2}) == ""


class Growing(dict[str, list[str]]):
    """Mails as they came, to which another comes whenever one is looked up."""

    def get(self, key: str, default: Any = None) -> Any:
        self["written since"] = ["other@example.org"]
        return super().get(key, default)


def test_a_mail_that_comes_during_the_check_is_let_pass(game: Game) -> None:
    assert look_at_mail(Growing(send_all())) == ""


def test_what_falls_due_after_all_was_quiet_is_let_pass(game: Game) -> None:
    quiet_at = timezone.now()
    arrived = send_all()
    Delivery.objects.filter(notification__kind="turn").update(
        state="waiting", send_at=quiet_at + timedelta(milliseconds=1)
    )
    assert list(checks.check_mail(arrived, quiet_at)) == []


def test_a_changed_message_id_is_found(game: Game) -> None:
    arrived = send_all()
    addresses = arrived.pop(next(iter(arrived)))
    found = look_at_mail({**arrived, "changed": addresses})
    assert "nothing with its Message-ID came" in found
    assert "a Message-ID of no notice: changed" in found


def test_a_mail_to_someone_else_is_found(game: Game) -> None:
    arrived = send_all()
    assert "somebody else" in look_at_mail({**arrived, next(iter(arrived)): ["other@example.org"]})


@pytest.mark.parametrize(
    ("state", "found"),
    [
        ("waiting", "due, and not sent"),
        ("dropped", "dropped, and still true"),
        ("refused", "given up"),
        ("given_up", "given up"),
    ],
)
def test_a_notice_that_was_not_sent_is_found(game: Game, state: str, found: str) -> None:
    # The mail of the start said what was asked first.
    Notification.objects.filter(kind="started").delete()
    arrived = send_all()
    Delivery.objects.filter(notification__kind="turn").update(state=state, send_at=timezone.now())
    assert look_at_mail(arrived) == f"turn of {game.pk}: {found}"


def test_a_turn_that_the_mail_of_the_start_told_may_be_dropped_and_a_later_one_not(game: Game) -> None:
    arrived = send_all()
    Delivery.objects.filter(notification__kind="turn").update(state=Delivery.State.DROPPED)
    assert look_at_mail(arrived) == ""
    play_remembered(game, 1)
    arrived = send_all()
    Delivery.objects.filter(notification__kind="turn").update(state=Delivery.State.DROPPED)
    assert look_at_mail(arrived) == f"turn of {game.pk}: dropped, and still true"


def test_a_turn_that_was_told_once_more_after_a_pause_may_have_been_dropped_before(game: Game) -> None:
    Notification.objects.filter(kind="started").delete()
    arrived = send_all()
    first = Delivery.objects.get(notification__kind="turn")
    Delivery.objects.filter(pk=first.pk).update(state=Delivery.State.DROPPED)
    later = first.told_at + timedelta(seconds=4)
    again = Delivery.objects.create(
        notification=first.notification, channel="mail", told_at=later, send_at=later + timedelta(hours=1)
    )
    assert look_at_mail(arrived) == ""
    Delivery.objects.filter(pk=again.pk).update(state=Delivery.State.DROPPED)
    assert look_at_mail(arrived) == f"turn of {game.pk}: dropped, and still true"


def test_word_of_more_time_may_be_dropped_only_if_it_is_not_asked_any_more(game: Game) -> None:
    arrived = send_all()
    player = Player.objects.exclude(owes="").get(game=game)
    key, now = f"{game.code}/{player.owes}", timezone.now()
    assert player.user
    dropped = {"kind": "more_time", "key": key, "state": Notification.State.DROPPED, "send_at": now}
    Notification.objects.create(recipient=player.user, game=game, written_at=now, **dropped)
    assert look_at_mail(arrived) == f"more_time of {game.pk}: dropped, and still true"
    Game.objects.update(pauses=[[now.isoformat(), (now + timedelta(hours=1)).isoformat()]])
    assert look_at_mail(arrived) == ""
    Game.objects.update(pauses=[])
    play_remembered(game, 1)
    assert look_at_mail(send_all()) == ""


def test_a_lost_word_of_a_miss_is_found(game: Game) -> None:
    Game.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    deadlines.sweep()
    assert find([]) == ""
    notification = Notification.objects.get(kind="missed")
    Notification.objects.filter(pk=notification.pk).update(state=Notification.State.DROPPED)
    assert f"missed of {game.pk}: dropped, and still true" in look_at_mail({})
    notification.delete()
    found = find([])
    assert "a notice is lost: missed" in found
    assert "the notice of what it has missed is missing" in found


def test_a_notice_of_a_question_that_was_answered_may_be_dropped(game: Game) -> None:
    play_remembered(game, 1)
    arrived = send_all()
    first = Notification.objects.filter(kind="turn").earliest("pk")
    Delivery.objects.filter(notification=first).update(state=Delivery.State.DROPPED)
    assert look_at_mail(arrived) == ""


def test_a_clock_that_is_early_or_closes_twice_is_found() -> None:
    due = timezone.now()
    on_time = Closed(1, due, due, 7)
    assert list(checks.check_clock([on_time, on_time])) == []
    early = replace(on_time, made_at=due - timedelta(milliseconds=1))
    assert list(checks.check_clock([early])) == ["game 1: the clock was early"]
    again = replace(on_time, transaction=8)
    assert list(checks.check_clock([on_time, again])) == ["game 1: a deadline was closed twice"]
