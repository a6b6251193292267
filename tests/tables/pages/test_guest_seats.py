"""A guest at a friends' table: a link, a name, a seat, what the pages say of it, and the way to an account."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notification, Player
from games.rules.registry import TITLES
from games.state.table import Table, load_table
from games.tables.services import lobby
from tests.access import IN_STATES, describe
from tests.access_people import MORE
from tests.accounts.builders_mfa import SECRET, app_code
from tests.accounts.forms_and_emails import last_code, outbox, send_code, send_sign_up
from tests.builders_people import PASSWORD, make_guest, make_person
from tests.races.answers import write_form
from tests.rounds import one_in
from tests.tables.acts import fresh, healthy, person_in
from tests.tables.builders import choose, finish, open_table, play_on
from tests.tables.builders_guests import sit, start_with_guest
from tests.tables.pages.browser import MARK, has_form, link, page_of, read_form, sign_in, text_of
from tests.tables.pages.seating import names

pytestmark = pytest.mark.django_db
ENOUGH = {"en": "no account, no address", "fr": "ni compte, ni adresse"}


@pytest.fixture
def game() -> Game:
    return open_table(make_person("Ada"), seats=4, guests_welcome=True)


def visitor(language: str = "en", **more: Any) -> Client:
    return Client(headers={"accept-language": language}, **more)


def become_guest(game: Game, name: str = "Zoe", client: Client | None = None, **fields: str) -> Any:
    """Fill in the form for guests on a table's page, as a visitor; return the answer."""
    client = client or visitor()
    form = read_form(client.get(link("table", game)), link("join_as_guest", game))
    return client.post(link("join_as_guest", game), {**form.fields, "display_name": name, **fields})


def read_message(client: Client, path: str) -> str:
    return MARK.sub(r"\1", " ".join(map(str, client.get(path).context["messages"])))


@pytest.mark.parametrize(("language", "words"), [("en", "Sit down"), ("fr", "S’asseoir")])
def test_a_visitor_is_offered_a_seat_for_a_name_where_guests_are_welcome_and_nowhere_else(
    game: Game, language: str, words: str
) -> None:
    closed = open_table(make_person(), seats=4)
    page = visitor(language).get(link("table", game))
    assert words in text_of(page)
    assert ENOUGH[language] in text_of(page)
    assert f'formaction="{link("join", game)}"' in text_of(page), "or sign up first"
    assert not has_form(visitor(language).get(link("table", closed)), link("join_as_guest", closed))
    assert has_form(sign_in(make_guest()).get(link("table", game)), link("join_as_guest", game))
    member = sign_in(make_person()).get(link("table", game))
    assert not has_form(member, link("join_as_guest", game))
    assert "welcome, without an email address" in text_of(member)


def test_a_link_and_a_name_lead_to_a_seat(game: Game) -> None:
    client = visitor()
    answer = become_guest(game, " Zoe ", client, time_zone="Asia/Tokyo")
    assert answer["Location"] == link("table", game)
    assert names(game) == ["Ada", "Zoe", "", ""]
    zoe = User.objects.get(display_name="Zoe")
    assert (zoe.is_guest, zoe.email, zoe.time_zone, zoe.language) == (True, None, "Asia/Tokyo", "en")
    page = page_of(game, client)
    assert "you won’t get emails" in page
    assert f'href="{reverse("account_signup")}?next={link("table", game)}"' in page
    assert 'id="link"' not in page, "a guest invites nobody"
    assert outbox() == []


def test_a_guest_from_a_game_against_bots_sits_down_under_a_name_of_their_own(game: Game, guest: User) -> None:
    client = sign_in(guest)
    form = read_form(client.get(link("table", game)), link("join_as_guest", game))
    assert form.fields["display_name"] == guest.display_name
    become_guest(game, "Zoe", client)
    assert names(game) == ["Ada", "Zoe", "", ""]
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_member_who_presses_the_button_of_an_old_page_sits_down_as_themselves(game: Game) -> None:
    sign_in(make_person("Ben")).post(link("join_as_guest", game), {"display_name": "Zoe"})
    assert names(game) == ["Ada", "Ben", "", ""]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_name_is_held_to_the_rules_of_all_names(game: Game, language: str) -> None:
    for name in ("", "Z", "Alba", "Admin 2", "ADA", "Аda", "Zoe\u202e", "x" * 25):
        answer = become_guest(game, name, visitor(language))
        assert answer.status_code == 422, name
        assert f'lang="{language}"' in text_of(answer)
        [error] = answer.context["guest_form"].errors["display_name"]
        assert str(error) in text_of(answer).replace("&#x27;", "'")
        assert f'formaction="{link("join", game)}"' in text_of(answer)
    assert names(game) == ["Ada", "", "", ""]
    assert not User.objects.filter(is_guest=True).exists()


def test_a_name_that_another_takes_at_this_moment_is_asked_for_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.sign_in.forms.is_name_taken", lambda *args, **kwargs: False)
    answer = become_guest(game, "Ada")
    assert answer.status_code == 422
    assert "Ada 2" in text_of(answer)


def test_one_network_sends_so_many_guests_an_hour_and_the_cache_does_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("accounts.rate_limits.GUESTS_AN_HOUR", 3)
    tables = [open_table(make_person(), seats=4, guests_welcome=True) for _ in range(2)]
    answers = []
    for number in range(5):
        cache.clear()
        client = visitor(REMOTE_ADDR="192.0.2.1")
        answers.append(become_guest(tables[number % 2], f"Zoe {number}", client).status_code)
    assert answers == [302, 302, 302, 429, 429]
    assert visitor(REMOTE_ADDR="192.0.2.1").post(reverse("games:play")).status_code == 429
    assert become_guest(tables[0], "Yann", visitor(REMOTE_ADDR="192.0.2.2")).status_code == 302
    assert User.objects.filter(is_guest=True).count() == 4


@pytest.mark.parametrize(
    ("hour", "terms", "sentence"),
    [
        (19, {"pace": 300}, "Tonight, about an hour: 5 minutes a move."),
        (9, {"pace": 900}, "Today, about an hour: 15 minutes a move."),
        (9, {"pace": 4 * 3600}, "Over a day or two: at least one move every 4 hours."),
        (9, {"pace": 86400}, "Over several days: at least one move a day."),
        (9, {"pace": 7 * 86400}, "Over several weeks: at least one move a week."),
    ],
)
def test_an_invitation_says_what_one_gets_into(
    clock: time_machine.Traveller, hour: int, terms: dict[str, Any], sentence: str
) -> None:
    clock.move_to(timezone.localtime().replace(hour=hour))
    page = text_of(visitor().get(link("table", open_table(make_person("Ada"), seats=4, guests_welcome=True, **terms))))
    assert "Ada is keeping you a seat" in page
    assert sentence in page
    assert page.index(sentence) < page.index('name="display_name"')


@pytest.mark.parametrize(
    ("title", "duration"),
    [
        ("insidejob", "about an hour"),
        ("target", "20 to 30 minutes"),
        ("rendezvous", "about ten minutes a round"),
    ],
)
def test_each_title_says_how_long_a_game_takes(clock: time_machine.Traveller, title: str, duration: str) -> None:
    clock.move_to(timezone.localtime().replace(hour=19))
    seats = 2 if title == "target" else 4
    game = open_table(make_person("Ada"), seats=seats, title=title, guests_welcome=True, pace=300)
    assert f"Tonight, {duration}: 5 minutes a move." in text_of(visitor().get(link("table", game)))
    opening = text_of(sign_in(make_person()).get(reverse("games:open_table", args=[title])))
    assert f"A game takes {duration}." in opening


def press_join(game: Game, network: str) -> Any:
    return visitor(REMOTE_ADDR=network).post(link("join", game))


def test_one_network_presses_join_so_many_times_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.rate_limits.JOINS_AN_HOUR", 3)
    game = open_table(make_person(), seats=4)
    before = Session.objects.count()
    assert [press_join(game, "192.0.2.1").status_code for _ in range(5)] == [302, 302, 302, 429, 429]
    assert Session.objects.count() == before + 3, "what is refused is not stored"
    assert "a little later" in text_of(press_join(game, "192.0.2.1"))
    assert press_join(game, "192.0.2.2").status_code == 302
    assert sign_in(make_person()).post(link("join", game), REMOTE_ADDR="192.0.2.1").status_code == 302


def test_a_household_may_press_join() -> None:
    game = open_table(make_person(), seats=4)
    assert {press_join(game, "192.0.2.1").status_code for _ in range(20)} == {302}


def test_the_session_of_a_visitor_who_wants_to_join_lasts_an_hour() -> None:
    client = visitor()
    client.post(link("join", open_table(make_person(), seats=4)))
    assert client.session.get_expiry_age() <= 3600


def test_the_link_that_was_renewed_is_needed(game: Game) -> None:
    client, ada = visitor(), game.host
    become_guest(game, "Zoe", client)
    zoe = User.objects.get(display_name="Zoe")
    sign_in(ada).post(link("remove", game), {"seat": "1", "person": zoe.code})
    game.refresh_from_db()
    for each in (client, visitor()):
        assert each.get(link("table", game)).status_code == 403
        each.post(link("join_as_guest", game), {"display_name": "Yann", "i": "aaaaaaaaaa"})
    assert names(game) == ["Ada", "", "", ""]
    page = visitor().get(link("table", game), {"i": game.invitation})
    fields = read_form(page, link("join_as_guest", game)).fields
    assert fields["i"] == game.invitation
    refused = visitor().post(link("join_as_guest", game), {**fields, "display_name": "Admin"})
    assert read_form(refused, link("join_as_guest", game)).fields["i"] == game.invitation
    for each, name in ((client, "Zoe"), (visitor(), "Yann")):
        each.post(link("join_as_guest", game), {**fields, "display_name": name})
    assert names(game) == ["Ada", "Zoe", "Yann", ""]


def test_a_guest_who_sits_there_is_not_shown_the_renewed_link(game: Game) -> None:
    zoe, yann = sit(game, "Zoe"), sit(game, "Yann")
    lobby.remove_player(code=game.code, host=game.host, seat=2, person=yann.code)
    game.refresh_from_db()
    assert [game.invitation in page_of(game, person) for person in (game.host, zoe)] == [True, False]


@pytest.mark.parametrize(
    ("title", "language", "word"), [(title, "en", "guest") for title in TITLES] + [("insidejob", "fr", "invité")]
)
def test_others_see_who_is_a_guest_before_and_after_the_deal(title: str, language: str, word: str) -> None:
    ada, smallest = make_person("Ada", language=language), min(TITLES[title].SEATS)
    tag = f'<span class="tag">{word}'
    game = open_table(ada, seats=smallest, title=title, guests_welcome=True)
    people = [make_person() for _ in range(smallest - 2)]
    for person in people:
        lobby.join_game(code=game.code, user=person)
    assert tag not in page_of(game, ada)
    if smallest > 2:
        lobby.leave_game(code=game.code, user=people[0])
    zoe = sit(game, "Zoe")
    if smallest > 2:
        assert tag in page_of(game, ada)
        lobby.join_game(code=game.code, user=people[0])
    assert fresh(game).is_running
    assert tag in page_of(game, ada)
    assert tag not in page_of(game, zoe)


def ask_all(game: Game, client: Client) -> Iterator[tuple[str, str, str]]:
    """Yield how each address of a table answers, asked for and sent an empty form, and undo what it did."""
    for name in sorted(address.removeprefix("games:") for address in IN_STATES):
        if name in ("from_mail", "join_as_guest", "report_watched", "how_told"):
            continue
        for method in ("GET", "POST"):
            cache.clear()
            with transaction.atomic():
                answer = client.generic(method, link(name, game, *MORE.get(f"games:{name}", [])))
                transaction.set_rollback(True)
            yield name, method, describe(answer)


@pytest.mark.parametrize("state", one_in(3, ["running", "open", "over"]))
def test_a_guest_at_a_table_gets_what_a_member_gets_there(state: str) -> None:
    """When it is over, a rematch is refused at the table's page."""
    if state == "over":
        game, guest = start_with_guest(member := make_person("Ada"), make_person("Ben"), bots=0)
        finish(game)
    else:
        game, member = open_table(make_person(), seats=4, guests_welcome=True), make_person()
        lobby.join_game(code=game.code, user=member)
        guest = sit(game, "Zoe")
    if state == "running":
        lobby.fill_with_bots(code=game.code, host=game.host)
    as_guest, as_member = (list(ask_all(game, sign_in(person))) for person in (guest, member))
    assert as_guest == as_member


def play_to_guest(game: Game) -> Table:
    """Let bots take the free seats and the host play until the guest beside them is asked. Returns the table."""
    lobby.fill_with_bots(code=game.code, host=game.host)
    while not game.players.get(seat=1).owes:
        play_on(game, 1)
    return load_table(fresh(game))


def test_a_guest_plays_a_card(game: Game) -> None:
    client = visitor()
    become_guest(game, "Zoe", client)
    table = play_to_guest(game)
    fields = write_form(table, game.players.get(seat=1).owes, choose(table, 1))
    assert client.post(link("move", game), fields)["Location"] == link("table", game)
    assert len(load_table(fresh(game)).entries) > len(table.entries)


def without_password(client: Client, **chosen: str) -> None:
    send_sign_up(client, "zoe@example.org", "Zoe", **chosen)
    send_code(client, last_code())


def with_password(client: Client) -> None:
    without_password(client, password=PASSWORD)


def on_the_way_to_a_passkey(client: Client) -> None:
    send_sign_up(client, "zoe@example.org", "Zoe", passkey="1")
    assert send_code(client, last_code())["Location"].startswith(reverse("mfa_add_webauthn"))


@pytest.mark.parametrize("sign_up", [with_password, without_password, on_the_way_to_a_passkey])
def test_a_guest_who_adds_an_address_sits_where_they_sat(game: Game, sign_up: Callable[[Client], None]) -> None:
    client = visitor()
    become_guest(game, "Zoe", client)
    lobby.fill_with_bots(code=game.code, host=game.host)
    sign_up(client)
    user = person_in(game, 1)
    assert (user.is_guest, user.email) == (False, "zoe@example.org")
    page = page_of(game, client)
    assert 'id="board"' in page
    assert "you won’t get emails" not in page


def by_password(client: Client) -> Any:
    return client.post(reverse("account_login"), {"login": "ben@example.org", "password": PASSWORD})


def by_mailed_code(client: Client) -> Any:
    client.post(reverse("account_request_login_code"), {"email": "ben@example.org"})
    return client.post(reverse("account_confirm_login_code"), {"code": last_code()})


def by_mfa(client: Client) -> Any:
    TOTP.activate(User.objects.get(email="ben@example.org"), SECRET)
    by_password(client)
    return client.post(reverse("mfa_authenticate"), {"code": app_code()})


@pytest.mark.parametrize("way", [by_password, by_mailed_code, by_mfa])
def test_a_guest_who_signs_in_takes_the_seat_along(game: Game, way: Callable[[Client], Any]) -> None:
    make_person("Ben", email="ben@example.org")
    client = visitor()
    become_guest(game, "Zoe", client)
    assert "Zoe, a guest. When you sign in, the guest’s games move" in text_of(client.get(reverse("account_login")))
    way(client)
    assert Player.objects.get(game=game, seat=1).user == User.objects.get(email="ben@example.org")
    assert "played as Zoe is now in your account" in read_message(client, reverse("games:my_games"))
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_goes_on_as_guest_if_the_seat_cannot_be_passed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    make_person("Ben", email="ben@example.org")
    client = visitor(raise_request_exception=False)
    become_guest(game, "Zoe", client)
    with monkeypatch.context() as broken:
        broken.delattr("games.tables.services.guests.hand_over")
        assert by_password(client).status_code == 500
    assert names(game) == ["Ada", "Zoe", "", ""]
    assert "you won’t get emails" in page_of(game, client)
    by_password(client)
    assert names(game) == ["Ada", "Ben", "", ""]


def test_a_guest_who_asked_for_another_seat_at_the_table_where_they_sit_gets_no_second(game: Game) -> None:
    make_person("Ben", email="ben@example.org")
    client = visitor()
    client.post(link("join", game))
    become_guest(game, "Zoe", client)
    by_password(client)
    assert names(game) == ["Ada", "Ben", "", ""]


@pytest.mark.parametrize("way", [without_password, by_password])
def test_who_has_an_address_now_is_told_what_waits_for_them_already(way: Callable[[Client], Any]) -> None:
    make_person("Ben", email="ben@example.org")
    game, client = open_table(make_person("Ada"), seats=4, guests_welcome=True), visitor()
    become_guest(game, "Zoe", client)
    owed = play_to_guest(game).players[1].owes
    others = set(Notification.objects.values_list("pk", flat=True))
    way(client)
    told = Notification.objects.exclude(pk__in=others).values_list("recipient__email", "kind", "key")
    email = "zoe@example.org" if way == without_password else "ben@example.org"
    assert sorted(told) == [(email, kind, f"{game.code}/{owed}") for kind in ("reminder", "turn")]
    healthy(game)
    finish(game)
    healthy(game)


def test_what_cannot_come_along_is_said(game: Game) -> None:
    lobby.join_game(code=game.code, user=make_person("Ben", email="ben@example.org"))
    client = visitor()
    become_guest(game, "Zoe", client)
    by_password(client)
    assert names(game) == ["Ada", "Ben", "Zoe", ""]
    assert "1 game of Zoe couldn’t be moved to your account" in read_message(client, reverse("games:my_games"))
