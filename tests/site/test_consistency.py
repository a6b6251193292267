"""`check_games` names all that in a game's rows is not the fold of its log, and never a card or a role."""

import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from accounts.services import make_permanent
from games.archive.selectors.commitments import split_deal
from games.management.commands import check_games
from games.models import Deal, Game, Hand, Move, Notification, Player, SealedChoice
from games.rules.commitment import SIZE, commit
from games.state.table import load_table
from games.tables.services import lobby, moves, stand_ins
from tests.builders_people import make_guest
from tests.tables.builders import asked, choose, make_person, open_table, play_on, start_table
from tests.tables.stored import record_games, store_game

pytestmark = pytest.mark.django_db

SECRET = re.compile(r"\b([BGYP](1[0-3]|[1-9])|agent|insider)\b")


def check() -> str:
    """Return what the command prints; it must find faults."""
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("check_games", stdout=out)
    return out.getvalue()


@pytest.fixture
def running(people: list[User]) -> Game:
    game = store_game(record_games(3)[0], people, 8).game
    commit_now(game)
    return game


def commit_now(game: Game) -> None:
    """Commit to the deal of a game as it is stored."""
    key = bytes(SIZE)
    Deal.objects.filter(game=game).update(commitment_key=key.hex())
    game.commitment = commit(split_deal(load_table(game)), key)
    game.save(update_fields=["commitment"])


@pytest.fixture
def over(people: list[User]) -> Game:
    recorded = record_games(3)[0]
    return store_game(recorded, people, len(recorded.entries)).game


@pytest.fixture
def voting(people: list[User]) -> Game:
    """Give a game in which one of three has voted."""
    recorded = record_games(3)[0]
    game = store_game(recorded, people, recorded.vote).game
    vote(game)
    return game


@pytest.fixture
def agreed(people: list[User]) -> Game:
    """Give a game that its people agreed to end."""
    game = store_game(record_games(3)[0], people, 8).game
    for person in people:
        stand_ins.agree_to_end(code=game.code, user=person, agrees=True)
    return game


@pytest.fixture
def cancelled(people: list[User]) -> Game:
    game = open_table(people[0])
    lobby.cancel_game(code=game.code, host=people[0])
    return game


def vote(game: Game) -> None:
    with moves.lock_table(game.code) as table:
        seat = asked(table)[0]
        moves.submit(table=table, seat=seat, decision="vote-1", moves=choose(table, seat))


def test_healthy_games_of_every_status_pass(running: Game, over: Game, voting: Game, people: list[User]) -> None:
    open_table(people[0])
    lobby.cancel_game(code=open_table(people[0]).code, host=people[0])
    start_table(people[0], bots=3)
    stand_ins.agree_to_end(code=start_table(people[0], bots=3).code, user=people[0], agrees=True)
    out = StringIO()
    call_command("check_games", stdout=out)
    assert {*Game.objects.values_list("status", flat=True)} == {*Game.Status.values}
    assert re.fullmatch(r"\d+ games checked: all equal their fold\.\n", out.getvalue())


def query_player(game: Game, **fields: Any) -> Any:
    """Return the query for the first of the game's players with such fields."""
    first = Player.objects.filter(game=game, **fields).first()
    assert first is not None
    return Player.objects.filter(pk=first.pk)


def last_move(game: Game) -> Move:
    move = Move.objects.filter(game=game).last()
    assert move is not None
    return move


def change_card(game: Game) -> None:
    """Alter the log so that the last card was played before by another."""
    first, last = (Move.objects.filter(game=game, content__type="play").order_by(key)[0] for key in ("pk", "-pk"))
    Move.objects.filter(pk=last.pk).update(content=first.content)


def swap_mission_and_card(game: Game) -> None:
    """Alter the log so that the first card comes before its mission."""
    mission, card = Move.objects.filter(game=game).order_by("sequence")[:2]
    Move.objects.filter(pk=mission.pk).update(content=card.content)
    Move.objects.filter(pk=card.pk).update(content=mission.content)


def change_player(found: dict[str, Any], **fields: Any) -> Callable[[Game], object]:
    """Return a damage: the first player who is so gets other values."""
    return lambda game: query_player(game, **found).update(**fields)


def remove(model: Any, **fields: Any) -> Callable[[Game], object]:
    """Return a damage: the game's rows of `model` that are so are gone."""
    return lambda game: model.objects.filter(game=game, **fields).delete()


def seal_one(game: Game) -> None:
    """Store a choice for a question that is not asked."""
    SealedChoice.objects.create(game=game, seat=0, decision="vote-1", content=[], by="player")


def change_row(model: Any, **fields: Any) -> Callable[[Game], object]:
    """Return a damage: the game's rows of `model` get other values."""
    return lambda game: model.objects.filter(game=game).update(**fields)


def change_game(**fields: Any) -> Callable[[Game], object]:
    """Return a damage: columns of the game get other values."""
    return lambda game: Game.objects.filter(pk=game.pk).update(**fields)


def bury_mission(game: Game) -> None:
    """Alter the deal where the log does not reach: the last two missions of the deck change places."""
    deal = Deal.objects.get(game=game)
    *above, last, lowest = deal.content["missions"]
    deal.content["missions"] = [*above, lowest, last]
    deal.save()


ASKED, NOT_ASKED = {"owes__gt": ""}, {"owes": ""}
ON_RUNNING = {
    "status over": (change_game(status=Game.Status.OVER), "status differs"),
    "a commitment to no deal": (change_game(status=Game.Status.OPEN), "commitment: there is one, and no deal"),
    "status open": (change_game(status=Game.Status.OPEN), "status: open, but it was dealt"),
    "status cancelled": (change_game(status=Game.Status.CANCELLED), "status: cancelled, but it was dealt"),
    "result": (change_game(result={"reason": "missions"}), "result differs"),
    "ended_at": (change_game(ended_at=timezone.now()), "ended_at is set differs"),
    "seat_count": (change_game(seat_count=4), "seats:"),
    "owes dropped": (change_player(ASKED, owes=""), "owes differs"),
    "owes too much": (change_player(NOT_ASKED, owes="vote-1"), "owes differs"),
    "asked_at": (change_player(ASKED, asked_at=None), "asked_at is set differs"),
    "role": (change_player({}, role="agent"), "seat 0: role differs"),
    "won": (change_player({}, won=True), "seat 0: won differs"),
    "no deadline": (change_game(due_at=None), "due_at is set differs"),
    "a stand-in has not answered": (change_player(ASKED, stand_in=True), "a bot has not answered"),
    "turn not told": (remove(Notification, kind="turn"), "a notice of what it is asked is missing"),
    "no reminder": (remove(Notification, kind="reminder"), "a notice of what it is asked is missing"),
    "agreed": (change_game(status=Game.Status.AGREED), "ended_at is set differs"),
    "bot": (change_player(ASKED, user=None, bot="random"), "a bot has not answered"),
    "seat missing": (lambda game: query_player(game, owes="").delete(), "seats:"),
    "hand missing": (lambda game: Hand.objects.filter(deal__game=game, seat=1).delete(), "deal:"),
    "deal missing": (remove(Deal), "deal:"),
    "hand empty": (lambda game: Hand.objects.filter(deal__game=game).update(content={}), "log: it cannot be folded"),
    "hand no object": (lambda game: Hand.objects.filter(deal__game=game).update(content=7), "log: it cannot be folded"),
    "log gap": (remove(Move, sequence=3), "log: the numbers have a gap"),
    "log late": (change_row(Move, sequence=F("sequence") + 100), "log: the numbers have a gap"),
    "log empty": (remove(Move), "owes differs"),
    "last move deleted": (lambda game: last_move(game).delete(), "owes differs"),
    "card played twice": (change_card, "card_not_held"),
    "order of moves": (swap_mission_and_card, "move 0: other_choice"),
    "another's move": (change_row(Move, seat=0), "move"),
    "cards without a mission": (
        change_row(Move, content={"type": "play", "card": "B1", "wager": False}),
        "log: it cannot be folded",
    ),
    "unknown move": (change_row(Move, content={"type": "dance"}), "log: it cannot be folded"),
    "sealed for nothing": (seal_one, "sealed choices: some belong to no question"),
}
ON_RUNNING |= {
    "dealt anew below": (bury_mission, "commitment differs"),
    "another commitment": (change_game(commitment="0" * 64), "commitment differs"),
    "no commitment": (change_game(commitment=""), "commitment differs"),
    "no key": (change_row(Deal, commitment_key=""), "commitment differs"),
    "a spoilt key": (change_row(Deal, commitment_key="x"), "commitment: its key"),
    "prepared by a stand-in": (
        change_player(NOT_ASKED, stand_in=True, premove={"B": "lowest"}),
        "something is prepared",
    ),
    "dropped for nothing": (change_player(NOT_ASKED, premove_dropped=True), "told that a plan was dropped"),
}
ON_OVER = {
    "premove": (change_player({}, premove={"B": "lowest"}), "something is prepared"),
    "status": (change_game(status=Game.Status.RUNNING), "status differs"),
    "result": (change_game(result=None), "result differs"),
    "deadline": (change_game(due_at=timezone.now()), "due_at is set differs"),
    "agreed": (change_game(status=Game.Status.AGREED), "outcome differs"),
    "winners": (change_game(result={"reason": "missions", "winners": []}), "result differs"),
    "ended_at": (change_game(ended_at=None), "ended_at is set differs"),
    "role": (change_player({}, role=""), "seat 0: role differs"),
    "won": (change_player({}, won=None), "seat 0: won differs"),
    "owes": (change_player({}, owes="vote-1"), "seat 0: owes differs"),
    "last move deleted": (lambda game: last_move(game).delete(), "status differs"),
}
ON_VOTING = {
    "sealed for another vote": (change_row(SealedChoice, decision="vote-9"), "sealed choices: some belong"),
    "sealed dropped": (remove(SealedChoice), "owes differs"),
    "sealed unreadable": (change_row(SealedChoice, content=[{}]), "log: it cannot be folded"),
    "all in, none took effect": (lambda game: seal_all(game), "all are in, and they did not take effect"),
}
ON_AGREED = {
    "premove": (change_player({}, premove={"B": "lowest"}), "something is prepared"),
    "running": (change_game(status=Game.Status.RUNNING, ended_at=None), "due_at is set differs"),
    "deadline": (change_game(due_at=timezone.now()), "due_at is set differs"),
    "ended_at": (change_game(ended_at=None), "ended_at is set differs"),
    "result": (change_game(result={"reason": "missions"}), "result differs"),
    "owes": (change_player({}, owes="vote-1"), "somebody is still asked something"),
    "sealed": (seal_one, "sealed choices"),
}
ON_CANCELLED = {"deadline": (change_game(due_at=timezone.now()), "due_at: set, and the game is cancelled")}
DAMAGES: dict[str, dict[str, tuple[Callable[[Game], object], str]]] = {
    "running": ON_RUNNING,
    "over": ON_OVER,
    "voting": ON_VOTING,
    "agreed": ON_AGREED,
    "cancelled": ON_CANCELLED,
}


def seal_all(game: Game) -> None:
    """Store a choice for every seat without letting them take effect."""
    kept = SealedChoice.objects.get(game=game)
    for seat in asked(load_table(game)):
        SealedChoice.objects.create(game=game, seat=seat, decision=kept.decision, content=kept.content, by=kept.by)


@pytest.mark.parametrize(("kind", "fault"), [(kind, fault) for kind, faults in DAMAGES.items() for fault in faults])
def test_a_fault_is_named_and_no_secret_is(kind: str, fault: str, request: pytest.FixtureRequest) -> None:
    damage, expected = DAMAGES[kind][fault]
    game: Game = request.getfixturevalue(kind)
    damage(game)
    printed = check()
    assert expected in printed
    assert all(line.startswith(f"{game.code}: ") for line in printed.splitlines())
    assert not SECRET.search(printed)


def test_an_open_table_with_every_seat_taken_should_have_started(people: list[User]) -> None:
    game = open_table(people[0])
    game.players.filter(user=None).update(bot="random")
    assert f"{game.code}: status: open, but every seat is taken" in check()


def test_a_full_table_at_a_live_pace_may_ask_who_is_there(people: list[User]) -> None:
    game = open_table(*people[:2], seats=3, pace=300, vote_time=900)
    lobby.join_game(code=game.code, user=people[2])
    assert Game.objects.get(pk=game.pk).ready_by is not None
    call_command("check_games")


def test_a_guest_who_signs_up_during_a_game_need_not_have_been_told() -> None:
    guest = make_guest()
    lobby.play_against_bots(user=guest, title="insidejob", seat_count=3)
    make_permanent(guest, email="ada@example.org", display_name="Ada")
    call_command("check_games", stdout=StringIO())


def test_only_the_damaged_game_is_named(running: Game, over: Game) -> None:
    Game.objects.filter(pk=over.pk).update(result=None)
    assert check() == f"{over.code}: result differs from the fold\n"


@pytest.mark.parametrize("end", ["played", "agreed"])
def test_an_end_that_someone_was_never_to_be_told_of_is_found(people: list[User], end: str) -> None:
    game = start_table(*people)
    if end == "played":
        play_on(game)
    for person in people if end == "agreed" else ():
        stand_ins.agree_to_end(code=game.code, user=person, agrees=True)
    call_command("check_games", stdout=StringIO())
    Notification.objects.filter(recipient=people[1], kind="over").delete()
    assert "seat 1: the notice of the end is missing" in check()


def test_games_that_ended_before_a_time_are_left_out(running: Game, over: Game) -> None:
    Game.objects.filter(pk=over.pk).update(result=None, ended_at=timezone.now() - timedelta(days=2))
    out = StringIO()
    call_command("check_games", since=timezone.now() - timedelta(days=1), stdout=out)
    assert out.getvalue() == "1 games checked: all equal their fold.\n"
    with pytest.raises(CommandError, match="1 differences in 2 games"):
        call_command("check_games", f"--since={timezone.localdate() - timedelta(days=3)}", stdout=out)
    assert f"{over.code}: result differs from the fold\n" in out.getvalue()
    with pytest.raises(CommandError, match="a day or a time"):
        call_command("check_games", "--since=yesterday", stdout=out)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_several_processes_find_the_same_faults_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded, people = record_games(3)[0], [make_person() for _ in range(3)]
    games = [store_game(recorded, people, len(recorded.entries)).game for _ in range(5)]
    Game.objects.filter(pk__in=[game.pk for game in games[::2]]).update(result=None)
    monkeypatch.setattr(check_games, "AT_ONCE", 2)
    found = []
    for processes in (1, 2):
        out = StringIO()
        with pytest.raises(CommandError, match="3 differences in 5 games"):
            call_command("check_games", processes=processes, stdout=out)
        found.append(out.getvalue().splitlines())
    assert found[0] == found[1] == [f"{game.code}: result differs from the fold" for game in games[::2]]
