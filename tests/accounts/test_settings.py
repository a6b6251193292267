"""Settings: name, language, time zone, address and password of one's own."""

import pytest
from allauth.account.models import EmailAddress
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from accounts.middleware import preferences
from accounts.models import User
from tests.accounts.forms_and_mail import last_code, outbox, prove_by_code
from tests.builders_people import PASSWORD, make_guest, make_person

pytestmark = pytest.mark.django_db
SETTINGS = "accounts:settings"


def send(client: Client, **changes: str) -> HttpResponse:
    shown = {"display_name": "Ada", "language": "en", "time_zone": "Europe/Paris", "history_shown_to": "tablemates"}
    sent = {**shown, **changes}
    answer: HttpResponse = client.post(reverse(SETTINGS), sent)  # type: ignore[assignment]
    return answer


def test_what_is_chosen_is_stored(client: Client) -> None:
    ada = make_person("Ada", language="fr")
    client.force_login(ada)
    assert send(client, display_name="  Ada   L. ", time_zone="America/New_York").status_code == 302
    ada.refresh_from_db()
    assert (ada.display_name, ada.language, ada.time_zone) == ("Ada L.", "en", "America/New_York")
    assert '<html lang="en">' in client.get(reverse(SETTINGS)).content.decode()


def test_a_taken_name_is_refused_with_a_free_one_and_nothing_is_stored(client: Client) -> None:
    make_person("Élodie")
    make_person("elodie 2")
    ada = make_person("Ada")
    client.force_login(ada)
    page = send(client, display_name="ELODIE", time_zone="America/New_York").content.decode()
    assert "“ELODIE 3”" in page
    assert 'value="ELODIE"' in page
    ada.refresh_from_db()
    assert (ada.display_name, ada.time_zone) == ("Ada", "Europe/Paris")


def test_a_name_taken_between_the_check_and_the_write_is_refused_as_kindly(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_person("Élodie")
    client.force_login(make_person("Ada"))
    monkeypatch.setattr("accounts.forms.is_name_taken", lambda name, by_other_than: False)
    page = send(client, display_name="elodie")
    assert page.status_code == 200
    assert "“elodie 2”" in page.content.decode()


def test_a_bots_name_is_refused_kindly(client: Client) -> None:
    ada = make_person("Ada")
    client.force_login(ada)
    page = send(client, display_name="Élsa").content.decode()
    assert "A bot has this name already." in page
    ada.refresh_from_db()
    assert ada.display_name == "Ada"


def test_who_sees_my_games_is_chosen(client: Client) -> None:
    ada = make_person("Ada")
    client.force_login(ada)
    assert 'value="tablemates" selected' in client.get(reverse(SETTINGS)).content.decode()
    assert send(client, history_shown_to="nobody").status_code == 302
    ada.refresh_from_db()
    assert ada.history_shown_to == "nobody"
    assert 'value="nobody" selected' in client.get(reverse(SETTINGS)).content.decode()


@pytest.mark.parametrize("field", ["language", "time_zone", "history_shown_to"])
def test_an_unknown_language_zone_or_audience_is_refused(client: Client, field: str) -> None:
    ada = make_person("Ada")
    client.force_login(ada)
    assert send(client, **{field: "Mars/Olympus"}).status_code == 200
    ada.refresh_from_db()
    assert (ada.language, ada.time_zone, ada.history_shown_to) == ("en", "Europe/Paris", "tablemates")


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


def test_the_switch_stores_a_visitors_language_in_a_cookie(client: Client) -> None:
    answer = client.post(reverse("accounts:language"), {"language": "en", "next": "/accounts/login/"})
    assert answer["Location"] == "/accounts/login/"
    assert '<html lang="en">' in client.get("/accounts/login/").content.decode()


def test_the_switch_stores_a_persons_language_on_their_row() -> None:
    ada, client = make_person(language="fr"), Client()
    client.force_login(ada)
    client.post(reverse("accounts:language"), {"language": "en"})
    ada.refresh_from_db()
    assert ada.language == "en"


@pytest.mark.parametrize(
    "evil", ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example", "http://["]
)
def test_the_switch_leads_to_no_other_site(client: Client, evil: str) -> None:
    assert client.post(reverse("accounts:language"), {"language": "en", "next": evil})["Location"] == "/"


def test_the_switch_ignores_a_language_we_do_not_speak(client: Client) -> None:
    answer = client.post(reverse("accounts:language"), {"language": "tlh"})
    assert answer.status_code == 302
    assert "django_language" not in answer.cookies


def test_looking_changes_no_language(client: Client) -> None:
    assert client.get(reverse("accounts:language"), {"language": "en"}).status_code == 405


def test_settings_are_for_those_signed_in(client: Client) -> None:
    assert client.get(reverse(SETTINGS))["Location"].startswith(reverse("account_login"))
    client.force_login(make_guest())
    assert client.get(reverse(SETTINGS)).status_code == 200


def test_a_new_address_takes_the_place_of_the_old_when_its_code_is_typed(client: Client) -> None:
    ada = make_person(email="old@example.org")
    client.force_login(ada)
    prove_by_code(client)
    asked = client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    assert asked["Location"] == reverse("account_email_verification_sent")
    ada.refresh_from_db()
    assert ada.email == "old@example.org"
    assert client.get(asked["Location"]).status_code == 200
    assert client.post(asked["Location"], {"code": last_code()})["Location"] == reverse(SETTINGS)
    ada.refresh_from_db()
    assert ada.email == "new@example.org"
    assert list(EmailAddress.objects.filter(user=ada).values_list("email", flat=True)) == ["new@example.org"]
    assert outbox()[-1].to == ["old@example.org"]


def test_a_new_address_that_has_an_account_is_not_given_away(client: Client) -> None:
    make_person(email="taken@example.org")
    ada = make_person(email="old@example.org")
    client.force_login(ada)
    prove_by_code(client)
    asked = client.post(reverse("account_email"), {"email": "taken@example.org", "action_add": ""})
    assert asked["Location"] == reverse("account_email_verification_sent")
    client.post(asked["Location"], {"code": "WRONG-CODE"})
    ada.refresh_from_db()
    assert ada.email == "old@example.org"


def test_a_password_is_changed_with_the_current_one(client: Client) -> None:
    ada = make_person()
    client.force_login(ada)
    url = reverse("account_change_password")
    assert client.post(url, {"oldpassword": "wrong", "password1": "staple battery horse"}).status_code == 200
    assert client.post(url, {"oldpassword": PASSWORD, "password1": "staple battery horse"}).status_code == 302
    assert User.objects.get(pk=ada.pk).check_password("staple battery horse")
    assert client.get(reverse(SETTINGS)).status_code == 200


def test_a_first_password_is_set(client: Client) -> None:
    ada = make_person(password=None)
    client.force_login(ada)
    assert client.get(reverse("account_change_password"))["Location"] == reverse("account_set_password")
    prove_by_code(client)
    client.post(reverse("account_set_password"), {"password1": PASSWORD})
    assert User.objects.get(pk=ada.pk).check_password(PASSWORD)
