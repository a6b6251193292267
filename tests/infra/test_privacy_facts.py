"""The page on privacy: every column that may be about somebody stands in it, and what it promises is done."""

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import LazySettings, settings
from django.test import Client
from django.utils import timezone, translation

from accounts import emails, services
from accounts.personal_data import deletion, export
from games.models import Delivery, Game, Message, Notification
from games.notifications.channels import CHANNELS
from games.site import retention
from insidejob.privacy_facts import ABOUT_NOBODY, FACTS
from tests.builders_people import make_person
from tests.tables.builders import open_table, play_on, start_table


def test_every_column_stands_in_one_fact() -> None:
    columns = [(model, names.split()) for fact in FACTS for model, names in fact.columns.items()]
    told = Counter(f"{model}.{name}" for model, names in columns for name in names)
    models = [model for model in apps.get_models() if model._meta.label not in ABOUT_NOBODY]
    held = {f"{model._meta.label}.{field.name}" for model in models for field in model._meta.concrete_fields}
    assert EmailAddress in models
    assert held - set(told) == set(), "say in insidejob/privacy_facts.py what it is, why and how long it is kept"
    assert set(told) - held == set()
    assert [name for name, count in told.items() if count > 1] == []


CALLED = {("mail", "privacy"): "email", ("mail", "threats"): "email", ("push", "privacy"): "browsers"}
"""What a channel is called there, if not by its code."""


def find_unnamed(channels: Iterable[str]) -> list[tuple[str, str]]:
    """Return which channels are missing where every channel must be named, with the place."""
    docs = settings.BASE_DIR / "docs"
    texts = {name: (docs / f"{name}.md").read_text() for name in ("threats", "operations")}
    with translation.override("en"):
        texts["privacy"] = "\n".join(str(fact.what) for fact in FACTS)
    return [
        (code, place)
        for code in channels
        for place, text in texts.items()
        if CALLED.get((code, place), code) not in text.lower()
    ]


def test_every_channel_is_named_in_the_privacy_facts_the_threats_and_the_operations() -> None:
    assert find_unnamed(CHANNELS) == []
    assert find_unnamed(["matrix"]) == [("matrix", "threats"), ("matrix", "operations"), ("matrix", "privacy")]


def test_the_times_it_names_are_those_of_the_code(settings: LazySettings) -> None:
    talk = [retention.DEAD_TALK_KEPT.days, retention.TALK_KEPT.days]
    assert [
        services.GUEST_KEPT.days,
        *talk,
        retention.NOTIFICATIONS_KEPT.days,
        export.KEPT.days,
        retention.REQUESTS_KEPT.days,
    ] == [
        30,
        30,
        365,
        90,
        1,
        1,
    ]
    assert (deletion.WEEK.days, emails.NEWS_LASTS.days, retention.DELIVERIES_KEPT.days) == (7, 1, 90)
    assert emails.SUSPENSIONS_LAST.days == 7
    assert timedelta(seconds=settings.SESSION_COOKIE_AGE) == timedelta(days=180)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_pages_say_who_runs_the_site(client: Client, settings: LazySettings, language: str) -> None:
    settings.OPERATOR_NAME, settings.OPERATOR_CONTACT = "Ada Lovelace", "ada@insidejob.example"
    settings.OPERATOR_ADDRESS, settings.HOSTED_BY = "1 rue du Port\n13000 Marseille", "Hosting Ltd"
    for path in ("/privacy/", "/terms/", "/imprint/"):
        answer = client.get(path, headers={"accept-language": language})
        page = answer.content.decode()
        assert "X-Robots-Tag" not in answer
        assert "Ada Lovelace" in page
        assert 'href="mailto:ada@insidejob.example"' in page
    assert ("Marseille" in page, "Hosting Ltd" in page) == (True, True)


@pytest.mark.django_db
def test_old_talk_and_old_deliveries_go_and_no_others() -> None:
    ada, bob, now = make_person(), make_person(), timezone.now()
    over, dead, running = start_table(ada, bob, bots=1), open_table(ada, seats=3), start_table(ada, bob, bots=1)
    play_on(over)
    Game.objects.filter(pk=dead.pk).update(status=Game.Status.CANCELLED, opened_at=now - timedelta(days=32))
    for game in (over, dead, running):
        Message.objects.create(game=game, seat=0, text="old", sent_at=now - timedelta(days=31))
        Message.objects.create(game=game, seat=0, text="new", sent_at=now)
    retention.remove_old(now)
    assert Message.objects.count() == 5
    Game.objects.filter(pk=over.pk).update(ended_at=now - timedelta(days=366))
    notification = Notification.objects.filter(game=running).first()
    assert notification is not None
    for state, days in (("sent", 91), ("sent", 89), ("waiting", 91)):
        done = None if state == "waiting" else now - timedelta(days=days)
        times = {"told_at": now - timedelta(days=days, hours=len(state)), "send_at": now, "done_at": done}
        Delivery.objects.create(notification=notification, channel="mail", state=state, **times)
    retention.remove_old(now)
    assert set(Message.objects.values_list("game", flat=True)) == {dead.pk, running.pk}
    assert sorted(Delivery.objects.values_list("state", flat=True)) == ["sent", "waiting"]
