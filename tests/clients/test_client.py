"""`clients/python` against a live site, behind a proxy that plants faults: nothing is done twice or lost."""

import logging
import socket
import time
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Scope
from accounts.tokens.bots import make_bot
from accounts.tokens.services import make_token
from games.api.selectors import people
from games.models import Game as GameRow
from games.models import Message, Player
from games.tables.services import deadlines, lobby, stand_ins
from insidejob_client import ApiError, Client, Conflict, Game, Unreachable, play_table
from insidejob_client import bot as loop
from insidejob_client.client import find_own
from insidejob_client.engine import is_taken
from tests.builders_people import make_person
from tests.clients.faults import BAD_GATEWAY, EACH, FINE, KILLED, LOST, TOO_MANY, run_proxy
from tests.rounds import one_in
from tests.tables.builders import finish, open_table, start_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
FAULTS = {LOST, KILLED, BAD_GATEWAY, TOO_MANY}


def make_client(url: str, owner: Any = None, waits: list[float] | None = None, **given: Any) -> Client:
    """Return a client with a new token. It notes how long it would wait, and waits next to nothing."""
    secret = make_token(owner or make_person(), name="Client", scopes=Scope.values)
    assert secret

    def sleep(seconds: float) -> None:
        if waits is not None:
            waits.append(seconds)
        time.sleep(min(seconds, 0.02))

    return Client(url, secret, sleep=sleep, **{"streams": False} | given)


def choose_first(game: Game) -> Any:
    return game["answers"][0]


@pytest.mark.parametrize(("title", "seats"), [("insidejob", 3), ("target", 2)])
def test_a_whole_game_is_played_through_all_faults(live_server: Any, title: str, seats: int) -> None:
    with run_proxy(live_server.url, after=EACH) as proxy:
        client = make_client(proxy.url)
        game = client.open(title, seats)
        client.fill(game["code"])
        game = play_table(client, game["code"], choose_first)
    assert game["status"] == "over"
    assert game["observation"]["result"]["winners"]
    assert {*proxy.planted} == {*FAULTS, FINE}
    assert GameRow.objects.count() == 1
    deadlines.sweep()
    assert not Player.objects.filter(missed__gt=0).exists()


@pytest.mark.parametrize("fault", one_in(2, [LOST, KILLED, BAD_GATEWAY, TOO_MANY]))
def test_what_is_sent_again_is_done_once(live_server: Any, fault: str) -> None:
    with run_proxy(live_server.url, [fault, fault], after=[FINE]) as proxy:
        client = make_client(proxy.url)
        code = client.open("target", 2, is_public=True)["code"]
        assert [row["code"] for row in client.games()] == [code]
        client.fill(code)
        asked = [
            kept["Idempotency-Key"] for method, path, kept in proxy.asked if path == "/api/1/games" and method == "POST"
        ]
        assert len(asked) == 3
        assert len({*asked}) == 1
    with run_proxy(live_server.url, [fault, fault], after=[FINE]) as proxy:
        client.site = proxy.url
        client.say(code, "Hello")
    assert Message.objects.filter(text="Hello").count() == 1


@pytest.mark.parametrize("fault", one_in(2, [LOST, BAD_GATEWAY]))
def test_what_an_earlier_try_has_done_is_no_error(live_server: Any, fault: str) -> None:
    ada, ben = make_person(), make_person()
    game = open_table(ada, seats=3)
    with run_proxy(live_server.url, after=[fault, FINE]) as proxy:
        host, guest = (make_client(proxy.url, user) for user in (ada, ben))
        assert guest.join(game.code, key=game.invitation)["you"] is not None
        guest.leave(game.code)
        guest.join(game.code, key=game.invitation)
        assert host.fill(game.code)["status"] == "running"
        stand_ins.hand_over(code=game.code, user=ben)
        guest.take_back(game.code)
        assert not Player.objects.get(game=game, user=ben).stand_in
        other = host.open("target", 2)["code"]
        host.close(other)
    assert GameRow.objects.get(code=other).status == "cancelled"
    with pytest.raises(Conflict):
        make_client(live_server.url, ada).fill(game.code)


@pytest.mark.parametrize("fault", one_in(2, [LOST, BAD_GATEWAY]))
def test_a_running_game_is_paused_handed_over_ended_and_played_again(live_server: Any, fault: str) -> None:
    """Each of these is lost once on its way back, and sent again."""
    ada, ben = make_person(), make_person()
    code = start_table(ada, ben, bots=1).code
    with run_proxy(live_server.url, after=[fault, FINE]) as proxy:
        host, guest = (make_client(proxy.url, user) for user in (ada, ben))
        host.pause(code)
        assert guest.pause(code).get("paused")
        assert not host.resume(code).get("paused")
        asked, other = (host, guest) if host.game(code)["decision"] else (guest, host)
        assert other.more_time(code)["status"] == asked.game(code)["status"] == "running"
        assert find_own(guest.hand_over(code)).get("stand_in")
        guest.take_back(code)
        host.end(code)
        assert guest.end(code)["status"] == "agreed"
        again = host.rematch(code)
        assert guest.rematch(code)["code"] == again["code"]
        assert host.replay(code, step=0)["narration"] is not None
        assert host.talk(code)["lines"] == []
        assert {*proxy.planted} == {fault, FINE}


def test_a_key_of_ones_own_survives_a_restart_of_the_program(live_server: Any) -> None:
    ada = make_person()
    codes = {make_client(live_server.url, ada).open("target", 2, key="tonight")["code"] for _ in range(2)}
    assert len(codes) == 1


def test_the_wait_is_the_one_that_the_site_names_or_grows(live_server: Any, caplog: pytest.LogCaptureFixture) -> None:
    waits: list[float] = []
    with run_proxy(live_server.url, [TOO_MANY, *[BAD_GATEWAY] * 4], after=[FINE]) as proxy:
        assert make_client(proxy.url, waits=waits).me()["name"]
    assert waits[0] == 0.01
    assert [0.75 * 2**tries <= wait <= 2**tries for tries, wait in enumerate(waits[1:], 1)] == [True] * 4
    assert "429 too_many_requests: Slowly." in caplog.text
    assert "Trying again in" in caplog.text


def test_patience_ends(live_server: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(Unreachable, match="GET me: ConnectionError"):
        Client(f"http://127.0.0.1:{port}", "x", patience=0.1, streams=False).me()


@pytest.mark.parametrize(
    ("ask", "status", "code"),
    [
        (lambda client: client.game("nowhere"), 404, "not_found"),
        (lambda client: client.open("chess", 2), 422, "invalid"),
        (lambda client: client.open("target", 2) and client.record("nowhere"), 404, "not_found"),
    ],
)
def test_a_refusal_says_why(live_server: Any, ask: Callable[[Client], Any], status: int, code: str) -> None:
    with pytest.raises(ApiError) as refused:
        ask(make_client(live_server.url))
    assert (refused.value.status, refused.value.code) == (status, code)
    assert refused.value.detail


def test_a_wrong_token_ends_the_bot(live_server: Any) -> None:
    client = Client(live_server.url, "ij_wrong", streams=False)
    with pytest.raises(ApiError, match="401 token"):
        loop.play_for_ever(client, choose_first)


def test_a_game_that_has_moved_on_is_looked_at_again(live_server: Any) -> None:
    client = make_client(live_server.url)
    code = client.open("target", 2)["code"]
    game = client.fill(code)
    client.answer(code, game["decision"] or "", game["answers"][0])
    with pytest.raises(Conflict):
        client.answer(code, "hide-9", game["answers"][0])
    stale = {**game, "decision": "hide-9"}
    # It asks again what is asked now, and goes on until it is another's turn or the end.
    assert not loop.is_asked(loop.answer_all(client, stale, choose_first))  # type: ignore[arg-type]


@pytest.mark.deep
def test_a_table_that_refuses_does_not_stop_the_others(live_server: Any, caplog: pytest.LogCaptureFixture) -> None:
    ada = make_person()
    waits: list[float] = []
    client = make_client(live_server.url, ada, waits)
    codes = [client.fill(client.open("target", 2)["code"])["code"] for _ in range(2)]
    stand_ins.hand_over(code=codes[1], user=ada)
    calls = []

    def choose(game: Game) -> Any:
        calls.append(game["code"])
        if len(calls) == 1:
            return [{"type": "nonsense"}]
        if (
            not GameRow.objects.filter(status="running").exclude(code=game["code"]).exists()
            and len(game["answers"]) < 2
        ):
            raise KeyboardInterrupt
        return game["answers"][0]

    def stop(seconds: float) -> None:
        if not GameRow.objects.filter(status="running").exists():
            raise KeyboardInterrupt

    client.sleep = stop
    with pytest.raises(KeyboardInterrupt):
        loop.play_for_ever(client, choose)
    assert {*calls} == {*codes}
    assert "malformed" in caplog.text


def test_a_poll_brings_only_what_is_new_and_keeps_to_the_time_of_the_site(live_server: Any) -> None:
    ada = make_person()
    game = open_table(ada, seats=3)
    with run_proxy(live_server.url) as proxy:
        waits: list[float] = []
        client = make_client(proxy.url, ada, waits)
        poll = client.poll(f"games/{game.code}")
        assert poll.ask()["status"] == "open"
        assert [poll.ask(), poll.ask()] == [None, None]
        poll.wait()
        lobby.fill_with_bots(code=game.code, host=ada)
        assert poll.ask()["status"] == "running"
        poll.forget()
        assert poll.ask()["status"] == "running"
        sent = [bool(kept.get("If-None-Match")) for _, _, kept in proxy.asked]
    assert sent == [False, True, True, True, False]
    assert waits == [poll.wait_for] or waits[0] >= 1


class Enough(Exception):
    """Ends the loop of a bot."""


def attend_once(client: Client, accept: Any) -> None:
    def stop(seconds: float) -> None:
        raise Enough

    client.sleep = stop
    with pytest.raises(Enough):
        loop.play_for_ever(client, choose_first, accept=accept)


def test_a_bot_is_found_invited_and_joins_or_declines(live_server: Any) -> None:
    ada = make_person()
    bot, secret = make_bot(make_person(), "Ticker")
    host, ticker = make_client(live_server.url, ada), Client(live_server.url, secret, streams=False)
    ticker.offer({"target": [2], "insidejob": [3, 4]})
    [found] = host.bots(title="insidejob", seats=3)
    assert found["code"] == bot.code
    assert not host.bots(title="rendezvous")
    wanted = {"insidejob": [3]}
    codes = [host.open("insidejob", seats, allows_bots=True)["code"] for seats in (3, 4)]
    for code in codes:
        host.invite(code, bot.code)
    attend_once(ticker, None)
    assert Player.objects.filter(user=bot, invited=True).count() == 2
    attend_once(ticker, lambda game: is_taken(game, wanted))
    assert [player.game.code for player in Player.objects.filter(user=bot)] == [codes[0]]
    assert not Player.objects.get(user=bot).invited
    assert host.game(codes[1])["declined"][0]["reason"] == "seats"  # type: ignore[typeddict-item]


def test_a_bot_looks_at_all_its_tables_and_not_at_finished_ones(
    live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "GAMES_A_PAGE", 1)
    ada = make_person()
    bot, secret = make_bot(make_person(), "Ticker")
    for _ in range(2):
        finish(start_table(ada, bot, bots=1, allows_bots=True))
    running = start_table(ada, bot, bots=1, allows_bots=True)
    stand_ins.hand_over(code=running.code, user=bot)
    code = open_table(ada, seats=3, allows_bots=True).code
    Player.objects.filter(game__code=code, seat=1).update(user=bot, invited=True)
    with run_proxy(live_server.url) as proxy:
        attend_once(Client(proxy.url, secret, streams=False), lambda game: True)
        asked = [path for _, path, _ in proxy.asked if "page=" in path]
    assert not Player.objects.filter(user=bot, invited=True).exists()
    assert not Player.objects.filter(user=bot, game=running, stand_in=True).exists()
    assert asked == [f"/api/1/games?page={number}" for number in (1, 2, 3)]


def test_open_tables_are_found(live_server: Any) -> None:
    host, guest = (make_client(live_server.url) for _ in range(2))
    code = host.open("target", 2, is_public=True)["code"]
    assert [row["code"] for row in guest.tables(title="target")] == [code]
    assert not guest.tables(title="insidejob", seats=4)
    assert "target" in {title["title"] for title in guest.titles()["titles"]}
    assert guest.join(code)["status"] in ("open", "running")


@pytest.fixture(autouse=True)
def hear(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "insidejob_client")
