"""Blocking: two people who block one another never meet again, and no page tells which of them did."""

from operator import attrgetter
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Block, User
from accounts.tokens.bots import make_bot
from games.models import Game, Member, Notification, Player
from games.people import services as blocks
from games.people.selectors.recent_players import list_recent_players
from games.state.refusals import Refusal
from games.tables.selectors.my_tables import list_games
from games.tables.selectors.public_tables import Wanted, list_public
from games.tables.selectors.sidebar import Sidebar
from games.tables.selectors.talk import Talking, Unread
from games.tables.services import invitations, lobby, stand_ins, substitutes
from games.tables.services.talk import say
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.personal_data.builders import read_archive
from tests.rounds import count_rounds
from tests.tables.builders import finish, open_table, start_table
from tests.tables.pages.browser import has_form, link, sign_in, text_of
from tests.tables.pages.circle import make_circle
from tests.tables.pages.seating import names
from tests.tables.pages.worlds import frozen

pytestmark = pytest.mark.django_db


status_and_content = attrgetter("status_code", "content")


def ask_program(program: Program, game: Game, path: str) -> tuple[int, bytes, int]:
    """Send a request of a program. Return status, content and the number of queries."""
    # The first request of a day notes that the token is used.
    program.get("me")
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        answer = program.post(f"games/{game.code}/{path}", {"text": "Hm"} if path == "notes" else None)
    return answer.status_code, answer.content, len(queries)


def fill_up(game: Game) -> None:
    """Keep every free seat of an open table for a person of its own."""
    for player in game.players.filter(user=None):
        Player.objects.filter(pk=player.pk).update(user=make_person(), invited=True)


def test_a_person_is_blocked_and_unblocked_from_their_profile(ada: User, ben: User) -> None:
    client = sign_in(ada)
    path, profile = (reverse(f"games:{name}", args=[ben.code]) for name in ("block", "profile"))
    assert has_form(client.get(profile), path)
    assert client.post(path, {"blocked": "1"})["Location"] == profile
    assert list(Block.objects.values_list("by", "person")) == [(ada.pk, ben.pk)]
    assert "Unblock Ben" in text_of(client.get(profile))
    assert "Ben" in text_of(client.get(reverse("games:blocked")))
    client.post(path, {"blocked": "", "next": reverse("games:blocked")}, follow=True)
    assert not Block.objects.exists()
    client.post(reverse("games:block", args=[ada.code]), {"blocked": "1"})
    assert not Block.objects.exists(), "nobody blocks themselves"


@pytest.mark.parametrize("ben_blocked", [False, True])
def test_an_open_table_reads_like_a_full_one_whichever_of_the_two_blocked(
    ada: User, ben: User, ben_blocked: bool
) -> None:
    with frozen():
        game, client = open_table(ada, make_person("Cleo"), seats=4), sign_in(ben)
        assert has_form(client.get(link("table", game)), link("join", game))
        blocks.block(by=ben if ben_blocked else ada, person=ada if ben_blocked else ben)
        apart = client.get(link("table", game)), client.post(link("join", game), follow=True)
        assert apart[1].redirect_chain == [(link("table", game), 302)]
        assert game.players.filter(user=ben).count() == 0
        blocks.unblock(by=ben if ben_blocked else ada, person=ada if ben_blocked else ben)
        fill_up(game)
        full = client.get(link("table", game)), client.post(link("join", game), follow=True)
        assert [*map(status_and_content, apart)] == [*map(status_and_content, full)]
        assert "Cleo" not in text_of(full[0])


def test_a_seat_open_to_a_substitute_is_gone_for_whoever_is_kept_apart(ada: User, ben: User) -> None:
    with frozen():
        cleo = make_person("Cleo")
        game = start_table(ada, cleo, bots=1)
        stand_ins.hand_over(code=game.code, user=cleo)
        substitutes.open_seat(code=game.code, user=cleo, seat=1)
        path, client = link("sit_in", game, Player.objects.get(game=game, seat=1).link), sign_in(ben)
        assert client.get(path).status_code == 200
        blocks.block(by=ada, person=ben)
        apart = client.get(path), client.post(path)
        assert game.players.filter(user=ben).count() == 0
        blocks.unblock(by=ada, person=ben)
        substitutes.close_seat(code=game.code, user=cleo, seat=1)
        gone = client.get(path), client.post(path)
        assert [*map(status_and_content, apart)] == [*map(status_and_content, gone)]


@pytest.mark.parametrize("ben_blocked", [False, True])
def test_a_rematch_keeps_the_seat_of_whoever_blocked_its_host_and_tells_nothing_to_whom_is_kept_apart(
    ada: User, ben: User, ben_blocked: bool
) -> None:
    cleo = make_person("Cleo")
    game = start_table(ada, ben, cleo)
    finish(game)
    blocks.block(by=ben if ben_blocked else ada, person=ada if ben_blocked else ben)
    rematch = lobby.open_rematch(code=game.code, user=ada)
    told = Notification.objects.filter(game=rematch, kind="rematch").values_list("recipient", flat=True)
    assert list(told) == [cleo.pk]
    # Of whoever blocked the host, the table sees the same as of a person who has not come yet.
    assert ("Ben" in text_of(sign_in(cleo).get(link("table", rematch)))) == ben_blocked
    client = sign_in(ben)
    assert rematch.code not in text_of(client.get("/games/"))
    assert "This table is full" in text_of(client.post(link("rematch", game), follow=True))
    assert not has_form(client.get(link("table", rematch)), link("join", rematch))
    blocks.unblock(by=ben if ben_blocked else ada, person=ada if ben_blocked else ben)
    assert (rematch.code in text_of(client.get("/games/"))) == ben_blocked


def test_a_rematch_keeps_no_seat_for_whom_its_host_blocked_so_the_table_can_fill(ada: User, ben: User) -> None:
    cleo, owner = make_person("Cleo"), make_person("Olga")
    game = start_table(ada, ben, cleo, make_bot(owner, "Ticker")[0], allows_bots=True)
    finish(game)
    for person in (ben, owner):
        blocks.block(by=ada, person=person)
    rematch = lobby.open_rematch(code=game.code, user=ada)
    assert names(rematch) == ["Ada", "", "(Cleo)", ""]
    for person in (cleo, make_person("Dora"), make_person("Eve")):
        lobby.join_game(code=rematch.code, user=person)
    rematch.refresh_from_db()
    assert rematch.is_running


def test_leaving_tells_nothing_of_a_seat_that_is_kept_for_whom_is_kept_apart(ada: User, ben: User) -> None:
    """It answers like the full table that it seems to be, and the seat stays."""
    with frozen():
        game, client = open_table(ada, make_person("Cleo"), make_person("Dan"), seats=4), sign_in(ben)
        blocks.block(by=ben, person=ada)
        Player.objects.filter(game=game, user=None).update(user=ben, invited=True)
        apart = client.post(link("leave", game), follow=True)
        assert names(game)[3] == "(Ben)"
        blocks.unblock(by=ben, person=ada)
        Player.objects.filter(game=game, user=ben).update(user=make_person())
        full = client.post(link("leave", game), follow=True)
        assert status_and_content(apart) == status_and_content(full)
        assert "You don’t have a seat" in text_of(full)


@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize("path", ["join", "leave", "decline", "notes"])
def test_a_program_is_answered_as_at_a_full_table_with_as_many_queries(
    ada: User, ben: User, path: str, is_kept: bool
) -> None:
    """Also where a seat is kept for whom is kept apart."""
    game, program = open_table(ada, make_person(), make_person(), seats=4), Program(ben)
    blocks.block(by=ada, person=ben)
    if is_kept:
        Player.objects.filter(game=game, user=None).update(user=ben, invited=True)
    apart = ask_program(program, game, path)
    blocks.unblock(by=ada, person=ben)
    Player.objects.filter(game=game, seat=3).update(user=make_person(), invited=True)
    assert ask_program(program, game, path) == apart
    assert apart[0] in (403, 409)


@pytest.mark.parametrize("is_apart", [False, True])
def test_an_export_has_what_waits_for_its_owner_unless_a_block_hides_it(ada: User, is_apart: bool) -> None:
    cleo = make_person()
    game = open_table(make_person(), cleo, seats=3)
    Player.objects.filter(game=game, user=None).update(user=ada, invited=True)
    circle = make_circle(make_person(), cleo)
    Member.objects.create(circle=circle, user=ada, invited=True)
    if is_apart:
        blocks.block(by=cleo, person=ada)
    held = read_archive(ada)["data.json"]
    assert [each["code"] for each in held["games"]] == ([] if is_apart else [game.code])
    assert [each["name"] for each in held["circles"]] == ([] if is_apart else [circle.name])


def test_an_export_has_no_kept_seat_of_a_closed_table_which_a_block_would_take_away(ada: User, ben: User) -> None:
    game = open_table(ben, make_person(), seats=3)
    Player.objects.filter(game=game, user=None).update(user=ada, invited=True)
    lobby.cancel_game(code=game.code, host=ben)
    before = read_archive(ada)["data.json"]["games"]
    blocks.block(by=ben, person=ada)
    assert before == read_archive(ada)["data.json"]["games"] == []


@pytest.mark.parametrize("by_host", [True, False])
def test_a_block_frees_the_seat_that_one_of_the_two_keeps_for_the_other(ada: User, ben: User, by_host: bool) -> None:
    cleo = make_person("Cleo")
    finished = finish(start_table(ada, ben, cleo)).game
    own = lobby.open_rematch(code=finished.code, user=ada)
    others = lobby.open_rematch(code=finish(start_table(cleo, ada, ben)).game.code, user=cleo)
    assert own.players.get(user=ben).invited
    blocker, blocked = (ada, ben) if by_host else (ben, ada)
    sign_in(blocker).post(reverse("games:block", args=[blocked.code]), {"blocked": "1"})
    assert not own.players.filter(user=ben).exists()
    assert own.players.filter(user=cleo).exists()
    # At a third person's table it would tell of the block.
    assert others.players.filter(user__in=[ada, ben]).count() == 2
    # Its host can fill the table again.
    lobby.join_game(code=own.code, user=cleo)
    lobby.join_game(code=own.code, user=make_person("Dora"))
    own.refresh_from_db()
    assert own.is_running


@pytest.mark.parametrize("by_host", [True, False])
def test_a_host_who_blocks_an_owner_keeps_no_seats_for_their_bots(ada: User, ben: User, by_host: bool) -> None:
    """A block by the owner does not show."""
    game = open_table(ada, seats=4, allows_bots=True)
    for seat, name in enumerate(("Ticker", "Tocker"), start=1):
        Player.objects.filter(game=game, seat=seat).update(user=make_bot(ben, name)[0], invited=seat == 1)
    blocker, blocked = (ada, ben) if by_host else (ben, ada)
    sign_in(blocker).post(reverse("games:block", args=[blocked.code]), {"blocked": "1"})
    assert names(game) == ["Ada", "" if by_host else "(Ticker (bot))", "Tocker (bot)", ""], "a taken seat stays"


def test_a_block_leaves_seats_alone_that_are_taken(ada: User, ben: User) -> None:
    game = open_table(ada, ben, seats=4)
    sign_in(ada).post(reverse("games:block", args=[ben.code]), {"blocked": "1"})
    assert game.players.filter(user=ben, invited=False).exists()


@pytest.mark.rounds
def test_two_who_are_kept_apart_never_meet_in_random_openings(ada: User, ben: User) -> None:
    """At tables of random people, with a place kept for the one or the other here and there."""
    chance, others = Random(13), [make_person() for _ in range(4)]
    blocks.block(by=ada, person=ben)
    like = open_table(others[0], seats=5)
    tables = Game.objects.bulk_create(
        Game(title=like.title, rules=like.rules, options=like.options, seat_count=5, host=chance.choice(others))
        for _ in range(count_rounds("openings"))
    )
    players, arrivals = [], []
    for game in tables:
        first, second = chance.sample((ada, ben), 2)
        sitting = chance.sample([first, *chance.sample(others, 2), None, None], 5)
        seats = [Player(game=game, seat=seat, user=person) for seat, person in enumerate(sitting)]
        if chance.random() < 0.3:
            kept = next(player for player in seats if player.user is None)
            kept.user, kept.invited = second, True
        players += seats
        arrivals.append((game, second))
    Player.objects.bulk_create(players)
    for game, person in arrivals:
        with pytest.raises(Refusal, match="table_full"):
            lobby.join_game(code=game.code, user=person)
    assert not Player.objects.filter(
        game__in=tables, user=ada, invited=False, game__players__user=ben, game__players__invited=False
    ).exists()
    # To others the same tables are open.
    for game in tables[:20]:
        lobby.join_game(code=game.code, user=make_person())


def read_lines(reader: User, game: Game) -> list[str]:
    lines = sign_in(reader).get(link("table", game) + "?tab=talk").context["talk"].lines
    return [line.text for line in lines]


def unread_of(reader: User, game: Game) -> tuple[int, Unread]:
    """Return how much the list of games and the table say a player has not read."""
    row: Any = list_games(reader).get()
    return row.unread, Sidebar(Game.objects.get(pk=game.pk), Player.objects.get(game=game, user=reader)).unread


@pytest.mark.parametrize("by_block", [True, False])
def test_what_a_blocked_or_muted_person_says_is_neither_shown_nor_counted(ada: User, ben: User, by_block: bool) -> None:
    cleo = make_person("Cleo")
    game = start_table(ada, ben, cleo)
    say(game=game, seat=1, text="@Ada, hear me", author=ben)
    say(game=game, seat=2, text="Hello", author=cleo)
    say(game=game, seat=2, text="Of unknown origin")
    assert unread_of(ada, game) == (3, Unread(3, names_me=True))
    here = link("trouble", game)
    if by_block:
        sign_in(ada).post(reverse("games:block", args=[ben.code]), {"blocked": "1"})
    else:
        sign_in(ada).post(here, {"person": ben.code, "muted": "1"})
    assert unread_of(ada, game) == (2, Unread(2, names_me=False))
    assert read_lines(ada, game) == ["Hello", "Of unknown origin"]
    assert len(read_lines(ben, game)) == len(read_lines(cleo, game)) == 3
    page = text_of(sign_in(ada).get(here))
    assert ("Unblock Ben" in page, "Unmute Ben" in page) == (by_block, not by_block)
    if not by_block:
        elsewhere = start_table(ben, ada, bots=1)
        say(game=elsewhere, seat=0, text="Hm", author=ben)
        assert read_lines(ada, elsewhere) == ["Hm"], "muted at one table alone"
        sign_in(ada).post(here, {"person": ben.code, "muted": ""})
        assert len(read_lines(ada, game)) == 3


def test_a_bot_is_as_silent_as_its_blocked_owner(ada: User, ben: User) -> None:
    bot, _ = make_bot(ben, "Ticker")
    game = start_table(ada, bot, make_person(), allows_bots=True)
    say(game=game, seat=1, text="Buy my bot", author=bot)
    say(game=game, seat=2, text="No")
    blocks.block(by=ada, person=ben)
    game.refresh_from_db()
    players = list(game.players.select_related("user"))
    assert [line.text for line in Talking(game, players, players[0]).load_last(9).lines] == ["No"]
    assert Sidebar(game, players[0]).unread.count == 1


def test_those_who_are_blocked_or_muted_receive_the_same_pages_as_before(ada: User, ben: User) -> None:
    with frozen():
        game = start_table(ada, ben, bots=1)
        say(game=game, seat=0, text="Hello", author=ada)
        say(game=game, seat=1, text="Hello, Ada", author=ben)
        paths = [link("table", game), link("table", game) + "?tab=talk", link("trouble", game), "/games/"]
        client = sign_in(ben)
        [client.get(path) for path in paths]
        before = [client.get(path).content for path in paths]
        blocks.block(by=ada, person=ben)
        blocks.mute(game=game, by=ada, person=ben, muted=True)
        assert [client.get(path).content for path in paths] == before


def test_whom_a_table_is_full_to_does_not_find_it_among_the_public_ones_nor_hears_of_an_invitation(
    ada: User, ben: User
) -> None:
    finish(start_table(ada, ben, bots=1))
    game = open_table(ada, seats=4, is_public=True)
    assert [each.pk for each in list_public(Wanted(), ben)] == [game.pk]
    blocks.block(by=ben, person=ada)
    assert not list_public(Wanted(), ben)
    assert [each.pk for each in list_public(Wanted(), None)] == [game.pk]
    # To the host it is as with anybody who does not answer.
    invitations.invite_person(code=game.code, host=ada, person=ben.code)
    assert game.players.get(user=ben).invited
    assert not Notification.objects.filter(game=game).exists()
    assert ada not in list_recent_players(ben)
    assert ben in list_recent_players(ada)
