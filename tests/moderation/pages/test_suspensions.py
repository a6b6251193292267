"""Suspending and closing accounts from the desk: logged, told, bounded in time, and never an operator's."""

from datetime import timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AccountEmail, User
from accounts.suspensions import CLOSED_KEPT
from accounts.tokens.bots import make_bot
from games.models import Act, Game, Player
from games.rules.registry import TITLES
from games.site.cleaning import clear_expired
from games.site.consistency import _check_game
from tests.accounts.forms_and_emails import outbox
from tests.builders_people import PASSWORD, make_person, reload
from tests.rounds import one_in
from tests.tables.builders import open_table, play_on, start_table
from tests.tables.moderation_builders import act, make_moderator, make_report, path_of_report
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db
WORDS = "You threatened somebody."


@pytest.fixture
def ben() -> User:
    return make_person("Ben", email="ben@example.org")


@pytest.fixture
def game(ben: User) -> Game:
    return start_table(make_person("Ada"), ben, bots=1)


@pytest.fixture
def moderator() -> User:
    return make_moderator("Olga")


def can_sign_in(email: str = "ben@example.org") -> bool:
    client = Client()
    client.post(reverse("account_login"), {"login": email, "password": PASSWORD})
    return client.get("/games/").status_code == 200


def test_a_suspension_for_days_ends_by_itself_and_each_is_told(game: Game, ben: User, moderator: User) -> None:
    report = make_report(game)
    client = sign_in(ben)
    with time_machine.travel("2026-11-22T12:00Z", tick=False) as now:
        act(moderator, report, act="suspend", words=WORDS, out="7")
        assert client.get("/games/").status_code == 302
        done = Act.objects.get()
        assert (done.kind, done.person, done.moderator, done.words) == ("suspend", ben, moderator, WORDS)
        assert done.until == timezone.now() + timedelta(days=7)
        (mail,) = [each for each in outbox() if each.to == ["ben@example.org"]]
        assert (WORDS in mail.body, "29" in mail.body) == (True, True)
        now.shift(timedelta(days=7, seconds=-1))
        clear_expired()
        assert not can_sign_in()
        now.shift(2)
        clear_expired()
        clear_expired()
        assert can_sign_in()
        assert len([each for each in outbox() if "account" in each.subject]) == 2, "told once that it is over"
        told = text_of(sign_in(reload(ben)).get(reverse("games:blocked")))
        assert (WORDS in told, "Olga" in told) == (True, False)


def test_one_without_end_is_given_back_at_the_desk(game: Game, ben: User, moderator: User) -> None:
    report = make_report(game)
    act(moderator, report, act="suspend", words=WORDS, out="none")
    with time_machine.travel(timezone.now() + timedelta(days=300)):
        clear_expired()
        assert not can_sign_in()
    act(moderator, report, act="back")
    assert can_sign_in()
    assert list(Act.objects.order_by("pk").values_list("kind", "until")) == [("suspend", None), ("back", None)]


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_closed_account_leaves_its_tables_at_once_and_is_deleted_in_a_month(
    title: str, ben: User, moderator: User
) -> None:
    others = [make_person() for _ in range(max(2, min(TITLES[title].SEATS)) - 1)]
    running = start_table(others[0], ben, *others[1:], title=title)
    hosted = open_table(ben)
    play_on(running, 2)
    report = make_report(running)
    with time_machine.travel(timezone.now(), tick=False) as now:
        act(moderator, report, act="close", words=WORDS)
        outbox()
        assert reload(hosted).status == Game.Status.CANCELLED
        assert Player.objects.get(game=running, user=ben).stand_in
        assert not can_sign_in()
        now.shift(CLOSED_KEPT - timedelta(hours=1))
        clear_expired()
        assert User.objects.get(pk=ben.pk).left_at is None
        now.shift(timedelta(hours=1))
        clear_expired()
        mails = [mail for mail in outbox() if mail.to == ["ben@example.org"] and "account" in mail.subject]
    assert User.objects.get(pk=ben.pk).left_at is not None
    assert WORDS in mails[0].body
    assert [mail.subject.rpartition(" ")[2] for mail in mails] == ["closed", "deleted"]
    play_on(running)
    assert _check_game(reload(running)) == []


def test_the_bots_of_a_closed_account_leave_their_tables_too(game: Game, ben: User, moderator: User) -> None:
    bot, _ = make_bot(ben, "Ticker")
    seen = open_table(make_person(), bot, seats=4, allows_bots=True)
    running = start_table(make_person(), bot, bots=1, allows_bots=True)
    act(moderator, make_report(game), act="close", words=WORDS)
    assert not seen.players.filter(user=bot).exists()
    assert running.players.get(user=bot).stand_in


def test_a_closed_account_given_back_stays_if_its_owner_says_so(game: Game, ben: User, moderator: User) -> None:
    report = make_report(game)
    act(moderator, report, act="close", words=WORDS)
    act(moderator, report, act="back")
    assert "Keep my account" in outbox()[-1].body
    client = Client()
    client.post(reverse("account_login"), {"login": "ben@example.org", "password": PASSWORD})
    client.post(reverse("accounts:stay"))
    client.post(link("take_back", game))
    with time_machine.travel(timezone.now() + CLOSED_KEPT + timedelta(days=1)):
        clear_expired()
    assert (reload(ben).left_at, ben.is_active) == (None, True)
    assert not Player.objects.get(game=game, user=ben).stand_in


def test_what_is_wrong_or_done_already_changes_nothing(game: Game, ben: User, moderator: User) -> None:
    report = make_report(game)
    for wrong in ({"words": WORDS, "out": "400"}, {"words": WORDS}, {"out": "7"}, {"words": " ", "out": "none"}):
        act(moderator, report, act="suspend", **wrong)
    act(moderator, report, act="close")
    act(moderator, report, act="back")
    assert not Act.objects.exists()
    for what in ("suspend", "suspend", "close", "close"):
        act(moderator, report, act=what, words=WORDS, **({"out": "1"} if what == "suspend" else {}))
    assert list(Act.objects.order_by("pk").values_list("kind", flat=True)) == ["suspend", "close"]
    assert not can_sign_in()


@pytest.mark.parametrize("what", ["mute", "suspend", "close", "back"])
def test_an_operator_acts_on_no_operator(game: Game, ben: User, moderator: User, what: str) -> None:
    report = make_report(game)
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    AccountEmail.objects.all().delete()
    page = act(moderator, report, act=what, words=WORDS, days="7", out="7")
    assert "This is a moderator." in page
    assert 'value="suspend"' not in page
    assert not Act.objects.exists()
    assert not AccountEmail.objects.exists()
    assert (reload(ben).is_active, ben.talk_stopped_until) == (True, None)


def test_an_operator_does_nothing_to_themselves(game: Game, ben: User) -> None:
    report = make_report(game)
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    for what in ("mute", "suspend", "close"):
        sent = {"act": what, "words": WORDS, "days": "7", "out": "7"}
        assert sign_in(ben).post(path_of_report(report), sent).status_code == 404
    assert not Act.objects.exists()


def test_the_command_suspends_for_days_too(ben: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as now:
        call_command("suspend_account", "ben@example.org", days=2, verbosity=0)
        now.shift(timedelta(days=2))
        clear_expired()
        assert can_sign_in()


@pytest.mark.parametrize("days", [0, -1, 10**7])
def test_the_command_refuses_days_that_make_no_sense(ben: User, days: int) -> None:
    with pytest.raises(CommandError):
        call_command("suspend_account", "ben@example.org", days=days, verbosity=0)
    ben.refresh_from_db()
    assert ben.suspended_at is None
