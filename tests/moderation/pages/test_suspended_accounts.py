"""Suspending an account: no way in, no session, a mail that says so; games go on, and it can be given back."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts import suspensions
from accounts.models import AccountEmail, User
from games.models import Game, Player
from games.tables.services.deadlines import sweep
from tests.accounts.forms_and_emails import outbox, send_sign_up
from tests.builders_people import PASSWORD, make_person
from tests.logs import read_log
from tests.tables.builders import start_table
from tests.tables.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db
REASON = "You insulted people at three tables."


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def ada() -> User:
    return make_person("Ada", email="ada@example.org")


def suspend(person: User) -> None:
    call_command("suspend_account", person.email, reason=REASON, verbosity=0)


def sign_in_by_password() -> str:
    """Try to sign in as Ada, and return the page that one ends on."""
    sent = {"login": "ada@example.org", "password": PASSWORD}
    return text_of(Client(headers={"accept-language": "en"}).post(reverse("account_login"), sent, follow=True))


def test_sessions_end_and_nobody_signs_in_and_the_owner_is_told_why(ada: User) -> None:
    client = sign_in(ada)
    assert client.get("/games/").status_code == 200
    suspend(ada)
    assert client.get("/games/").status_code == 302
    assert "This account is suspended" in sign_in_by_password()
    mail = outbox()[-1]
    assert (mail.to, mail.subject) == (["ada@example.org"], "Inside Job: your account is suspended")
    assert REASON in mail.body


def test_each_mail_says_that_stand_ins_are_there_and_until_when(ada: User) -> None:
    game = start_table(ada, make_person(), bots=1)
    call_command("suspend_account", ada.email, days=7, verbosity=0)
    assert Player.objects.get(game=game, user=ada).stand_in, "without a missed turn"
    Client(headers={"accept-language": "en"}).post(reverse("account_request_login_code"), {"email": ada.email})
    mails = [mail.body for mail in outbox() if mail.to == [ada.email]]
    assert len(mails) == 2
    for body in mails:
        assert "Bots stand in for you in games with others." in " ".join(body.split())
        assert "The suspension ends automatically on" in " ".join(body.split())


@pytest.mark.parametrize("name", ["account_request_login_code", "account_reset_password"])
def test_who_asks_for_a_code_or_a_new_password_is_told_by_mail(ada: User, name: str) -> None:
    suspend(ada)
    client = Client(headers={"accept-language": "en"})
    known = client.post(reverse(name), {"email": "ada@example.org"})
    assert outbox()[-1].subject == "Inside Job: your account is suspended"
    unknown = client.post(reverse(name), {"email": "nobody@example.org"})
    assert "no account" in outbox()[-1].body
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])


def test_who_signs_up_again_is_told_by_mail(ada: User) -> None:
    suspend(ada)
    send_sign_up(Client(headers={"accept-language": "en"}), "ada@example.org", "Adele")
    assert outbox()[-1].subject == "Inside Job: your account is suspended"


def test_who_asks_for_a_code_for_a_closed_account_learns_that_it_is_closed(ada: User) -> None:
    suspensions.close(ada)
    Client(headers={"accept-language": "en"}).post(reverse("account_request_login_code"), {"email": ada.email})
    assert [mail.subject for mail in outbox()] == ["Inside Job: your account is closed"] * 2


@pytest.mark.parametrize("shut", [suspensions.suspend, suspensions.close])
def test_the_reason_is_not_lost_with_the_first_email(ada: User, shut: Callable[[User, str], bool]) -> None:
    shut(ada, REASON)
    assert AccountEmail.objects.get().expires_at > timezone.now() + timedelta(days=6)
    Client(headers={"accept-language": "en"}).post(reverse("account_request_login_code"), {"email": ada.email})
    assert [REASON in mail.body for mail in outbox()] == [True] * 2
    assert f"Reason: {REASON}" in sign_in_by_password()
    suspensions.give_back(ada)
    suspensions.suspend(ada)
    assert REASON not in sign_in_by_password()


def test_games_go_on_and_a_stand_in_comes_as_for_any_absent_player(ada: User) -> None:
    game = start_table(ada, make_person(), bots=1)
    suspend(ada)
    for _ in range(9):
        Game.objects.filter(pk=game.pk, status=Game.Status.RUNNING).update(due_at=timezone.now() - timedelta(seconds=1))
        sweep()
    assert Player.objects.get(game=game, user=ada).stand_in


def test_it_is_given_back_but_old_sessions_are_not(ada: User) -> None:
    client = sign_in(ada)
    suspend(ada)
    call_command("unsuspend_account", ada.code, verbosity=0)
    assert outbox()[-1].subject == "Inside Job: your account is open again"
    assert client.get("/games/").status_code == 302
    assert "This account is suspended" not in sign_in_by_password()


def test_it_is_logged_without_name_or_address(ada: User) -> None:
    with read_log() as log:
        suspend(ada)
    assert '"event": "account suspended"' in log.getvalue()
    assert not [word for word in ("Ada", "ada@example.org", REASON) if word in log.getvalue()]


def test_twice_is_refused_as_is_giving_back_what_is_not_suspended(ada: User) -> None:
    with pytest.raises(CommandError):
        call_command("unsuspend_account", ada.code)
    suspend(ada)
    with pytest.raises(CommandError):
        suspend(ada)
    with pytest.raises(CommandError):
        call_command("suspend_account", "nobody@example.org")
