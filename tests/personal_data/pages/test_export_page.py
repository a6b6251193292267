"""How a file of personal data is asked for, made by a worker, and downloaded."""

import io
import json
from datetime import timedelta
from unittest.mock import Mock
from zipfile import ZipFile

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import Export, User
from accounts.personal_data import export
from games.personal_data import export as exporting
from games.site.cleaning import clear_expired
from tests.accounts.forms_and_emails import IDENTITY, outbox
from tests.builders_people import PASSWORD, make_person
from tests.tables.builders import start_table
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
PAGE, FILE = reverse("accounts:export"), reverse("accounts:export_file")


def test_it_is_made_by_the_worker_given_to_its_owner_alone_and_kept_for_a_day() -> None:
    ada = make_person("Ada")
    client = sign_in(ada)
    with time_machine.travel("2026-11-22T12:00Z", tick=False) as now:
        assert "is being created" in client.post(PAGE, follow=True).content.decode()
        assert client.get(FILE)["Location"].startswith(str(IDENTITY))
        client.post(str(IDENTITY), {"password": PASSWORD})
        assert client.get(FILE)["Location"] == PAGE
        exporting.make_due()
        assert f'href="{FILE}"' in client.get(PAGE).content.decode()
        answer = client.get(FILE)
        assert answer["Content-Type"] == "application/zip"
        with ZipFile(io.BytesIO(answer.content)) as archive:
            assert json.loads(archive.read("data.json"))["account"][0]["display_name"] == "Ada"
        other = sign_in(make_person())
        other.post(str(IDENTITY), {"password": PASSWORD})
        assert other.get(FILE)["Location"] == PAGE
        now.shift(export.KEPT)
        client.post(str(IDENTITY), {"password": PASSWORD})
        assert client.get(FILE)["Location"] == PAGE
        clear_expired()
        assert not Export.objects.exists()


def test_a_file_that_cannot_be_made_is_no_longer_promised_within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    client = sign_in(make_person())
    monkeypatch.setattr(exporting, "write_archive", Mock(side_effect=ValueError))
    with time_machine.travel("2026-11-22T12:00Z", tick=False) as now:
        client.post(PAGE)
        exporting.make_due()
        assert "is being created" in client.get(PAGE).content.decode()
        now.shift(export.LATE_AFTER + timedelta(seconds=1))
        page = client.get(PAGE).content.decode()
    assert "is being created" not in page
    assert "longer than usual" in page
    assert f'href="{reverse("imprint")}"' in page


def test_its_owner_is_told_once_that_it_is_ready_and_not_what_is_in_it() -> None:
    ada = make_person("Ada", email="ada@example.org", language="en")
    game = start_table(ada, bots=2)
    export.ask(ada)
    assert not outbox()
    for _ in range(2):
        exporting.make_due()
    (mail,) = [each for each in outbox() if "data is ready" in each.subject]
    assert mail.to == ["ada@example.org"]
    assert f"http://testserver{PAGE}" in mail.body.replace("http://localhost:8000", "http://testserver")
    assert (game.code in mail.body, mail.attachments) == (False, [])
    export.ask(ada)
    exporting.make_due()
    assert len([each for each in outbox() if "data is ready" in each.subject]) == 2


def test_it_is_asked_for_five_times_an_hour_at_most() -> None:
    ada = make_person()
    client = sign_in(ada)
    for _ in range(5):
        client.post(PAGE)
    exporting.make_due()
    client.post(PAGE)
    assert Export.objects.get().made_at is not None


def test_an_error_in_one_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = make_person(), make_person()
    for person in (ada, ben):
        export.ask(person)
    write = exporting.write_archive

    def fail_for_ada(user: User) -> bytes:
        if user == ada:
            raise ValueError
        return write(user)

    monkeypatch.setattr(exporting, "write_archive", fail_for_ada)
    exporting.make_due()
    assert list(Export.objects.exclude(made_at=None).values_list("user", flat=True)) == [ben.pk]


def test_it_is_made_by_one_worker_at_a_time_and_later_again_if_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, write = make_person(), exporting.write_archive
    export.ask(ada)
    begun = []

    def fail_once(user: User) -> bytes:
        begun.append(user)
        exporting.make_due()
        if len(begun) == 1:
            raise ValueError
        return write(user)

    monkeypatch.setattr(exporting, "write_archive", fail_once)
    with time_machine.travel(timezone.now(), tick=False) as now:
        for counted in (1, 1, 2, 2):
            exporting.make_due()
            assert len(begun) == counted
            now.shift(exporting.BEGUN_AGAIN_AFTER / 2)
    assert Export.objects.get().made_at is not None


def test_one_press_in_the_settings_creates_it() -> None:
    client = sign_in(make_person())
    assert f'method="post" action="{PAGE}"' in client.get(reverse("accounts:data")).content.decode()


def test_after_the_password_the_page_stays_and_the_download_starts() -> None:
    ada = make_person()
    client = sign_in(ada)
    export.ask(ada)
    exporting.make_due()
    asked = client.get(FILE)["Location"]
    back = client.post(asked, {"password": PASSWORD})["Location"]
    assert back.startswith(PAGE)
    assert f'content="0; url={FILE}"' in client.get(back).content.decode()
    assert 'http-equiv="refresh"' not in client.get(PAGE).content.decode()
    assert client.get(FILE)["Content-Type"] == "application/zip"
