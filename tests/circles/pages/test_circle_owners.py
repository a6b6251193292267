"""Who owns a circle when its owner or the next one cannot sign in."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from accounts import suspensions
from accounts.models import AccountEmail, User
from games.circles import services as circles
from games.site.cleaning import clear_expired
from tests.builders_people import make_person, reload
from tests.tables.builders import start_table
from tests.tables.moderation_builders import act, make_moderator, make_report
from tests.tables.pages.browser import sign_in
from tests.tables.pages.circle import NAME, belongs, make_circle, path_of
from tests.tables.pages.seating import follow

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("shut", [suspensions.suspend, suspensions.close])
def test_a_circle_is_not_handed_to_a_member_who_cannot_sign_in(shut: Callable[[User], bool]) -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    shut(ben)
    page = follow(sign_in(ada), path_of(circle, "act_in_circle", "hand-over"), person=ben.code)
    assert "can’t take over the circle now" in page
    assert reload(circle).owner == ada


SHUT: dict[str, Callable[[User], object]] = {
    "suspended by the command": lambda user: call_command("suspend_account", user.email, verbosity=0),
    "suspended": lambda user: act_at_the_desk(user, act="suspend", out="none"),
    "closed": lambda user: act_at_the_desk(user, act="close"),
}


def act_at_the_desk(user: User, **fields: str) -> str:
    return act(make_moderator(), make_report(start_table(make_person(), user, bots=1)), words="Enough.", **fields)


@pytest.mark.parametrize("shut", SHUT.values(), ids=SHUT)
def test_a_circle_passes_to_a_member_who_can_sign_in_when_its_owner_is_shut_out(
    shut: Callable[[User], object],
) -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle, alone = make_circle(ada, ben, cleo), circles.make_circle(owner=ada, name="Alone")
    suspensions.suspend(ben)
    shut(ada)
    assert (reload(circle).owner, reload(alone).owner) == (cleo, ada)
    assert belongs(ada, circle), "they may come back"
    given = AccountEmail.objects.get(email=cleo.email)
    assert (NAME in given.subject, path_of(circle) in given.text) == (True, True)


def test_a_circle_passes_as_soon_as_a_member_can_sign_in_if_none_could_when_its_owner_was_shut_out() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    with time_machine.travel(timezone.now(), tick=False) as now:
        suspensions.suspend(ben, until=timezone.now() + timedelta(days=7))
        act_at_the_desk(ada, act="suspend", out="none")
        clear_expired()
        assert reload(circle).owner == ada
        now.shift(timedelta(days=7))
        clear_expired()
        clear_expired()
    assert reload(circle).owner == ben
    assert AccountEmail.objects.filter(email=ben.email, subject__contains=NAME).count() == 1


def test_an_owner_who_is_suspended_for_days_keeps_the_circle() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    act_at_the_desk(ada, act="suspend", out="30")
    clear_expired()
    assert (reload(ada).is_active, reload(circle).owner) == (False, ada)
