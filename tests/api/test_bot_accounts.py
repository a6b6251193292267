"""What a bot account's token opens: the account's own seats, in every state of a table, and nothing of its owner's."""

from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings

from accounts import suspensions
from accounts.models import User
from accounts.tokens.bots import remove_bot
from games.models import Game
from tests.access import STATES, World
from tests.api.access import ENDPOINTS, KINDS, expect, find_faults, list_paths
from tests.api.clients import Bot, Program
from tests.builders_people import make_person
from tests.rounds import is_deep, mark
from tests.tables.builders import open_table, play_on

pytestmark = pytest.mark.django_db

SIT_IN, REPORT = ("POST", "games/{code}/sit-in"), ("POST", "games/{code}/report")
FOR_PEOPLE = {("GET", "people/{person}/statistics"), ("GET", "cases"), SIT_IN, REPORT}
OF_BOTS = {
    ("PUT", "invitations"): "204",
    ("GET", "webhook"): "200",
    ("PUT", "webhook"): "200",
    ("DELETE", "webhook"): "204",
}
"""What only bot accounts may do, with the answer."""


def seat(bot: Bot, *people: User, **chosen: Any) -> Game:
    """A table of `people` that the bot joined last."""
    game = open_table(*people, seats=len(people) + 1, allows_bots=True, **chosen)
    assert bot.post(f"games/{game.code}/join").status_code == 200
    game.refresh_from_db()
    return game


def is_for_people(method: str, path: str) -> bool:
    return (method, path) in FOR_PEOPLE or path.startswith("cases/")


def test_wherever_a_player_gets_another_answer_than_a_stranger_so_does_the_host() -> None:
    """So small rounds let the bot of a host ask, and leave those of the others to deep ones."""
    for (_, path), (_, _, answers) in ENDPOINTS.items():
        for state in STATES if "{code}" in path else ("",):
            stranger, player, host = (expect(answers, state, kind) for kind in ("stranger", "player", "host"))
            assert player == stranger or host != stranger, (path, state)


@pytest.mark.rounds
@pytest.mark.parametrize("owner", ["host", mark("player", "deep"), mark("stranger", "deep")])
def test_a_bot_account_gets_what_a_stranger_gets_and_nothing_for_people(owner: str) -> None:
    """Whatever its owner sees. In small rounds states in which all people get the same count as one."""
    world, faults = World(), []
    bot = Bot(world.people[owner])
    for (method, path), (body, _, answers) in ENDPOINTS.items():
        rows = set[tuple[str, ...]]()
        for state, address in list_paths(world, path):
            row = tuple(expect(answers, state, kind) for kind in KINDS)
            if row in rows and not is_deep():
                continue
            rows.add(row)
            with transaction.atomic():
                answer = bot.ask(method, address, body)
                transaction.set_rollback(True)
            wanted = "403" if is_for_people(method, path) else expect(answers, state, "stranger")
            wanted = OF_BOTS.get((method, path), wanted)
            if path.endswith("/join") and state == "open":
                wanted = "403"
            if wanted not in ("-", str(answer.status_code)):
                faults.append(f"{method} {path} {state}: {answer.status_code} {answer.content[:120]!r}")
            faults += [f"{method} {path} {state}: {fault}" for fault in find_faults(method, address, answer)]
    assert not faults, "\n".join(faults)


def test_it_plays_as_itself() -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    bot = Bot(ada)
    me = bot.read("me")
    assert (me["name"], me["bot_by"], me["scopes"]) == ("Ticker (bot)", "Ada", ["bot"])
    game = seat(bot, ben, cleo)
    seen = bot.look(game)
    assert seen["you"] == 2
    assert [(each["name"], each["bot_by"], each["bot"]) for each in seen["players"]] == [
        ("Ben", "", False),
        ("Cleo", "", False),
        ("Ticker (bot)", "Ada", False),
    ]
    assert bot.post(f"games/{game.code}/talk", {"text": "Beep"}).status_code == 201
    assert [row["code"] for row in bot.read("games")["games"]] == [game.code]
    assert not Program(ada).read("games")["games"]
    assert Program(ada).get(f"games/{game.code}").status_code == 403
    assert Program(ben).look(game)["players"][2]["bot_by"] == "Ada"


def test_the_lobby_names_the_owner_too() -> None:
    ben = make_person("Ben")
    game = open_table(ben, seats=3, allows_bots=True)
    bot = Bot(make_person("Ada"))
    places = bot.post(f"games/{game.code}/join").json()["players"]
    assert [each["bot_by"] for each in places] == ["", "Ada", ""]
    assert bot.post(f"games/{game.code}/leave").status_code == 204


@pytest.mark.parametrize(
    ("code", "allows", "owner_sits", "status"), [("no_bots", False, False, 403), ("own_bot", True, True, 409)]
)
def test_refusals_have_a_code_and_a_reason(code: str, allows: bool, owner_sits: bool, status: int) -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    game = open_table(ben, *([ada] if owner_sits else []), seats=4, allows_bots=allows)
    refused = Bot(ada).post(f"games/{game.code}/join")
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert "bot" in refused.json()["detail"]


def test_a_program_may_open_a_table_to_bots() -> None:
    body = {"title": "insidejob", "seats": 3, "allows_bots": True}
    opened = Program(make_person()).post("games", body).json()
    assert opened["terms"]["allows_bots"]
    assert Program(make_person()).post("games", {**body, "is_public": True}).status_code == 201


def test_a_bot_account_opens_a_table_that_is_not_public() -> None:
    ben, bot, body = make_person("Ben"), Bot(make_person("Ada")), {"title": "target", "seats": 2}
    opened = bot.post("games", body)
    assert (opened.status_code, opened.json()["players"][0]["bot_by"]) == (201, "Ada")
    refused = bot.post("games", {**body, "is_public": True})
    assert (refused.status_code, refused.json()["code"]) == (403, "bot_account")
    assert Program(ben).post(f"games/{opened.json()['code']}/join").json()["status"] == "running"


def test_a_bot_account_finds_public_tables_that_let_bots_in() -> None:
    ben, bot = make_person("Ben"), Bot(make_person("Ada"))
    closed = open_table(ben, seats=3, is_public=True)
    let_in = open_table(ben, seats=3, is_public=True, allows_bots=True)
    open_table(ben, seats=3, allows_bots=True)
    assert {row["code"] for row in Program(make_person()).read("tables")["tables"]} == {closed.code, let_in.code}
    (row,) = bot.read("tables")["tables"]
    assert (row["code"], row["terms"]["allows_bots"], row["others"]) == (let_in.code, True, ["Ben"])
    assert bot.post(f"games/{row['code']}/join").status_code == 200
    assert bot.read("tables")["tables"][0]["is_mine"]


def test_owner_and_bots_play_a_whole_game_alone() -> None:
    """One sees the other's hand, so no one else may be there."""
    ada = make_person("Ada")
    bot, owner = Bot(ada), Program(ada)
    game = seat(bot, ada)
    for _ in range(200):
        for program in (bot, owner):
            seen = program.look(game)
            while seen["answers"] and not seen["own_choice"]:
                seen = program.choose(game).json()
        if seen["status"] != "running":
            break
    assert seen["status"] == "over"
    assert not owner.read(f"people/{ada.code}/statistics")["results"]


@override_settings(POLLS_FROM_CACHE=True)
@pytest.mark.parametrize("end", ["bot", "owner", "removed"])
def test_a_poll_from_the_cache_ends_with_bot_and_owner(end: str, django_capture_on_commit_callbacks: Any) -> None:
    ada = make_person("Ada")
    bot = Bot(ada)
    game = seat(bot, make_person(), make_person())
    path = f"games/{game.code}"
    tag = bot.get(path)["ETag"]
    assert bot.get(path, If_None_Match=tag).status_code == 304
    with django_capture_on_commit_callbacks(execute=True):
        if end == "removed":
            remove_bot(bot.user)
        else:
            suspensions.suspend(ada if end == "owner" else bot.user)
    assert bot.get(path, If_None_Match=tag).status_code == 401


def test_other_players_learn_no_more_of_it_than_of_people() -> None:
    """The owner's code, address and settings are nowhere."""
    ada, ben = make_person("Ada"), make_person("Ben")
    game = seat(Bot(ada), ben, make_person())
    play_on(game, 2)
    said = Program(ben).get(f"games/{game.code}").content.decode()
    assert ada.code not in said
    assert str(ada.email) not in said
