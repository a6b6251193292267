"""Settings: name, language, time zone, address and password of one's own."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from accounts import suspensions
from accounts.middleware import preferences
from accounts.models import User
from accounts.profile_settings.pages import _save_settings
from accounts.sign_in.forms import SafetyForm
from tests.accounts.forms_and_emails import CODE, last_code, outbox, prove_by_code, send_sign_up
from tests.builders_people import PASSWORD, make_guest, make_person, reload
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
SETTINGS = "accounts:settings"
SHOWN = {
    "account": {"display_name": "Ada", "language": "en", "time_zone": "Europe/Paris"},
    "playing": {"wakes_at": "7", "sleeps_at": "23"},
    "safety": {"history_shown_to": "tablemates", "statistics_shown_to": "tablemates"},
}
"""What each page of the settings shows at first."""


def send(client: Client, page: str = "account", **changes: str) -> HttpResponse:
    return client.post(reverse(f"accounts:{page}"), {**SHOWN[page], **changes})  # type: ignore[return-value]


def test_what_is_chosen_is_stored(client: Client) -> None:
    ada = make_person("Ada", language="fr")
    client.force_login(ada)
    assert send(client, display_name="  Ada   L. ", time_zone="America/New_York").status_code == 302
    assert (reload(ada).display_name, ada.language, ada.time_zone) == ("Ada L.", "en", "America/New_York")
    assert '<html lang="en">' in client.get(reverse(SETTINGS)).content.decode()


@pytest.mark.parametrize(("name", "said"), [("ELODIE", "“ELODIE 3”"), ("Élsa", "A bot already has this name.")])
def test_a_taken_name_is_refused_and_nothing_is_stored(client: Client, name: str, said: str) -> None:
    make_person("Élodie")
    make_person("elodie 2")
    ada = make_person("Ada")
    client.force_login(ada)
    page = send(client, display_name=name, time_zone="America/New_York").content.decode()
    assert said in page
    assert f'value="{name}"' in page
    assert (reload(ada).display_name, ada.time_zone) == ("Ada", "Europe/Paris")


def test_a_name_taken_between_the_check_and_the_write_is_refused_as_kindly(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_person("Élodie")
    client.force_login(make_person("Ada"))
    monkeypatch.setattr("accounts.sign_in.forms.is_name_taken", lambda name, by_other_than: False)
    page = send(client, display_name="elodie")
    assert page.status_code == 200
    assert "“elodie 2”" in page.content.decode()


def test_waking_hours_are_chosen_and_a_day_too_short_to_play_in_is_refused(client: Client) -> None:
    ada = make_person("Ada")
    client.force_login(ada)
    assert send(client, "playing", wakes_at="22", sleeps_at="6").status_code == 302
    assert (reload(ada).wakes_at, ada.sleeps_at) == (22, 6)
    page = send(client, "playing", wakes_at="9", sleeps_at="16").content.decode()
    assert "Your day must be at least 8 hours long." in page
    assert '<option value="16" selected>' in page
    assert 'aria-describedby="id_sleeps_at_helptext id_sleeps_at_error"' in page
    assert page.index('id="id_sleeps_at_error"')
    assert (reload(ada).wakes_at, ada.sleeps_at) == (22, 6)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "I can play from 07:00 to 23:00"), ("fr", "Je peux jouer de 7\xa0h à 23\xa0h")],
)
def test_waking_hours_are_one_sentence_with_two_lists(client: Client, language: str, sentence: str) -> None:
    client.force_login(make_person("Ada", language=language))
    page = client.get(reverse("accounts:playing")).content.decode()
    line = page.partition('<p class="sentence">')[2].partition("</p>")[0]
    chosen = re.sub(r"<select.*?<option[^>]* selected>([^<]*)</option>.*?</select>", r"\1", line, flags=re.DOTALL)
    assert " ".join(re.split("[ \n]+", chosen.strip())) == sentence
    labels = {
        "en": ["I can play from", "I no longer play from"],
        "fr": ["Je peux jouer à partir de", "Je ne joue plus à partir de"],
    }
    assert re.findall(r'<select[^>]*aria-label="([^"]*)"', line) == labels[language]
    described = re.search(r'aria-describedby="([^"]*)"', line)
    assert described
    assert all(f'id="{name}"' in page for name in described[1].split())
    assert page.count("<select") == 2


@pytest.mark.parametrize("field", ["history_shown_to", "statistics_shown_to"])
@pytest.mark.parametrize("audience", ["nobody", "everybody"])
def test_who_sees_my_games_and_my_statistics_is_chosen_apart(client: Client, field: str, audience: str) -> None:
    ada = make_person("Ada")
    client.force_login(ada)
    safety = reverse("accounts:safety")
    assert client.get(safety).content.decode().count('value="tablemates" selected') == 2
    assert send(client, "safety", **{field: audience}).status_code == 302
    chosen = {"history_shown_to": "tablemates", "statistics_shown_to": "tablemates", field: audience}
    assert {name: getattr(reload(ada), name) for name in chosen} == chosen
    assert f'value="{audience}" selected' in client.get(safety).content.decode()


@pytest.mark.parametrize("field", ["language", "time_zone", "history_shown_to", "statistics_shown_to"])
def test_an_unknown_language_zone_or_audience_is_refused(client: Client, field: str) -> None:
    page = next(page for page, shown in SHOWN.items() if field in shown)
    ada = make_person("Ada")
    client.force_login(ada)
    assert send(client, page, **{field: "Mars/Olympus"}).status_code == 200
    assert (reload(ada).language, ada.time_zone, ada.history_shown_to) == ("en", "Europe/Paris", "tablemates")


def test_pages_come_in_the_persons_language_and_time_zone() -> None:
    ada = make_person("Ada", language="fr")
    ada.time_zone = "America/New_York"
    seen: list[tuple[str | None, str]] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append((translation.get_language(), timezone.get_current_timezone_name()))
        return HttpResponse()

    request = RequestFactory().get("/", headers={"accept-language": "en"})
    request.user = ada
    preferences(view)(request)
    assert seen == [("fr", "America/New_York")]
    assert timezone.get_current_timezone_name() == "Europe/Paris"


def test_the_switch_stores_a_persons_language_on_their_row() -> None:
    ada = make_person(language="fr")
    sign_in(ada).post(reverse("accounts:language"), {"language": "en"})
    assert reload(ada).language == "en"


@pytest.mark.parametrize(
    "evil", ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example", "http://["]
)
def test_the_switch_leads_to_no_other_site(client: Client, evil: str) -> None:
    assert client.post(reverse("accounts:language"), {"language": "en", "next": evil})["Location"] == "/"


def test_the_switch_ignores_a_language_we_do_not_speak(client: Client) -> None:
    answer = client.post(reverse("accounts:language"), {"language": "tlh"})
    assert answer.status_code == 302
    assert "django_language" not in answer.cookies


@pytest.mark.parametrize("make", [make_person, make_guest])
def test_the_first_page_leads_to_all_others_that_are_for_one(client: Client, make: Callable[[], User]) -> None:
    client.force_login(make())
    is_guest = make is make_guest
    first = client.get(reverse(SETTINGS)).content.decode()
    assert '<input type="text"' not in first
    for name in ("accounts:account", "accounts:playing", "accounts:safety", "accounts:data", "games:mail"):
        assert (f'href="{reverse(name)}"' in first) is not (is_guest and name == "games:mail")
    found = "".join(client.get(reverse(f"accounts:{page}")).content.decode() for page in (*SHOWN, "data"))
    for name in (
        "account_email", "account_change_password", "mfa_index", "accounts:sessions", "games:vacations", "games:blocked"
    ):  # fmt: skip
        assert (f'href="{reverse(name)}"' in found) is not is_guest
    for name in ("accounts:face", "accounts:export", "accounts:leave"):
        assert f'="{reverse(name)}"' in found


def test_a_page_changes_nothing_of_the_others(client: Client) -> None:
    ada = make_person("Ada")
    client.force_login(ada)
    send(client, "safety", history_shown_to="nobody", display_name="Eve", wakes_at="3")
    send(client, "playing", wakes_at="8")
    assert (reload(ada).display_name, ada.wakes_at, ada.history_shown_to) == ("Ada", 8, "nobody")


def test_saving_settings_does_not_end_a_suspension_of_the_same_moment() -> None:
    ada = make_person("Ada")
    read_before = User.objects.get(pk=ada.pk)
    suspensions.suspend(ada)
    form = SafetyForm({"history_shown_to": "nobody", "statistics_shown_to": "nobody"})
    assert form.is_valid()
    assert _save_settings(form, read_before)
    ada.refresh_from_db()
    assert (ada.is_active, ada.history_shown_to) == (False, "nobody")


def test_an_address_is_one_s_own_once_its_code_is_typed_and_the_main_one_once_that_is_chosen(client: Client) -> None:
    ada = make_person(email="old@example.org")
    client.force_login(ada)
    prove_by_code(client)
    asked = client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    assert asked["Location"] == reverse("account_email_verification_sent")
    assert reload(ada).email == "old@example.org"
    assert client.get(asked["Location"]).status_code == 200
    assert list_addresses(ada) == ["old@example.org"]
    assert client.post(asked["Location"], {"code": last_code()})["Location"] == reverse("account_email")
    assert (reload(ada).email, list_addresses(ada)) == ("old@example.org", ["new@example.org", "old@example.org"])
    assert (outbox()[-1].to, "you added an address" in outbox()[-1].subject) == (["old@example.org"], True)
    client.post(reverse("account_email"), {"email": "new@example.org", "action_primary": ""})
    assert (reload(ada).email, outbox()[-1].to) == ("new@example.org", ["old@example.org"])


def list_addresses(person: User) -> list[str]:
    return sorted(EmailAddress.objects.filter(user=person, verified=True).values_list("email", flat=True))


def make_two(email: str = "ada@example.org") -> User:
    """Return a person with a second address, `second@example.org`."""
    ada = make_person(email=email)
    EmailAddress.objects.create(user=ada, email="second@example.org", verified=True)
    return ada


def test_any_address_signs_in_and_mail_goes_to_the_main_one(client: Client) -> None:
    make_two()
    client.post(reverse("account_login"), {"login": "second@example.org", "password": PASSWORD})
    assert client.get(reverse(SETTINGS)).status_code == 200
    by_code = Client()
    by_code.post(reverse("account_request_login_code"), {"email": "second@example.org"})
    assert outbox()[-1].to == ["second@example.org"]
    by_code.post(reverse("account_confirm_login_code"), {"code": last_code()})
    assert by_code.get(reverse(SETTINGS)).status_code == 200
    by_code.post(reverse("accounts:confirm_identity"), {"action": "send"})
    assert outbox()[-1].to == ["ada@example.org"]


def test_the_main_address_stays_and_another_goes_which_the_main_one_is_told(client: Client) -> None:
    ada = make_two()
    client.force_login(ada)
    prove_by_code(client)
    for email in ("ada@example.org", "second@example.org"):
        client.post(reverse("account_email"), {"email": email, "action_remove": ""})
    assert list_addresses(ada) == ["ada@example.org"]
    assert (outbox()[-1].to, "second@example.org" in str(outbox()[-1].body)) == (["ada@example.org"], True)


def test_a_second_address_of_another_is_taken_like_any(client: Client) -> None:
    make_two()
    send_sign_up(client, "second@example.org", "Newcomer")
    assert "account" in str(outbox()[-1].body)
    assert not CODE.search(str(outbox()[-1].body))
    theirs = sign_in(make_person())
    prove_by_code(theirs)
    theirs.post(reverse("account_email"), {"email": "second@example.org", "action_add": ""})
    theirs.post(reverse("account_email_verification_sent"), {"code": "WRONG-CODE"})
    assert EmailAddress.objects.filter(email="second@example.org").count() == 1


def test_there_are_five_addresses_at_most(client: Client) -> None:
    ada = make_two()
    for number in range(3):
        EmailAddress.objects.create(user=ada, email=f"more{number}@example.org", verified=True)
    client.force_login(ada)
    prove_by_code(client)
    before = len(outbox())
    client.post(reverse("account_email"), {"email": "sixth@example.org", "action_add": ""})
    assert len(outbox()) == before


def test_a_new_address_that_has_an_account_is_not_given_away(client: Client) -> None:
    make_person(email="taken@example.org")
    ada = make_person(email="old@example.org")
    client.force_login(ada)
    prove_by_code(client)
    asked = client.post(reverse("account_email"), {"email": "taken@example.org", "action_add": ""})
    assert asked["Location"] == reverse("account_email_verification_sent")
    client.post(asked["Location"], {"code": "WRONG-CODE"})
    assert reload(ada).email == "old@example.org"


def test_a_password_is_changed_with_the_current_one(client: Client) -> None:
    ada = make_person()
    client.force_login(ada)
    url = reverse("account_change_password")
    assert client.post(url, {"oldpassword": "wrong", "password1": "staple battery horse"}).status_code == 200
    assert client.post(url, {"oldpassword": PASSWORD, "password1": "staple battery horse"}).status_code == 302
    assert User.objects.get(pk=ada.pk).check_password("staple battery horse")
    assert client.get(reverse(SETTINGS)).status_code == 200
