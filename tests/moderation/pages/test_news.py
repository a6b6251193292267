"""Reports reach moderators, and players read what moderators decided where they would write or sign in."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AccountEmail, User
from games.models import Act, Game, Player, Report
from games.moderation.services.news import tell_moderators
from games.site.metrics import _count_rows
from tests.builders_people import PASSWORD, make_person, reload
from tests.tables.builders import start_table
from tests.tables.moderation_builders import act, make_moderator, make_report, path_of_report
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ben() -> User:
    return make_person("Ben", email="ben@example.org", language="fr")


@pytest.fixture
def ada() -> User:
    return make_person("Ada")


@pytest.fixture
def game(ada: User, ben: User) -> Game:
    return start_table(ada, ben, bots=1)


@pytest.fixture
def moderator() -> User:
    return make_moderator("Olga")


def report_name(by: User, game: Game, seat: int = 1) -> Report:
    sign_in(by).post(link("report", game), {"line": f"player-{seat}", "reason": "insult", "words": ""})
    return Report.objects.latest("pk")


def mails_to(person: User) -> list[AccountEmail]:
    return list(AccountEmail.objects.filter(email=person.email).order_by("pk"))


def words_of(text: str) -> str:
    return " ".join(text.split())


def test_moderators_are_told_at_most_once_an_hour_and_of_no_report_twice(
    game: Game, ada: User, moderator: User
) -> None:
    other = make_moderator("Otto")
    with time_machine.travel(timezone.now(), tick=False) as now:
        tell_moderators()
        assert mails_to(moderator) == []
        report_name(ada, game)
        for _ in range(2):
            tell_moderators()
        [mail] = mails_to(moderator)
        assert mail.subject == "Inside Job: 1 report waits"
        assert reverse("games:moderation_queue") in mail.text
        assert "Ben" not in mail.text
        assert len(mails_to(other)) == 1
        make_report(game)
        tell_moderators()
        assert len(mails_to(moderator)) == 1
        now.shift(timedelta(minutes=61))
        for _ in range(2):
            tell_moderators()
        assert [mail.subject for mail in mails_to(moderator)][1:] == ["Inside Job: 2 reports wait"]


def test_a_moderator_is_not_told_of_a_report_about_themselves(game: Game, ada: User, ben: User) -> None:
    other = make_moderator("Otto")
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    report_name(ada, game)
    tell_moderators()
    assert (mails_to(ben), len(mails_to(other))) == ([], 1)
    assert "desk" in text_of(sign_in(reload(ben)).get("/games/"))
    assert 'class="count"' not in text_of(sign_in(reload(ben)).get("/games/"))


def test_the_number_of_reports_stands_in_the_header_of_moderators_and_in_the_metrics(
    game: Game, ada: User, moderator: User
) -> None:
    assert 'class="count"' not in text_of(sign_in(moderator).get("/games/"))
    report_name(ada, game)
    assert '<span class="count">1</span>' in text_of(sign_in(moderator).get("/games/"))
    assert 'id="desk"' not in text_of(sign_in(ada).get("/games/"))
    [metric] = [each for each in _count_rows() if each.name == "reports_open"]
    assert metric.values == {(): 1.0}


def test_rows_say_who_which_line_what_was_done_and_the_language(game: Game, moderator: User) -> None:
    report = make_report(game)
    act(moderator, report, act="mute", words="Please stop.", days="7")
    page = words_of(text_of(sign_in(moderator).get(reverse("games:moderation_queue"))))
    rows = page[page.index("Reports waiting") : page.index("What was done")]
    assert [said for said in (report.reported_name, report.said, "Chat suspended", "until") if said not in rows] == []
    assert "who reads" in words_of(text_of(sign_in(moderator).get(path_of_report(report))))


def test_a_player_reports_a_name_at_a_table_without_talk_and_a_moderator_takes_it_away(
    game: Game, ada: User, ben: User, moderator: User
) -> None:
    assert 'value="player-1"' in text_of(sign_in(ada).get(link("trouble", game)))
    report = report_name(ada, game)
    assert (report.about, report.said, report.reported) == ("name", "Ben", ben)
    act(moderator, report, act="rename")
    name = reload(ben).display_name
    assert name.startswith("Agent ")
    assert Player.objects.get(game=game, user=ben).name == name
    page = text_of(sign_in(ada).get(link("table", game)))
    assert name in page
    assert "Ben" not in page
    assert Act.objects.get().kind == "rename"
    [mail] = mails_to(ben)
    assert "Ben" not in mail.text
    assert "Take the name away" not in text_of(sign_in(moderator).get(path_of_report(report)))
    act(moderator, report, act="rename")
    assert reload(ben).display_name == name
    assert Act.objects.count() == 1


def test_a_name_at_a_table_is_taken_away_after_its_player_has_chosen_another(
    game: Game, ada: User, ben: User, moderator: User
) -> None:
    report = report_name(ada, game)
    User.objects.filter(pk=ben.pk).update(display_name="Benjamin")
    assert "Take the name away" in text_of(sign_in(moderator).get(path_of_report(report)))
    act(moderator, report, act="rename")
    assert Player.objects.get(game=game, user=ben).name == reload(ben).display_name == "Benjamin"
    assert "Take the name away" not in text_of(sign_in(moderator).get(path_of_report(report)))


def test_what_is_no_name_is_refused(game: Game, ada: User) -> None:
    for line in ("player-", "player-9", "player-x", "player-0", "player-" + 5_000 * "9"):
        sign_in(ada).post(link("report", game), {"line": line, "reason": "insult", "words": ""})
    assert not Report.objects.exists()


def test_emails_to_the_warned_quote_the_line_and_those_to_others_do_not(game: Game, moderator: User) -> None:
    report = make_report(game)
    assert report.reported
    assert report.reporter
    act(moderator, report, act="warn", words="Please stop.")
    act(moderator, report, act="done")
    [warned] = mails_to(report.reported)
    assert report.said in warned.text
    assert "\n\n\n" not in warned.text
    assert report.said not in mails_to(report.reporter)[-1].text


def test_who_may_not_chat_reads_until_when_in_place_of_the_field(game: Game, ada: User, ben: User) -> None:
    talk = link("table", game) + "?tab=talk"
    assert 'id="talk-form"' in text_of(sign_in(ben).get(talk))
    User.objects.filter(pk=ben.pk).update(talk_stopped_until=timezone.now() + timedelta(days=3))
    page = text_of(sign_in(ben).get(talk))
    assert 'id="talk-stopped"' in page
    assert 'id="talk-form"' not in page
    assert 'id="talk-form"' in text_of(sign_in(ada).get(talk))


def test_who_is_suspended_reads_until_when_after_the_right_password(game: Game, ada: User, moderator: User) -> None:
    eve = make_person("Eve", email="eve@example.org")
    other = start_table(ada, eve, bots=1)
    with time_machine.travel("2026-11-22T12:00Z", tick=False):
        act(moderator, report_name(ada, other), act="suspend", words="Enough.", out="7")
        said = []
        for password in ("wrong", PASSWORD):
            answer = Client(headers={"accept-language": "en"}).post(
                reverse("account_login"), {"login": "eve@example.org", "password": password}, follow=True
            )
            said.append("Suspended until" in text_of(answer))
        assert said == [False, True]


def test_a_closed_account_loses_its_name_at_tables_and_gets_it_back(
    game: Game, ada: User, ben: User, moderator: User
) -> None:
    report = report_name(ada, game)
    page = text_of(sign_in(moderator).get(path_of_report(report)))
    assert "Yes, close the account" in page
    act(moderator, report, act="close", words="Enough.")
    table = text_of(sign_in(ada).get(link("table", game)))
    assert "Ben" not in table
    assert "former agent" in table
    assert "Ben" in text_of(sign_in(moderator).get(path_of_report(report)))
    act(moderator, report, act="back")
    assert "Ben" in text_of(sign_in(ada).get(link("table", game)))
