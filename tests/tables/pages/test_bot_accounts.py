"""The badge of a bot account wherever its name stands, and the switch that lets bots in."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.tokens.bots import MAX_BOT_ACCOUNTS, make_bot
from games.models import Game, Notification
from games.notifications.emails import make_mail
from games.rules.registry import TITLES
from games.tables.services import lobby
from tests.accounts.builders_tokens import PAGE, sign_in_surely
from tests.builders_people import make_person
from tests.tables.builders import finish, open_table
from tests.tables.pages.browser import MARK, link, page_of, sign_in, text_of
from tests.tables.pages.opening import CHOICES, OPEN_TABLE
from tests.watching.asks import watch_link

pytestmark = pytest.mark.django_db
BADGE = {"en": "bot by Ada", "fr": "bot créé par Ada"}


@pytest.fixture
def bot() -> User:
    return make_bot(make_person("Ada"), "Ticker")[0]


def tidy(answer: object) -> str:
    return " ".join(text_of(answer).split())


def start(bot: User, title: str = "insidejob", language: str = "en") -> Game:
    seats = TITLES[title].USUAL_SEATS
    people = [make_person(language=language) for _ in range(seats - 1)]
    game = open_table(*people, seats=seats, title=title, allows_bots=True, watchers="link")
    lobby.join_game(code=game.code, user=bot)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize(("title", "language"), [*zip(TITLES, ("en", "fr", "en"), strict=False)])
def test_table_replay_and_spectators_see_the_badge(title: str, language: str, bot: User) -> None:
    game = start(bot, title, language)
    client = sign_in(game.host)
    watcher = Client(headers={"accept-language": language})
    for path, reader in ((link("table", game), client), (watch_link(game), watcher)):
        page = tidy(reader.get(path))
        assert BADGE[language] in page, path
        assert "Ticker (bot)" in page
    finish(game)
    for name in ("table", "replay"):
        assert BADGE[language] in tidy(client.get(link(name, game))), name


def test_lobby_and_invitation_see_the_badge_and_the_switch(bot: User) -> None:
    host = make_person()
    game = open_table(host, seats=3, allows_bots=True)
    for person in (host, make_person()):
        assert "Other people’s bots" in tidy(sign_in(person).get(link("table", game)))
    lobby.join_game(code=game.code, user=bot)
    for person in (host, make_person()):
        assert BADGE["en"] in tidy(sign_in(person).get(link("table", game)))
    assert "Other people’s bots" not in tidy(sign_in(host).get(link("table", open_table(host, seats=3))))


def test_profile_and_history_name_the_owner(bot: User) -> None:
    game = start(bot)
    own, profile = (reverse("games:profile", args=[user.code]) for user in (game.host, bot))
    assert "bot by" not in tidy(sign_in(game.host).get(own)), "no game is over"
    finish(game)
    answer = sign_in(game.host).get(profile)
    assert answer.status_code == 403
    assert BADGE["en"] in tidy(answer)
    page = tidy(sign_in(game.host).get(own))
    assert BADGE["en"] in page
    assert "doesn’t count in anyone’s statistics" in page


def test_the_email_that_lists_the_seats_names_the_owner(bot: User) -> None:
    game = start(bot)
    told = Notification.objects.get(kind="started", recipient=game.host)
    message = make_mail(told, "x@example.org")
    assert f"Ticker (bot) – {BADGE['en']}" in str(message.body)
    assert f"Ticker (bot) – {BADGE['en']}" in MARK.sub(r"\1", str(message.alternatives[0][0]))


def test_a_host_lets_bots_in_by_a_switch_off_at_first() -> None:
    client = sign_in(make_person())
    client.post(OPEN_TABLE, CHOICES)
    assert not Game.objects.get().allows_bots
    client.post(OPEN_TABLE, {**CHOICES, "allows_bots": "on"})
    assert Game.objects.latest("pk").allows_bots
    client.post(OPEN_TABLE, {**CHOICES, "allows_bots": "on", "is_public": "on"})
    assert "bots welcome" in tidy(client.get(reverse("games:open_tables")))


def test_an_owner_is_told_why_they_cannot_sit_down(bot: User) -> None:
    game = open_table(make_person(), seats=4, allows_bots=True)
    lobby.join_game(code=game.code, user=bot)
    client = sign_in(User.objects.get(display_name="Ada"))
    client.post(link("join", game))
    assert "A player and their own bot" in page_of(game, client)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_settings_offer_bot_accounts(language: str) -> None:
    ada = make_person("Ada", language=language)
    client = sign_in_surely(ada)
    for number in range(MAX_BOT_ACCOUNTS):
        make_bot(ada, f"Ticker {number}")
    page = tidy(client.get(PAGE))
    assert {"en": "Bot accounts", "fr": "Comptes de bots"}[language] in page
    assert page.count('name="remove_bot"') == page.count('name="renew_bot"') == MAX_BOT_ACCOUNTS
    refused = client.post(PAGE, {"bot_name": "One more"})
    assert refused.status_code == 422
    assert {"en": "Remove one first", "fr": "Supprimes-en un"}[language] in text_of(refused)
    taken = client.post(PAGE, {"bot_name": "x"})
    assert 'aria-invalid="true"' in text_of(taken)
    assert not mail.outbox
