"""Programs find tables and bots, invite and decline, and learn nothing of blocks."""

from typing import Any

import pytest

from accounts import suspensions
from accounts.models import Block
from accounts.tokens.bots import remove_bot
from games.api.schemas import BotsOut, OpenTablesOut
from games.models import FormerPlayer, Notification
from tests.api.clients import Bot, Program
from tests.builders_people import make_person
from tests.tables.builders import finish, open_table, start_table
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db


def find(program: Program, **asked: Any) -> list[str]:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    body = program.read(f"tables?{query}")
    OpenTablesOut.model_validate(body)
    return [row["code"] for row in body["tables"]]


def test_a_program_finds_public_tables_alone_and_sits_down() -> None:
    host = make_person("Ada")
    game, program = open_table(host, seats=3, is_public=True), Program(make_person())
    open_table(host, seats=3)
    (row,) = program.read("tables")["tables"]
    assert (row["code"], row["host"], row["others"], row["free"]) == (game.code, "Ada", ["Ada"], 2)
    assert game.invitation not in str(row) or not game.invitation
    assert program.post(f"games/{row['code']}/join").status_code == 200


def test_filters_narrow_the_list() -> None:
    english, french = make_person(), make_person(language="fr")
    one = open_table(english, seats=3, is_public=True, pace=86400)
    other = open_table(french, seats=2, title="target", is_public=True, pace=604800)
    program = Program(make_person())
    assert set(find(program)) == {one.code, other.code}
    for asked in ({"title": "target"}, {"seats": 2}, {"pace": "week"}, {"language": "fr"}):
        assert find(program, **asked) == [other.code], asked
    for asked in ({"title": "chess"}, {"seats": -1}, {"language": "xx"}):
        assert find(program, **asked) == [], asked
    assert program.get("tables?pace=soon").json()["fields"] == ["pace"]


def test_a_block_hides_a_table_and_is_not_told() -> None:
    host, person = make_person(), make_person()
    open_table(host, seats=3, is_public=True)
    assert find(Program(person))
    Block.objects.create(by=host, person=person)
    assert not find(Program(person))


def offer(bot: Bot, **games: list[int]) -> Bot:
    body = {"games": [{"title": title, "seats": seats} for title, seats in games.items()]}
    assert bot.ask("PUT", "invitations", body).status_code == 204
    return bot


def list_bots(program: Program, query: str = "") -> list[str]:
    body = program.read(f"bots{query}")
    BotsOut.model_validate(body)
    return [each["name"] for each in body["bots"]]


def test_a_bot_says_what_it_plays_and_is_found() -> None:
    ada, reader = make_person("Ada"), Program(make_person())
    bot = offer(Bot(ada), target=[2], insidejob=[4, 3])
    Bot(make_person(), "Silent")
    (found,) = reader.read("bots")["bots"]
    games = [{"title": "target", "seats": [2]}, {"title": "insidejob", "seats": [3, 4]}]
    assert (found["code"], found["bot_by"], found["games"]) == (bot.user.code, "Ada", games)
    assert found["seen_at"]
    assert list_bots(reader, "?title=insidejob&seats=4") == ["Ticker (bot)"]
    assert list_bots(reader, "?title=insidejob&seats=5") == list_bots(reader, "?title=chess") == []
    offer(bot)
    assert not list_bots(reader)


def test_an_offer_of_what_cannot_be_played_is_refused() -> None:
    bot = Bot(make_person())
    for title, seats, refusal in (("chess", [2], (422, "invalid")), ("target", [3], (409, "seats"))):
        refused = bot.ask("PUT", "invitations", {"games": [{"title": title, "seats": seats}]})
        assert (refused.status_code, refused.json()["code"]) == refusal
    person = Program(make_person()).ask("PUT", "invitations", {"games": []})
    assert (person.status_code, person.json()["code"]) == (403, "no_bot_account")


@pytest.mark.parametrize("end", ["removed", "suspended", "owner"])
def test_a_bot_that_cannot_play_is_not_listed(end: str) -> None:
    ada, reader = make_person("Ada"), Program(make_person())
    bot = offer(Bot(ada), target=[2])
    if end == "removed":
        remove_bot(bot.user)
    else:
        suspensions.suspend(bot.user if end == "suspended" else ada)
    assert not list_bots(reader)


def test_a_bot_is_invited_and_sits_down() -> None:
    host = make_person("Ben")
    bot, program = offer(Bot(make_person("Ada")), target=[2]), Program(host)
    code = program.post("games", {"title": "target", "seats": 2, "allows_bots": True}).json()["code"]
    invited = program.post(f"games/{code}/invite", {"person": bot.user.code})
    assert [each["invited"] for each in invited.json()["players"]] == [False, True]
    (row,) = bot.read("games")["games"]
    assert (row["code"], row["invited"], row["unread"]) == (code, True, 0)
    assert not Notification.objects.filter(recipient=bot.user).exists(), "it has no address"
    assert bot.post(f"games/{code}/join").json()["status"] == "running"


def test_only_bots_that_offer_the_game_are_invited_where_the_host_lets_bots_in() -> None:
    host = make_person("Ben")
    bot, silent = offer(Bot(make_person("Ada")), target=[2]), Bot(make_person("Cleo"), "Silent")
    tables = [open_table(host, title="target", seats=2), open_table(host, seats=3, allows_bots=True)]
    for game, person in ((tables[0], bot), (tables[1], bot), (open_table(host, seats=3, allows_bots=True), silent)):
        refused = Program(host).post(f"games/{game.code}/invite", {"person": person.user.code})
        assert (refused.status_code, refused.json()["code"]) == (409, "not_invited")


def test_a_person_is_invited_as_at_the_page() -> None:
    host, friend = make_person(), make_person()
    finish(start_table(host, friend, bots=1))
    game = open_table(host, seats=3)
    invited = Program(host).post(f"games/{game.code}/invite", {"person": friend.code})
    assert [each["invited"] for each in invited.json()["players"]] == [False, True, False]
    assert Notification.objects.filter(recipient=friend, game=game).exists()


def test_who_may_sit_down_is_told_how_many_seats_are_free_and_whether_they_are_invited() -> None:
    host, friend, other = make_person(), make_person(), make_person()
    finish(start_table(host, friend, bots=1))
    game = open_table(host, seats=4)
    Program(host).post(f"games/{game.code}/invite", {"person": friend.code})
    for person, is_invited in ((friend, True), (other, False)):
        seen = Program(person).look(game)
        assert (seen["free"], seen["invited"], seen["players"]) == (2, is_invited, []), is_invited


def test_a_rematch_says_which_seat_is_a_bots() -> None:
    host, friend = make_person(), make_person()
    game = start_table(host, friend, bots=1)
    finish(game)
    program = Program(host)
    again = program.post(f"games/{game.code}/rematch").json()
    players = program.read(f"games/{again['code']}")["players"]
    assert {each["person"]: each["bot"] for each in players} == {host.code: False, friend.code: False, "": True}


def test_an_invitation_is_declined_with_a_reason_that_the_table_sees() -> None:
    host = make_person("Ben")
    bot, program = offer(Bot(make_person("Ada")), insidejob=[3]), Program(host)
    game = open_table(host, seats=3, allows_bots=True)
    for reason in ("later", "pace"):
        program.post(f"games/{game.code}/invite", {"person": bot.user.code})
        assert bot.post(f"games/{game.code}/decline", {"reason": reason}).status_code == 204
    declined = [{"name": "Ticker (bot)", "person": bot.user.code, "reason": "pace"}]
    seen = program.look(game)
    assert (seen["declined"], seen["players"][1]["free"]) == (declined, True)
    assert "Ticker (bot) declined: doesn’t play at this pace" in text_of(sign_in(host).get(link("table", game)))
    assert bot.post(f"games/{game.code}/decline").json()["code"] == "not_seated"
    assert bot.post(f"games/{game.code}/join").status_code == 200, "it may come back"
    assert program.look(game)["declined"] == []


def test_declining_without_a_reason_leaves_no_trace() -> None:
    """So it looks like a seat that a block has freed."""
    bot, host = offer(Bot(make_person("Ada")), insidejob=[3]), Program(make_person("Ben"))
    code = host.post("games", {"title": "insidejob", "seats": 3, "allows_bots": True}).json()["code"]
    host.post(f"games/{code}/invite", {"person": bot.user.code})
    assert bot.post(f"games/{code}/decline").status_code == 204
    assert host.look(code)["declined"] == []
    assert not FormerPlayer.objects.exists()


def test_blocks_of_bots_and_owners_do_not_show() -> None:
    """Whoever is blocked sees and invites the bot as before, and the bot sees no invitation."""
    ada, ben = make_person("Ada"), make_person("Ben")
    bot, host = offer(Bot(ada), insidejob=[3]), Program(ben)
    game = open_table(ben, seats=3, allows_bots=True)
    before = host.get("bots").content
    Block.objects.create(by=ada, person=ben)
    assert host.get("bots").content == before
    invited = host.post(f"games/{game.code}/invite", {"person": bot.user.code})
    assert invited.json()["players"][1]["invited"]
    shown = bot.look(game)
    assert (shown["you"], shown["invited"], shown["free"], shown["players"]) == (None, False, 0, [])
    assert bot.read("games")["games"] == []
    assert bot.post(f"games/{game.code}/decline", {"reason": "later"}).status_code == 403
    assert bot.post(f"games/{game.code}/leave").json()["code"] == "not_seated"
    assert host.look(game)["players"][1]["invited"]
    Block.objects.create(by=ben, person=ada)
    assert not list_bots(host), "its own blocks it knows"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_lobby_invites_a_bot_by_name(language: str) -> None:
    host = make_person("Ben", language=language)
    bot = offer(Bot(make_person("Ada")), insidejob=[3])
    client, game = sign_in(host), open_table(host, seats=3, allows_bots=True)
    page = text_of(client.get(link("table", game)))
    assert "Ticker (bot)" in page
    assert {"en": "Invite a bot", "fr": "Inviter un bot"}[language] in page
    invited = client.post(link("invite", game), {"person": bot.user.code, "bot": "1"})
    assert invited["Location"].endswith("#bot-list")
    assert game.players.filter(user=bot.user, invited=True).exists()
    for other in (open_table(host, seats=3), open_table(host, seats=4, allows_bots=True)):
        assert "Ticker (bot)" not in text_of(client.get(link("table", other)))
