"""Reporting what was said, and the operators' desk: acts are logged and told, and nothing of a game is seen there."""

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from accounts.models import AccountEmail, User
from games.models import Act, Game, Message, Report
from games.moderation.services.reports import REPORTS_AN_HOUR, send_report
from games.personal_data.deletion import close_account
from games.site import retention
from games.site.retention import DEAD_TALK_KEPT
from games.state.refusals import Refusal
from games.state.table import load_players
from games.tables.services import lobby
from games.tables.services.talk import say
from tests.builders_people import make_person, reload
from tests.tables.builders import open_table
from tests.tables.builders_guests import start_with_guest
from tests.tables.moderation_builders import act, make_moderator, make_report, path_of_report
from tests.tables.pages.browser import link, page_of, sign_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator() -> User:
    person = make_person("Olga")
    out = StringIO()
    call_command("make_moderator", person.email, stdout=out)
    assert out.getvalue() == "Olga is a moderator.\n"
    assert reload(person).is_staff
    return person


def read_lines(reader: User, game: Game) -> list[str]:
    return [line.text for line in sign_in(reader).get(link("table", game) + "?tab=talk").context["talk"].lines]


def test_a_line_is_reported_by_a_form_with_those_around_it(game: Game, people: list[User]) -> None:
    with time_machine.travel(timezone.now(), tick=False) as now:
        for number in range(9):
            say(game=game, seat=1, text=f"Line {number}", author=people[1])
            now.shift(1)
    client = sign_in(people[0])
    page = client.get(link("trouble", game))
    line = next(each for each in page.context["lines"] if each.text == "Line 7")
    assert f'value="{line.key}"' in text_of(page)
    sent = {"line": line.key, "reason": "insult", "words": "Please look"}
    for _ in range(2):
        assert "Thank you." in text_of(client.post(link("report", game), sent, follow=True))
    report = Report.objects.get()
    assert [each["text"] for each in report.context] == [f"Line {number}" for number in range(2, 9)]
    assert [each["text"] for each in report.context if each["is_it"]] == ["Line 7"]
    assert (report.reporter, report.reported, report.words) == (people[0], people[1], "Please look")


@pytest.mark.parametrize("wrong", [{"line": "9-1"}, {"line": "x"}, {"line": ""}, {"reason": "x"}, {"words": "x" * 501}])
def test_what_cannot_be_reported_is_refused(game: Game, people: list[User], wrong: dict[str, str]) -> None:
    assert make_report(game, by=2).message
    page = sign_in(people[0]).get(link("trouble", game))
    sent = {"line": page.context["lines"][0].key, "reason": "spam", "words": ""}
    sign_in(people[0]).post(link("report", game), {**sent, **wrong})
    sign_in(people[1]).post(link("report", game), sent)
    sign_in(make_person()).post(link("report", game), sent)
    assert Report.objects.count() == 1


def test_no_one_reports_more_than_a_few_lines_an_hour(game: Game) -> None:
    for _ in range(REPORTS_AN_HOUR):
        make_report(game)
    with pytest.raises(Refusal, match="many_reports"):
        make_report(game)


def test_each_act_is_logged_and_told_to_whom_it_concerns(game: Game, people: list[User], moderator: User) -> None:
    ada, ben, _ = people
    report = make_report(game, "Something rude")
    AccountEmail.objects.all().delete()
    act(moderator, report, act="warn", words="Please be kind.")
    act(moderator, report, act="hide")
    act(moderator, report, act="mute", words="A week off.", days="7")
    act(moderator, report, act="done")
    assert list(Act.objects.order_by("pk").values_list("kind", "person", "moderator")) == [
        ("warn", ben.pk, moderator.pk), ("hide", ben.pk, moderator.pk), ("mute", ben.pk, moderator.pk),
        ("done", ada.pk, moderator.pk),
    ]  # fmt: skip
    letters = list(AccountEmail.objects.order_by("pk"))
    assert [letter.email for letter in letters] == [ben.email, ben.email, ben.email, ada.email]
    assert "Please be kind." in letters[0].text
    assert not any("Ada" in letter.text for letter in letters[:3]), "the reported person is not told who"
    told = text_of(sign_in(ben).get(reverse("games:blocked")))
    assert ("A week off." in told, "Ada" in told) == (True, False)
    for person in people:
        assert read_lines(person, game) == ["A moderator has hidden this message."]
    queue = text_of(sign_in(moderator).get(reverse("games:moderation_queue")))
    assert ("Nothing waiting." in queue, "A week off." in queue) == (True, True)


def test_a_guest_who_gets_no_email_finds_the_words_from_the_chat(moderator: User) -> None:
    game, guest = start_with_guest(make_person("Ada"))
    client, told = sign_in(guest), reverse("games:blocked")
    assert "Nothing yet." in text_of(client.get(told))
    report = make_report(game)
    assert told not in page_of(game, client, tab="talk")
    assert "This is a guest" in text_of(sign_in(moderator).get(path_of_report(report)))
    assert "Guests get no email." in act(moderator, report, act="mute", words="A week off.", days="7")
    assert told in page_of(game, client, tab="talk")
    page = text_of(client.get(told))
    assert ("A week off." in page, "Blocked players" in page) == (True, False)


@pytest.mark.parametrize("what", ["hide", "done"])
def test_what_another_moderator_did_already_is_not_done_again(game: Game, moderator: User, what: str) -> None:
    report = make_report(game)
    assert "have been notified" in act(moderator, report, act=what)
    AccountEmail.objects.all().delete()
    page = act(make_moderator(), report, act=what)
    assert ("have been notified" in page, "That’s already been done." in page) == (False, True)
    assert (Act.objects.count(), AccountEmail.objects.count()) == (1, 0)


def test_a_shorter_suspension_of_chat_does_not_end_a_longer_one(
    game: Game, people: list[User], moderator: User
) -> None:
    first, second = make_report(game), make_report(game, "Rude again")
    with time_machine.travel(timezone.now(), tick=False):
        for report, days in ((first, "30"), (second, "1")):
            act(moderator, report, act="mute", words="Enough.", days=days)
        end = timezone.now() + timedelta(days=30)
    assert reload(people[1]).talk_stopped_until == end
    assert list(Act.objects.values_list("until", flat=True)) == [end, end], "the email names the true end"


def test_a_person_whose_talk_was_stopped_is_silent_until_then_and_plays_on(
    game: Game, people: list[User], moderator: User
) -> None:
    report = make_report(game)
    for wrong in ({"days": "7"}, {"days": "400", "words": "x"}, {"words": "x"}):
        act(moderator, report, act="mute", **wrong)
    assert not Act.objects.exists()
    act(moderator, report, act="mute", words="Enough.", days="1")
    ben = sign_in(people[1])
    assert ben.post(link("talk", game), {"text": "Hm"}).status_code == 422
    assert ben.get(link("table", game)).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        sign_in(people[1]).post(link("talk", game), {"text": "Hm"})
    assert Message.objects.filter(text="Hm").count() == 1


def test_an_operator_sees_no_report_of_their_own_lines(game: Game, people: list[User]) -> None:
    report = make_report(game)
    User.objects.filter(pk=people[1].pk).update(is_staff=True)
    ben = sign_in(people[1])
    assert report.code not in text_of(ben.get(reverse("games:moderation_queue")))
    assert ben.get(path_of_report(report)).status_code == 404


def test_an_operator_sees_the_talk_that_was_reported_and_nothing_of_the_table(game: Game, moderator: User) -> None:
    """That the same is shown in every world is a part of the world swap."""
    report, client = make_report(game), sign_in(moderator)
    assert "Something rude" in text_of(client.get(path_of_report(report)))
    assert [client.get(link(name, game)).status_code for name in ("table", "record", "replay")] == [403] * 3
    assert client.get(link("trouble", game))["Location"] == link("table", game)


def test_who_leaves_takes_along_what_was_reported_of_them(game: Game, people: list[User]) -> None:
    make_report(game)
    line = say(game=game, seat=2, text="Of Cleo", author=people[2])
    send_report(
        game=game, players=load_players(game), by=people[0], reason="spam", words="",
        line=f"2-{int(line.sent_at.timestamp() * 1_000_000)}",
    )  # fmt: skip
    close_account(people[1])
    (left,) = Report.objects.all()
    assert [each["text"] for each in left.context] == ["Of Cleo"]
    assert left.reporter == people[0]


def test_who_leaves_takes_along_lines_around_a_reported_one_that_are_gone_from_the_talk(people: list[User]) -> None:
    ada, ben, cleo = people
    with time_machine.travel(timezone.now(), tick=False) as now:
        table = open_table(ada, ben, cleo, seats=4)
        say(game=table, seat=2, text="Of Cleo", author=cleo)
        report = make_report(table)
        lobby.cancel_game(code=table.code, host=ada)
        now.shift(DEAD_TALK_KEPT + timedelta(days=1))
        retention.remove_old(timezone.now())
        close_account(cleo)
    report.refresh_from_db()
    assert [each["by"] for each in report.context] == [ben.code]
