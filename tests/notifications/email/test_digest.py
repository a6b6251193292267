"""A digest from end to end: chosen on the page, taken by a mail server at 18:00 in its reader's zone, and pressed."""

import re
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.models import Contact, Delivery, Game, Heartbeat, Notification
from games.notifications import email_dispatch
from games.tables.services import deadlines, stand_ins
from tests.builders_people import make_person
from tests.notifications.email import server as replies
from tests.notifications.email.builders import GRACE, name_in_english, strip_deadline, write_notifications
from tests.notifications.email.server import MailServer, text_of
from tests.tables.acts import agree_to_end
from tests.tables.builders import start_beside_stand_in, start_table
from tests.tables.pages.browser import sign_in
from tests.tables.pages.browser import text_of as read_page

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 7, 6, 16, tzinfo=UTC)
"""In Montréal; in Paris it is 18:00."""
SIX = NOON + timedelta(hours=6)
WEEK, SECOND = 7 * 86400, timedelta(seconds=1)
LINK = re.compile(r'<a href="([^"]+/g/[^"]+)"')


def choose_digest() -> User:
    """Return somebody in Montréal who has chosen one mail a day on their page."""
    person = make_person("Ada")
    User.objects.filter(pk=person.pk).update(time_zone="America/Montreal")
    page = sign_in(person).post("/mail/", {"turn": "on", "reminder": "on", "mail-schedule": "daily", "reminders": ""})
    assert page.status_code == 302
    person.refresh_from_db()
    return person


def sit_at(person: User, pace: int) -> Game:
    """Return a game that asks `person`, with so many seconds for an answer."""
    return start_beside_stand_in(person, bots=2, pace=pace, vote_time=pace, options={"wagers": False})


def send_at(clock: time_machine.Traveller, moment: datetime) -> int:
    """Let the post work at a moment until which the site was up; return how many mails went out."""
    clock.move_to(moment)
    Heartbeat.objects.update(beat_at=moment)
    return email_dispatch.send_due()


def test_a_digest_comes_at_six_and_its_buttons_open_the_tables(server: MailServer) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        deadlines.sweep()
        person = choose_digest()
        games = [sit_at(person, WEEK) for _ in range(3)]
        assert send_at(clock, NOON + GRACE) == 0
        stand_ins.agree_to_end(code=games[0].code, user=person, agrees=True)
        # It goes at six where its reader lives, and not where the site is.
        assert [send_at(clock, moment) for moment in (SIX - SECOND, SIX, SIX + SECOND)] == [0, 1, 0]
        [mail] = server.mails
        deliveries = Delivery.objects.all()
        assert sorted(deliveries.values_list("state", flat=True)) == ["dropped", "sent", "sent"]
        assert deliveries.filter(state="sent").values("message_id").distinct().count() == 1
        assert mail["Subject"] == "2 tables are waiting for you"
        assert mail["To"] == person.email
        assert [name_in_english(game) in text_of(mail) for game in games] == [False, True, True]
        links = [urlsplit(link).path for link in LINK.findall(text_of(mail, "html"))]
        assert len(links) == 2
        for link, game in zip(links, games[1:], strict=True):
            page: Any = sign_in(person).get(link, follow=True)
            assert page.redirect_chain[-1][0] == f"/g/{game.code}/"
            assert "Your turn" in read_page(page)
            # Signed out, the page to sign in knows the address, and leads there.
            signed_out = read_page(Client().get(link, follow=True))
            assert str(person.email) in signed_out
            assert f"/g/{game.code}/" in signed_out


def test_a_question_breaks_out_of_the_digest_when_its_clock_would_run_out_before(server: MailServer) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        deadlines.sweep()
        person = choose_digest()
        # The second one is due an hour after six, less a second.
        calm, hurried = sit_at(person, WEEK), sit_at(person, 12 * 3600)
        Game.objects.filter(pk=hurried.pk).update(due_at=SIX + timedelta(hours=1) - SECOND)
        Notification.objects.filter(kind="reminder").delete()
        assert send_at(clock, NOON + GRACE) == 1
        [mail] = server.mails
        assert strip_deadline(mail["Subject"]) == f"Your turn: {name_in_english(hurried)}"
        assert [send_at(clock, moment) for moment in (SIX - SECOND, SIX)] == [0, 1]
        assert strip_deadline(server.mails[1]["Subject"]) == f"Your turn: {name_in_english(calm)}"


def test_a_digest_of_questions_and_news_says_first_what_waits_and_the_most_urgent_of_it(server: MailServer) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        deadlines.sweep()
        person = choose_digest()
        User.objects.filter(pk=person.pk).update(mail_kinds_off=[])
        write_notifications(1, [person])
        calm, hurried = sit_at(person, WEEK), sit_at(person, 3 * 86400)
        write_notifications(1, [person])
        assert [send_at(clock, moment) for moment in (NOON + GRACE, SIX)] == [0, 1]
        [mail] = server.mails
        assert mail["Subject"].strip() == "2 tables are waiting for you, and there’s other news"
        asked = [f"Your turn: {name_in_english(game)}" for game in (hurried, calm)]
        said = [line for line in text_of(mail).splitlines() if "turn: " in line or "was closed" in line]
        assert said[:2] == asked
        assert len(said) == 4


def ask_before_bedtime() -> tuple[Game, Game]:
    """Ask a person who wants no email at night at two tables."""
    person = make_person("Ada")
    Contact.objects.create(user=person, channel="mail", schedule=Contact.Schedule.AWAKE)
    games = sit_at(person, WEEK), sit_at(person, WEEK)
    Notification.objects.filter(kind="reminder").delete()
    return games


BEFORE_BEDTIME = datetime(2026, 7, 6, 20, 59, 30, tzinfo=UTC)
"""22:59:30 in Paris."""
AT_NIGHT = BEFORE_BEDTIME + timedelta(seconds=61)
MORNING = datetime(2026, 7, 7, 5, tzinfo=UTC)


@pytest.mark.parametrize("is_down", [False, True])
def test_a_failed_email_about_two_tables_of_which_one_can_wait_until_morning_becomes_two(
    server: MailServer, settings: Any, is_down: bool
) -> None:
    with time_machine.travel(BEFORE_BEDTIME - GRACE, tick=False) as clock:
        deadlines.sweep()
        hurried, calm = ask_before_bedtime()
        Game.objects.filter(pk=hurried.pk).update(due_at=BEFORE_BEDTIME + timedelta(hours=4))
        server.manners.planned.append(replies.REFUSE_FOR_NOW)
        with replies.down(settings) if is_down else nullcontext():
            assert send_at(clock, BEFORE_BEDTIME) == 0
        server.manners.planned.clear()
        assert [send_at(clock, moment) for moment in (AT_NIGHT, MORNING)] == [1, 1]
    asked = [strip_deadline(mail["Subject"]) for mail in server.mails]
    assert asked == [f"Your turn: {name_in_english(game)}" for game in (hurried, calm)]
    # A mail program shows only one of two emails with the same Message-ID.
    assert len({mail["Message-ID"] for mail in server.mails}) == 2


def test_a_failed_email_that_waits_until_morning_is_still_the_same(server: MailServer) -> None:
    with time_machine.travel(BEFORE_BEDTIME - GRACE, tick=False) as clock:
        deadlines.sweep()
        ask_before_bedtime()
        server.manners.planned.append(replies.DROP)
        assert [send_at(clock, moment) for moment in (BEFORE_BEDTIME, AT_NIGHT, MORNING)] == [0, 0, 1]
    assert [mail["Subject"] for mail in server.mails] == ["2 tables are waiting for you"] * 2
    assert len({mail["Message-ID"] for mail in server.mails}) == 1


def test_games_that_ended_while_no_post_went_out_are_one_email(server: MailServer) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        ada, ben = make_person("Ada"), make_person("Ben")
        games = [start_table(ada, ben, bots=1) for _ in range(3)]
        Notification.objects.all().delete()
        for game in games:
            agree_to_end(game, ada, ben)
        assert send_at(clock, NOON + timedelta(days=4)) == 2
        for mail in server.mails:
            assert mail["Subject"] == "News from 3 tables"
            assert all(f"{name_in_english(game)} is over" in text_of(mail) for game in games)


def test_games_that_end_while_the_post_goes_out_are_an_email_each(server: MailServer) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        ada, ben = make_person("Ada"), make_person("Ben")
        games = [start_table(ada, ben, bots=1) for _ in range(2)]
        Notification.objects.all().delete()
        for game in games:
            agree_to_end(game, ada, ben)
        assert send_at(clock, NOON + SECOND) == 4
