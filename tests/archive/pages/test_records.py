"""Records on the site: those who played a game may have it once it is over, and nobody else ever."""

import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.models import Game, Message, Move
from games.rules.engine.errors import UnfinishedGame
from games.rules.engine.strict_json import read_json
from games.rules.record import verify_record
from games.state.table import load_table
from games.tables.services import stand_ins
from games.tables.services.talk import say
from tests.builders_people import make_guest, make_person, reload
from tests.tables.builders import asked, close_deadline, finish, play_on, start_table
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db

ALL, MY_GAMES = "/games/records.jsonl", "/games/"
TABLES: dict[str, tuple[int, int, dict[str, Any]]] = {
    "Larry": (2, 0, {}),
    "three": (1, 2, {"risky": True, "memory": "last_trick"}),
    "four": (3, 1, {"roles": ["accomplice", "prof_no"]}),
    "five": (2, 3, {"roles": ["sleeper", "paranoid"], "wagers": False}),
}


def start(name: str) -> tuple[Game, list[User]]:
    count, bots, options = TABLES[name]
    people = [make_person() for _ in range(count)]
    return start_table(*people, bots=bots, options=options), people


def read_stream(answer: Any) -> bytes:
    """Return the body of an answer that is sent while it is made."""
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


@pytest.mark.parametrize("name", TABLES)
def test_the_record_of_a_game_played_here_verifies_and_is_its_log(name: str) -> None:
    game, people = start(name)
    finish(game)
    answers = [sign_in(person).get(link("record", game)) for person in people]
    assert {answer.content for answer in answers} == {answers[0].content}
    assert answers[0]["Content-Type"] == "application/json"
    assert answers[0]["Content-Disposition"] == f'attachment; filename="insidejob-{game.code}.json"'
    replayed, table = verify_record(read_json(answers[0].content)), load_table(game)
    assert (replayed.entries, replayed.deal, replayed.state) == (table.entries, table.deal, table.states[-1])
    record = answers[0].json()
    assert {move["by"] for move in record["moves"]} == {"player", "bot"} - ({"bot"} if name == "Larry" else set())
    log = [{"seat": row.seat, **row.content, "by": row.by} for row in Move.objects.filter(game=game)]
    assert (record["moves"], record["seats"], record["result"]) == (log, game.seat_count, game.result)


def test_moves_of_the_clock_and_of_stand_ins_are_told_apart_from_those_of_people() -> None:
    ada, bob, eve = (make_person() for _ in range(3))
    game = start_table(ada, bob, eve)
    stand_ins.hand_over(code=game.code, user=eve)
    play_on(game, 4)
    late = asked(load_table(game))[0]
    game.refresh_from_db()
    assert game.due_at is not None
    assert close_deadline(game.code, game.due_at)
    finish(game)
    record = sign_in(ada).get(link("record", game)).json()
    verify_record(record)
    assert late != 2
    assert next(move["seat"] for move in record["moves"] if move["by"] == "clock") == late
    assert {move["by"] for move in record["moves"] if move["seat"] == 2} == {"bot"}
    assert {move["by"] for move in record["moves"] if move["seat"] != 2} == {"player", "clock"}


def test_a_running_game_is_never_given_to_anyone() -> None:
    game, people = start("four")
    over, _ = start("Larry")
    finish(over)
    clients = [*map(sign_in, people), sign_in(make_person()), sign_in(make_guest()), Client()]
    moves = 0
    while game.status == Game.Status.RUNNING:
        if moves % 7 == 0:
            for client in clients:
                answer = client.get(link("record", game))
                assert answer.status_code in (302, 403)
                assert b"hands" not in answer.content
            assert read_stream(clients[0].get(ALL)) == b""
        play_on(game, 1)
        moves += 1
    assert [client.get(link("record", game)).status_code for client in clients] == [200, 200, 200, 403, 403, 403]
    assert json.loads(read_stream(clients[0].get(ALL)))["seats"] == 4


def test_a_running_game_is_not_given_even_when_its_row_says_that_it_is_over() -> None:
    game, people = start("four")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    with pytest.raises(UnfinishedGame):
        sign_in(people[0]).get(link("record", game))


def test_a_game_ended_by_agreement_has_no_record_and_stays_closed() -> None:
    ada, bob = make_person(), make_person()
    game = start_table(ada, bob, bots=1)
    play_on(game, 5)
    for person in (ada, bob):
        stand_ins.agree_to_end(code=game.code, user=person, agrees=True)
    assert reload(game).status == Game.Status.AGREED
    client = sign_in(ada)
    assert client.get(link("record", game))["Location"] == link("table", game)
    assert read_stream(client.get(ALL)) == b""
    assert link("record", game) not in text_of(client.get(link("table", game)))


def test_a_stranger_gets_nothing() -> None:
    game, _ = start("Larry")
    finish(game)
    for client in (sign_in(make_person()), sign_in(make_guest()), Client()):
        answer = client.get(link("record", game))
        assert answer.status_code == 403
        assert b"hands" not in answer.content
    assert read_stream(sign_in(make_person()).get(ALL)) == b""
    assert Client().get(ALL).status_code == 302
    assert Client().get("/g/nosuchcode/record.json").status_code == 404


def test_all_my_games_are_given_a_line_each_in_the_order_in_which_they_ended(tmp_path: Any) -> None:
    ada, bob = make_person(), make_person()
    games = [start_table(ada, bots=seats - 1) for seats in (3, 4, 5)]
    others = start_table(bob, bots=2)
    for game in (games[1], games[0], others, games[2]):
        finish(game)
    start_table(ada, bots=2)
    answer = sign_in(ada).get(ALL)
    assert answer["Content-Disposition"] == 'attachment; filename="records.jsonl"'
    body = read_stream(answer)
    assert [json.loads(line)["seats"] for line in body.splitlines()] == [4, 3, 5]
    path = tmp_path / "records.jsonl"
    path.write_bytes(body)
    call_command("verify", str(path))


def test_a_guest_may_have_the_records_of_their_games() -> None:
    guest = make_guest()
    game = start_table(guest, bots=2)
    finish(game)
    assert sign_in(guest).get(link("record", game)).content == read_stream(sign_in(guest).get(ALL))


def test_names_addresses_talk_and_times_are_no_part_of_a_record() -> None:
    ada = make_person("Ada Lovelace")
    game = start_table(ada, make_person("Babbage"), bots=1)
    say(game=game, seat=0, text="The engine hums")
    finish(game)
    assert Message.objects.filter(game=game).exists()
    record = sign_in(ada).get(link("record", game)).content.decode()
    page = text_of(sign_in(ada).get(link("table", game) + "?tab=talk"))
    for secret in ("Lovelace", "Babbage", "engine hums", game.code):
        assert secret in page
        assert secret not in record
    assert ada.email
    assert ada.email not in record
    assert not re.search(r"\d\d:\d\d|20\d\d|_at", record)


def test_the_links_are_there_once_there_is_something_to_download() -> None:
    ada = make_person()
    game = start_table(ada, bots=2)
    client = sign_in(ada)
    assert link("record", game) not in text_of(client.get(link("table", game) + "?tab=about"))
    assert ALL not in text_of(client.get(MY_GAMES))
    finish(game)
    assert f'href="{link("record", game)}"' in text_of(client.get(link("table", game) + "?tab=about"))
    assert f'href="{ALL}"' in text_of(client.get(MY_GAMES))
