"""The pages about mail: what I want, what became of each, stopping without signing in, an address that refuses."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Notification
from games.notifications import contacts, preferences
from games.notifications.email_links import make_table_token
from games.notifications.types import NOTIFICATION_TYPES, SWITCHES
from games.notifications.views.preferences import NOTIFICATIONS_A_PAGE
from tests.accounts.forms_and_emails import IDENTITY, last_code
from tests.builders_people import PASSWORD, make_person, reload
from tests.notifications.email.builders import (
    GRACE,
    ask_somebody,
    mail_of,
    send_after,
    send_at,
    state_of,
    write_notifications,
)
from tests.notifications.email.server import REFUSE, MailServer
from tests.tables.pages.browser import has_form, read_form, sign_in, text_of

pytestmark = pytest.mark.django_db
MAIL, RETRY = "/mail/", "/mail/retry/"


def is_wanted(person: User, kind: str) -> bool:
    [mail] = contacts.list_contacts(person)
    return contacts.is_wanted(mail, kind)


def stop_link(person: User, switch: str) -> str:
    return reverse("games:stop_mail", args=[preferences.make_stop_token(person, switch)])


def choose(client: Client, *on: str) -> Any:
    return client.post(MAIL, dict.fromkeys(on, "on"), follow=True)


def test_what_is_ticked_comes_and_all_else_does_not() -> None:
    ada = make_person()
    client = sign_in(ada)
    assert text_of(client.get(MAIL)).count(" checked") == len(SWITCHES) + len(["plays_by_mail"])
    assert "Saved." in text_of(choose(client, "turn", "over"))
    ada.refresh_from_db()
    about_seats = {"stand_in", "deserted", "seat_open", "seat_taken", "replaced", "rematch"}
    others = {"pause_proposed", "end_proposed", "spectators_proposed", "ready", "unready", "opened"}
    assert set(ada.mail_kinds_off) == {"reminder", "missed", "started", "unfilled", "weekly", *about_seats, *others}
    assert not ada.mail_off
    assert text_of(client.get(MAIL)).count(" checked") == 2


def test_stopping_all_keeps_the_choices_for_later() -> None:
    ada = make_person()
    client = sign_in(ada)
    choose(client, "turn", "none_at_all")
    assert reload(ada).mail_off
    assert "turn" not in ada.mail_kinds_off
    assert not any(is_wanted(ada, kind) for kind in NOTIFICATION_TYPES)
    choose(client, "turn")
    ada.refresh_from_db()
    assert [kind for kind in NOTIFICATION_TYPES if is_wanted(ada, kind)] == ["turn", "vote", "more_time"]


def test_a_kind_that_is_newer_than_the_choice_goes_with_its_switch() -> None:
    ada = make_person()
    ada.mail_kinds_off = ["turn", "vote"]
    ada.save()
    assert not is_wanted(ada, "more_time")
    assert is_wanted(ada, "reminder")


def test_every_kind_has_one_switch() -> None:
    assert {kind.switch for kind in NOTIFICATION_TYPES.values()} == set(SWITCHES)


def test_everybody_sees_what_was_sent_to_them_and_what_became_of_it() -> None:
    asked = ask_somebody()
    other = make_person("Zoë")
    send_after(GRACE)
    page = text_of(sign_in(asked.person).get(MAIL))
    assert page.count("Email: sent") == 1
    # Not the reminder, whose time has not come.
    assert count_rows(page) == 1
    assert asked.game.code in page
    assert asked.game.code not in text_of(sign_in(other).get(MAIL))
    for state, words in [
        ("dropped", "Email: no longer needed"),
        ("refused", "permanently rejected"),
        ("given_up", "could not be delivered"),
    ]:
        Delivery.objects.filter(notification=asked.notification).update(state=state)
        assert words in text_of(sign_in(asked.person).get(MAIL, {"all": "yes"}))
        assert (words in text_of(sign_in(asked.person).get(MAIL))) is (state != "dropped")
    Delivery.objects.all().delete()
    Notification.objects.filter(pk=asked.notification.pk).update(state="unwanted")
    assert "you turned it off" in text_of(sign_in(asked.person).get(MAIL))


def test_all_that_was_sent_is_shown_page_by_page_and_what_was_not_needed_for_the_asking() -> None:
    [notification] = write_notifications(1)
    Notification.objects.update(state="unwanted")
    of: Any = {"recipient": notification.recipient, "game": notification.game, "send_at": timezone.now()}
    states = ["dropped" if number % 6 else "unwanted" for number in range(6 * (NOTIFICATIONS_A_PAGE + 10))]
    Notification.objects.bulk_create(
        Notification(kind="turn", key=str(number), state=state, **of) for number, state in enumerate(states)
    )
    client = sign_in(notification.recipient)
    assert count_shown(client, 6) == [NOTIFICATIONS_A_PAGE, 11]
    assert count_shown(client, 20, all="yes") == [NOTIFICATIONS_A_PAGE] * 7 + [11]


def count_rows(page: str) -> int:
    """Return how many notices a page lists, below what is told by which channel."""
    return page.partition('id="sent-heading"')[2].count("<tr>") - 1


def count_shown(client: Client, most: int, **query: str) -> list[int]:
    """Return how many rows each page shows, as its links lead on from the first."""
    counts: list[int] = []
    link = "?" + urlencode(query)
    while link and len(counts) < most:
        page = text_of(client.get(MAIL + link))
        counts.append(count_rows(page))
        assert ("no longer needed</p>" in page) is bool(query)
        link = (re.findall(r'rel="next" href="([^"]+)"', page) or [""])[0].replace("&amp;", "&")
    return counts


def test_looking_at_the_link_of_a_mail_stops_nothing_and_its_button_does() -> None:
    ada = make_person()
    path, visitor = stop_link(ada, "turn"), Client()
    assert [visitor.get(path).status_code, visitor.head(path).status_code] == [200, 200]
    assert reload(ada).mail_kinds_off == []
    page = visitor.get(path)
    assert "everyone decides at the same time" in text_of(page)
    assert len(read_form(page, path).buttons) == 1
    for _ in range(2):
        done = visitor.post(path)
        assert sorted(reload(ada).mail_kinds_off) == ["more_time", "turn", "vote"]
    assert str(ada.email) not in text_of(done)
    undo = read_form(done, path)
    visitor.post(path, dict(undo.buttons))
    assert reload(ada).mail_kinds_off == []


def test_the_link_of_a_mail_says_whose_emails_it_stops() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    path = stop_link(ada, "turn")
    visitor = Client()
    answers = visitor.get(path), visitor.post(path), visitor.post(path, {"undo": "yes"}), sign_in(ada).get(path)
    for answer in answers:
        assert "Emails to Ada" in text_of(answer)
        assert "signed in as" not in text_of(answer)
        assert f'href="{MAIL}"' in text_of(answer)
    other = text_of(sign_in(ben).get(path))
    assert "signed in as Ben; these are Ada’s emails" in other
    # Those would be the settings of who is signed in.
    assert f'href="{MAIL}">All email' not in other


def test_stopping_and_undoing_leave_other_kinds_alone() -> None:
    ada = make_person()
    preferences.turn(ada, "over", on=False)
    Client().post(stop_link(ada, "turn"))
    Client().post(stop_link(ada, "turn"), {"undo": "yes"})
    assert sorted(reload(ada).mail_kinds_off) == ["closed", "over"]


def test_undoing_after_all_was_stopped_brings_back_that_kind_alone() -> None:
    ada = make_person()
    preferences.choose(ada, SWITCHES, none_at_all=True, plays_by_mail=True)
    Client().post(stop_link(ada, "turn"), {"undo": "yes"})
    ada.refresh_from_db()
    assert [kind for kind in NOTIFICATION_TYPES if is_wanted(ada, kind)] == ["turn", "vote", "more_time"]


def test_the_page_speaks_the_language_of_whom_the_mail_was_for() -> None:
    answer = Client(headers={"accept-language": "en"}).get(stop_link(make_person(language="fr"), "turn"))
    assert '<html lang="fr">' in text_of(answer)
    assert answer["Content-Language"] == "fr"


def test_a_link_holds_for_one_person_and_one_kind_and_cannot_be_made_up() -> None:
    ada, ben = make_person(), make_person()
    token = preferences.make_stop_token(ada, "turn")
    content, mac = token[:14], token[15:]
    forged = preferences.make_stop_token(ben, "turn")[:14] + token[14] + mac
    for wrong in (forged, content, token[:-1], token + "x", token + "=", token + "!", "nonsense", "a:b"):
        assert Client().post(f"/mail/stop/{wrong}/").status_code == 404, wrong
    Client().post(f"/mail/stop/{token}/")
    assert reload(ben).mail_kinds_off == []
    # No link of another purpose opens this one, and a kind that is gone is gone.
    for other in (make_table_token(ada), preferences.make_stop_token(ada, "news")):
        assert Client().post(f"/mail/stop/{other}/").status_code == 404


def refuse_mail(server: MailServer) -> Any:
    """Return the turn of a person whose mail was refused for good."""
    asked = ask_somebody()
    server.manners.planned.append(REFUSE)
    assert send_after(GRACE) == 0
    assert state_of(asked.notification) == "refused"
    return asked


def test_an_address_that_refuses_is_said_on_every_page_until_it_is_tried_again(server: MailServer) -> None:
    asked = refuse_mail(server)
    client = sign_in(asked.person)
    for path in ("/games/", MAIL, f"/g/{asked.game.code}/"):
        assert has_form(client.get(path), RETRY), path
        assert asked.person.email in text_of(client.get(path))
    other = asked.game.players.filter(user__isnull=False).exclude(user=asked.person).get().user
    assert not has_form(sign_in(other).get(f"/g/{asked.game.code}/"), RETRY)
    assert send_at(asked.reminder.send_at) == 0
    assert state_of(asked.reminder) == "refused"
    client.post(RETRY)
    assert not has_form(client.get("/games/"), RETRY)
    # What still waits for them goes out, as the mail that it was, when they no longer look at the table.
    cache.clear()
    assert send_after(timedelta(seconds=1)) >= 1
    identity = f"<{mail_of(asked.notification).message_id}@insidejob.example>"
    assert identity in [message["Message-ID"] for message in server.mails]


def test_coming_to_the_retry_by_a_link_changes_nothing() -> None:
    ada = make_person()
    User.objects.filter(pk=ada.pk).update(mail_refused_at=timezone.now())
    assert sign_in(ada).get(RETRY)["Location"] == MAIL
    assert reload(ada).mail_refused_at is not None


def test_another_address_is_mailed_again() -> None:
    ada = make_person()
    User.objects.filter(pk=ada.pk).update(mail_refused_at=timezone.now())
    client = sign_in(ada)
    client.post(str(IDENTITY), {"password": PASSWORD})
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    assert User.objects.get(pk=ada.pk).mail_refused_at is not None
    client.post(reverse("account_email_verification_sent"), {"code": last_code()})
    assert User.objects.get(pk=ada.pk).mail_refused_at is not None
    client.post(reverse("account_email"), {"action_primary": "", "email": "new@example.org"})
    assert (reload(ada).email, ada.mail_refused_at) == ("new@example.org", None)


def test_a_refusal_of_the_old_address_says_nothing_about_the_new_one() -> None:
    ada = make_person()
    before = User.objects.get(pk=ada.pk)
    User.objects.filter(pk=ada.pk).update(email="new@example.org")
    contacts.pause_address(before)
    assert reload(ada).mail_refused_at is None


def test_who_follows_the_link_again_is_told_that_these_emails_are_off() -> None:
    path = stop_link(make_person(), "turn")
    assert "You’re signed up for these emails" in text_of(Client().get(path))
    Client().post(path)
    page = text_of(Client().get(path))
    assert "You’re signed up for these emails" not in page
    assert "these emails are now off" in page
