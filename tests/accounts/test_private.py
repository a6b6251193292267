"""What no cache keeps, what HTMX gets when a session ended, and every page in both languages."""

import html.parser
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views import defaults
from django.views.csrf import csrf_failure
from django_htmx.middleware import HtmxDetails

from accounts.middleware import private_pages
from accounts.models import User
from accounts.requests import HtmxHttpRequest
from tests.accounts.forms_and_emails import last_link, outbox, prove_by_code, send_sign_up
from tests.builders_people import make_guest, make_person
from tests.rounds import one_in
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
VISITOR_PAGES = [
    "account_login", "account_request_login_code", "account_signup", "account_reset_password",
    "account_reset_password_done", "account_reset_password_from_key_done", "account_inactive",
]  # fmt: skip
SETTINGS_PAGES = [f"accounts:{page}" for page in ("settings", "account", "playing", "safety", "data")]
MEMBER_PAGES = [
    *SETTINGS_PAGES, "accounts:confirm_identity", "account_email", "account_change_password", "account_logout",
    "mfa_index", "mfa_add_webauthn", "mfa_activate_totp", "accounts:sessions", "accounts:export", "accounts:leave",
    "accounts:leave_surely",
]  # fmt: skip


@pytest.mark.parametrize("name", VISITOR_PAGES)
def test_account_pages_are_stored_nowhere(client: Client, name: str) -> None:
    assert "no-store" in client.get(reverse(name))["Cache-Control"]


@pytest.mark.parametrize("make", [make_person, make_guest])
def test_nothing_sent_to_someone_signed_in_is_stored(client: Client, make: Callable[[], User]) -> None:
    client.force_login(make())
    for path in (reverse("accounts:settings"), "/no-such-page/", reverse("account_logout")):
        answer = client.get(path)
        assert "no-store" in answer["Cache-Control"]
        assert "Cookie" in answer["Vary"]


def answer_htmx(response: HttpResponse, **headers: str) -> HttpResponse:
    """What a visitor's HTMX request gets when the view answers `response`."""
    request = HtmxHttpRequest()
    request.META = RequestFactory().get("/table/fragment/", headers={"HX-Request": "true", **headers}).META
    request.user, request.htmx = AnonymousUser(), HtmxDetails(request)
    return private_pages(lambda request: response)(request)


def sign_in_by_htmx(looked_at: str) -> HttpResponse:
    """What one gets who looks at a page and whom a view sends to sign in."""
    to_sign_in = HttpResponseRedirect(reverse("account_login") + "?next=/table/fragment/")
    return answer_htmx(to_sign_in, **{"HX-Current-URL": looked_at})


def test_an_expired_session_leads_the_whole_page_to_sign_in_and_back_to_the_page_looked_at() -> None:
    answer = sign_in_by_htmx("http://testserver/table/abc/?tricks=2")
    assert answer.status_code == 200
    assert answer["HX-Redirect"] == reverse("account_login") + "?next=/table/abc/%3Ftricks%3D2"
    assert not answer.content
    assert "no-store" in answer["Cache-Control"]


def test_another_sites_address_is_not_led_back_to() -> None:
    assert sign_in_by_htmx("https://elsewhere.example/x")["HX-Redirect"] == reverse("account_login") + "?next=/"


def test_other_redirects_of_fragments_are_left_alone() -> None:
    assert answer_htmx(HttpResponseRedirect("/elsewhere/")).status_code == 302


def test_a_visitor_is_led_to_sign_in_and_back_with_all_that_the_address_says(client: Client) -> None:
    answer = client.get(reverse("games:my_games"), {"page": "2"})
    assert answer["Location"] == f"{reverse('account_login')}?next={reverse('games:my_games')}%3Fpage%3D2"
    client.force_login(make_guest())
    assert client.get(reverse("games:my_games"), {"page": "2"}).status_code == 200


def test_the_address_is_shown_on_its_owners_settings_and_nowhere_else() -> None:
    make_person("Ada", email="hidden@example.org")
    for client in (sign_in(make_person("Bob")), Client()):
        for name in (*VISITOR_PAGES, *MEMBER_PAGES):
            assert "hidden@example.org" not in client.get(reverse(name)).content.decode()


class Outline(html.parser.HTMLParser):
    """What the tests ask of a page: language, headings, references and all that a strict policy forbids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.language, self.headings, self.ids, self.described, self.inline = "", 0, [""], [""], 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.language = values.get("lang") or "" if tag == "html" else self.language
        self.headings += tag == "h1"
        self.ids.append(values.get("id") or "")
        self.described += (values.get("aria-describedby") or "").split()
        self.inline += any(name == "style" or name.startswith("on") for name in values)
        self.inline += tag in {"style"} or (tag == "script" and "src" not in values)


def assert_sound(response: Any, language: str) -> None:
    """Fail unless the page is in `language`, has one heading, sound references and nothing inline."""
    page = Outline(response.content.decode())
    assert page.language == language
    assert page.headings == 1
    assert set(page.described) <= set(page.ids)
    assert page.inline == 0


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_page_for_visitors_is_sound(language: str) -> None:
    client = Client(headers={"accept-language": language})
    for name in VISITOR_PAGES:
        assert_sound(client.get(reverse(name)), language)
        if "done" not in name and "inactive" not in name:
            assert_sound(client.post(reverse(name), {}), language)


@pytest.mark.parametrize(("language", "password"), one_in(2, [("en", "correct horse battery"), ("fr", None)]))
def test_every_page_for_members_is_sound(client: Client, language: str, password: str | None) -> None:
    client.force_login(make_person(language=language, password=password))
    for name in MEMBER_PAGES:
        assert_sound(client.get(reverse(name), follow=True), language)
    for name in ("account", "playing", "safety"):
        assert_sound(client.post(reverse(f"accounts:{name}"), {}), language)
    for sent in ({"password": "wrong"}, {"action": "send"}, {"code": "WRONG-CODE"}):
        assert_sound(client.post(reverse("accounts:confirm_identity"), sent, follow=True), language)
    prove_by_code(client)
    for name in MEMBER_PAGES:
        assert_sound(client.get(reverse(name), follow=True), language)
    asked = client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""}, follow=True)
    assert_sound(asked, language)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_page_for_guests_is_sound(client: Client, language: str) -> None:
    client.force_login(make_guest(language))
    for name in (*VISITOR_PAGES, *SETTINGS_PAGES, "account_logout"):
        assert_sound(client.get(reverse(name)), language)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_pages_that_ask_for_a_code_or_a_new_password_are_sound(language: str) -> None:
    client = Client(headers={"accept-language": language})
    send_sign_up(client, "ada@example.org", "Ada")
    assert_sound(client.get(reverse("accounts:confirm_sign_up")), language)
    make_person(email="bob@example.org", language=language)
    client.post(reverse("account_request_login_code"), {"email": "bob@example.org"})
    assert_sound(client.get(reverse("account_confirm_login_code")), language)
    client.post(reverse("account_reset_password"), {"email": "bob@example.org"})
    assert_sound(client.get(last_link(), follow=True), language)
    assert_sound(client.get(reverse("account_reset_password_from_key", args=["1", "nonsense"])), language)


def test_one_press_cannot_cost_a_guest_their_games(client: Client) -> None:
    client.force_login(make_guest())
    page = client.get(reverse("accounts:settings")).content.decode()
    assert f'action="{reverse("account_logout")}"' not in page
    client.force_login(make_person())
    assert f'action="{reverse("account_logout")}"' in client.get(reverse("accounts:settings")).content.decode()


def test_a_mail_greets_its_owner_even_if_another_asked_for_it() -> None:
    make_person("Owner", email="taken@example.org", language="en")
    guest = make_guest("fr")
    client = sign_in(guest)
    send_sign_up(client, "taken@example.org", "Newcomer")
    client.post(reverse("account_reset_password"), {"email": "taken@example.org"})
    client.post(reverse("account_request_login_code"), {"email": "taken@example.org"})
    for message in outbox():
        assert str(message.body).startswith("Hello Owner,")
        assert guest.display_name not in str(message.body)
    assert len(outbox()) == 3


def test_errors_have_pages_of_ours(client: Client) -> None:
    request: HttpRequest = client.get("/no-such-page/").wsgi_request
    answers: list[tuple[Any, int]] = [
        (client.get("/no-such-page/"), 404),
        (defaults.permission_denied(request, Exception()), 403),
        (defaults.bad_request(request, Exception()), 400),
        (defaults.server_error(request), 500),
        (csrf_failure(request), 403),
    ]
    for response, status in answers:
        assert response.status_code == status
        assert_sound(response, "fr")
        assert b"site.css" in response.content
