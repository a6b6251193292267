"""What cannot be read or stored is refused with a kind page in the reader's language, and never taken for a form."""

from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.circles import services as circles
from tests.builders_people import make_person, reload
from tests.logs import read_log
from tests.tables.pages.browser import HTMX
from tests.tables.pages.fuzz import FORM, FuzzClient

pytestmark = pytest.mark.django_db
BROKEN: dict[str, dict[str, Any]] = {
    "another character set": {"content_type": f"{FORM}; charset=utf-16"},
    "a character set for its own parameters": {"content_type": f"{FORM}; a*=nothing''x"},
    "parts without a border": {"content_type": "multipart/form-data"},
    "the border too long": {"content_type": f"multipart/form-data; boundary={'x' * 300}"},
    "cut off": {"content_type": FORM, "CONTENT_LENGTH": "30", "wsgi.input": BytesIO(b"language=en")},
    "a length of letters": {"content_type": FORM, "CONTENT_LENGTH": "many"},
}
"""Ways in which a form cannot be read."""


def make_client(person: User | None = None, *, language: str = "en") -> Client:
    """Return a client that comes as gunicorn's visitors do and is held to CSRF tokens."""
    client = FuzzClient(raise_request_exception=False, headers={"Accept-Language": language})
    client.handler.enforce_csrf_checks = True
    if person:
        client.force_login(person)
    return client


def send(client: Client, path: str, extra: dict[str, Any], **headers: str) -> Any:
    return client.generic("POST", path, "language=en&next=/", headers=headers, **extra)


@pytest.mark.parametrize("way", BROKEN)
def test_a_form_that_cannot_be_read_is_refused_kindly_and_in_one_line_of_the_log(way: str) -> None:
    with read_log() as log:
        answer = send(make_client(), "/accounts/language/", BROKEN[way])
    assert answer.status_code == 400
    assert "We didn’t understand that" in answer.content.decode()
    assert len(log.getvalue().splitlines()) == 1
    assert len(log.getvalue()) < 300


@pytest.mark.parametrize("way", BROKEN)
def test_an_address_that_does_not_exist_is_not_found_and_another_host_refused_with_any_form(way: str) -> None:
    assert send(make_client(), "/play/", BROKEN[way], Host="elsewhere.example").status_code == 400
    assert send(make_client(), "/nowhere/", BROKEN[way]).status_code == 404


def test_the_page_is_in_the_language_of_its_reader() -> None:
    french = make_person(language="fr")
    for client in (make_client(language="fr"), make_client(french, language="en")):
        answer = send(client, "/accounts/language/", BROKEN["another character set"])
        assert answer.status_code == 400
        assert 'lang="fr"' in answer.content.decode()


def test_nothing_of_a_form_that_was_cut_off_is_done() -> None:
    person = make_person(language="fr")
    client = make_client(person)
    client.handler.enforce_csrf_checks = False
    assert send(client, "/accounts/language/", BROKEN["cut off"]).status_code == 400
    assert reload(person).language == "fr"


@pytest.mark.parametrize("looked_at", ["http://[", "http://[::1", "//[x"])
def test_an_address_looked_at_that_is_none_leads_back_to_the_first_page(looked_at: str) -> None:
    answer = make_client().get("/games/", headers={**HTMX, "HX-Current-URL": looked_at})
    assert answer.status_code == 200
    assert answer["HX-Redirect"] == "/accounts/login/?next=/"


@pytest.mark.parametrize("charset", ["utf-16", "punycode", "hex", "undefined"])
def test_a_character_set_makes_no_address_unreadable(charset: str) -> None:
    client = make_client()
    asked: dict[str, Any] = {"content_type": f"text/plain; charset={charset}"}
    assert client.generic("GET", "/rules/?a=%FF", "x", **asked).status_code == 200


NUL_IN_PATHS = ("/feed/%00/waiting.ics", "/feed/%00/waiting.atom")
NUL_IN_QUERIES = ("/games/new/?circle=%00", "/games/new/insidejob/?circle=%00", "/games/?%00=1", "/?x=a%00b")
NUL_IN_FORMS = {
    **{
        f"{name}/{field}": {field: "a\0b"}
        for field, names in {
            "person": ("remove", "hand-over", "invite"),
            "weekly": ("pause-weekly", "resume-weekly", "remove-weekly", "skip-week", "unskip-weeks"),
        }.items()
        for name in names
    },
    "rename/name": {"name": "a\0b"},
    "skip-week/when": {"weekly": "x", "when": "\0"},
    "remove/a name": {"person": "x", "per\0son": "x"},
}


@pytest.fixture
def member() -> Client:
    client = make_client(make_person("Ada"))
    client.handler.enforce_csrf_checks = False
    return client


@pytest.mark.parametrize("address", [*NUL_IN_PATHS, *NUL_IN_QUERIES])
def test_a_nul_in_an_address_is_refused_kindly(member: Client, address: str) -> None:
    for client in (member, make_client()):
        answer = client.get(address)
        assert answer.status_code == 400
        assert "We didn’t understand that" in answer.content.decode()


def test_a_nul_in_an_unknown_address_is_not_found(member: Client) -> None:
    assert member.get("/nowhere/%00/").status_code == 404


@pytest.mark.parametrize("way", ["urlencoded", "multipart"])
@pytest.mark.parametrize("name", NUL_IN_FORMS)
def test_a_nul_in_a_form_is_refused_kindly(member: Client, name: str, way: str) -> None:
    circle = circles.make_circle(owner=User.objects.get(), name="The Thursday table")
    action, fields = name.partition("/")[0], NUL_IN_FORMS[name]
    path = reverse("games:act_in_circle", args=[circle.code, action])
    kept: dict[str, Any] = (
        {"data": urlencode(fields), "content_type": FORM} if way == "urlencoded" else {"data": fields}
    )
    answer = member.post(path, **kept)
    assert answer.status_code == 400
    assert "We didn’t understand that" in answer.content.decode()
    like = reverse("games:new_weekly", args=[circle.code, "insidejob"])
    assert member.get(f"{like}?like=%00").status_code == 400


def test_a_program_is_refused_a_nul_in_its_own_format() -> None:
    answer = make_client().get("/api/1/games?page=%00")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "django_language", "announcement"])
def test_a_cookie_with_a_nul_is_none(name: str) -> None:
    client = make_client()
    for path in ("/", "/case/", "/games/", "/nowhere/"):
        answer = client.generic("GET", path, HTTP_COOKIE=f'{name}="abcdefghijkl\\000"')
        assert answer.status_code < 500
