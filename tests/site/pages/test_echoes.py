"""No text of a request stands beside a seat's secret in a compressed answer, as its length would tell matches."""

import ast
import sys
from collections.abc import Iterator, Mapping
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from django.conf import settings
from django.contrib.messages import constants
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import Announcement
from games.models import Game, Player
from games.notifications.email_links import make_turn_token
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES
from games.state.view import view_table
from games.tables.views.table import TABS
from insidejob import compression
from insidejob.compression import SEAT, Compression
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.site.pages.builders import read_markup
from tests.tables.builders import asked, play_on, start_table
from tests.tables.pages.browser import HTMX, Page, link, sign_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MARK = "zqxmarkzqx"
GZIP = {"Accept-Encoding": "gzip"}
HOUSE = Path(compression.__file__).parent.parent
PARAMETERS = ("tab", "prepare", "v", "c", "o", "scene", "eyes", "trick", "seat", "before", "from", "page", "next", MARK)
HEADERS = {
    "Referer": f"http://testserver/games/?{MARK}",
    "Accept-Language": f"en, x-{MARK}",
    "User-Agent": MARK,
    "HX-Current-URL": f"http://testserver/games/?{MARK}",
    "X-Active": MARK,
    "X-Together": MARK,
    "X-Parts": MARK,
    "If-None-Match": f'"{MARK}"',
    **GZIP,
}
COOKIES = ("announcement", "language", "zone", "csrftoken", MARK)

Place = tuple[str, str]


class Ear:
    """Asks with the mark wherever a request can hold text, and keeps what came back with a seat's secrets."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.marked = self.compressed = self.plain = 0
        self.faults: list[str] = []
        self.places: set[Place] = set()
        self.is_secret = False
        patch.setattr(Compression, "process_response", self.note_secrets(Compression.process_response))
        for name, _function in list_calls():
            patch.setattr(import_module(name), "pad_for", self.note_place)

    def note_secrets(self, process: Any) -> Any:
        def noting(middleware: Compression, request: HttpRequest, response: HttpResponse) -> Any:
            self.is_secret = bool(getattr(response, SEAT, ""))
            return process(middleware, request, response)

        return noting

    def note_place(self, response: HttpResponse, player: Player, part: str = "table") -> HttpResponse:
        frame: FrameType = sys._getframe(1)
        self.places.add((frame.f_globals["__name__"], frame.f_code.co_name))
        return compression.pad_for(response, player, part)

    def ask(
        self,
        client: Client,
        method: str,
        path: str,
        fields: Mapping[str, Any],
        headers: dict[str, str],
        *,
        has_message: bool = False,
    ) -> Any:
        """Send a request, and undo what it did. A message that waits keeps a whole page from being compressed."""
        client.cookies.pop("messages", None)
        for name in COOKIES:
            client.cookies[name] = MARK
        if has_message:
            client.cookies["messages"] = write_messages()
        self.is_secret = False
        with transaction.atomic():
            answer: Any = getattr(client, method)(path, fields, headers={**HEADERS, **headers})
            transaction.set_rollback(True)
        is_compressed = answer.get("Content-Encoding") == "gzip"
        body = answer.getvalue()
        # Words that stand apart are not compressed.
        has_mark = MARK.encode() in (read_markup(body) if is_compressed else body)
        if self.is_secret:
            self.marked += has_mark
            self.compressed += is_compressed
            self.plain += has_mark and not is_compressed
            if has_mark and is_compressed:
                self.faults.append(f"{method} {path} {fields} {headers}")
        return answer


def write_messages() -> str:
    """Return the cookie of a message that waits to be shown."""
    storage, response = CookieStorage(HttpRequest()), HttpResponse()
    storage.add(constants.INFO, f"About {MARK}")
    storage.update(response)
    return response.cookies[CookieStorage.cookie_name].value


def list_paths(game: Game) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield what a seat may read of its table, with each parameter."""
    whole = [link("table", game), link("replay", game), link("replay_step", game, 10**6)]
    parts = [link("news", game), link("premove_form", game), *(link("panel", game, tab.name) for tab in TABS)]
    for path, headers in [*((path, dict[str, str]()) for path in whole), *((path, HTMX) for path in parts)]:
        yield path, headers
        yield from ((f"{path}?{name}={MARK}", headers) for name in PARAMETERS)
    yield from ((f"{whole[0]}?tab={tab.name}&x={MARK}", {}) for tab in TABS)
    yield f"{parts[0]}?v=-1&c={MARK}", HTMX


def list_posts(page: Any, chance: Random) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every form of a page with the mark in each field, and in one that it does not have."""
    for form in Page(text_of(page)).forms:
        filled = form.fill(chance) if form.buttons else dict(form.fields)
        for name in (*form.fields, *form.picks, *form.faded, *form.boxes, *(name for name, _ in form.buttons), MARK):
            yield form.action, {**filled, name: MARK}


def list_reached(title: AnyTitle) -> set[Place]:
    """Return the calls that a table of the title reaches: some titles have no premoves or no tips."""
    lacking = {module for module, part in (("premoves", title.PREMOVES), ("tips", title.TEXTS.tips)) if not part}
    return {(module, name) for module, name in list_calls() if module.rpartition(".")[2] not in lacking}


def prepare(title: str) -> tuple[Game, Player, Player]:
    """Return a running game, a player who is asked, and one who waits and may prepare a move if the title lets them."""
    Announcement.objects.create(language="en", text="We stop at ten.", until=timezone.now() + timedelta(hours=1))
    game = start_table(*(make_person() for _ in range(TITLES[title].SEATS[0])), title=title)
    while True:
        table = play_on(game, 1)
        owing = asked(table)
        others = [player for player in table.players if player.seat not in owing]
        may_prepare = [player for player in others if view_table(table, player.seat).offer or not table.title.PREMOVES]
        for waiting in may_prepare if owing else []:
            game.refresh_from_db()
            return game, table.players[owing[0]], waiting


def browser_of(player: Player) -> Client:
    assert player.user
    return sign_in(player.user)


@pytest.mark.deep
@pytest.mark.parametrize("title", TITLES)
def test_no_text_of_a_request_is_compressed_with_a_secret(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, player, waiting = prepare(title)
    ear, client, other = Ear(monkeypatch), browser_of(player), browser_of(waiting)
    for path, headers in list_paths(game):
        for reader, has_message in ((client, False), (other, False), (client, True)):
            answer = ear.ask(reader, "get", path, {}, headers, has_message=has_message)
            assert answer.status_code in (200, 204, 302), path
    chance, sent = Random(title), set[tuple[str, ...]]()
    for tab in TABS:
        page = client.get(f"{link('table', game)}?tab={tab.name}")
        for action, fields in list_posts(page, chance):
            # Most forms stand beside every tab.
            marked = [name for name, value in fields.items() if value == MARK]
            post = (action, *fields, "=", *marked)
            if post in sent:
                continue
            sent.add(post)
            for headers in ({}, HTMX):
                ear.ask(client, "post", action, fields, headers, has_message=MARK in fields)
    visitor, by_mail = Client(), reverse("games:play_by_mail", args=[make_turn_token(player)])
    hand = visitor.post(by_mail, {"show": "1"})
    for action, fields in [(by_mail, {"show": MARK}), *list_posts(hand, chance)]:
        ear.ask(visitor, "post", action, fields, {})
    assert "Content-Encoding" not in Program(player.user).get(f"games/{game.code}?x={MARK}", Accept_Encoding="gzip")
    assert not ear.faults, "\n".join(ear.faults)
    assert ear.plain > 0, "something came back"
    assert ear.compressed > 0 or TITLES[title].TEXTS.has_words
    assert ear.places == list_reached(TITLES[title])


@pytest.mark.deep
def test_a_planted_echo_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, player, _ = prepare("insidejob")
    ear, client, path = Ear(monkeypatch), browser_of(player), f"{link('table', game)}?{MARK}"
    (tmp_path / "_announcement.html").write_text("{{ request.get_full_path() }}")
    engine, other = settings.TEMPLATES
    with override_settings(TEMPLATES=[{**engine, "DIRS": [tmp_path, *engine["DIRS"]]}, other]):
        ear.ask(client, "get", path, {}, {})
    assert len(ear.faults) == 1


def list_calls() -> set[Place]:
    """Return in which functions answers are marked with a seat's secrets."""
    found = set()
    for path in (HOUSE / "games").rglob("*.py"):
        module = ".".join(path.relative_to(HOUSE).with_suffix("").parts)
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                calls = [each for each in ast.walk(function) if isinstance(each, ast.Call)]
                names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
                found |= {(module, function.name)} if "pad_for" in names else set()
    return found


def test_pages_of_every_kind_do_not_repeat_their_query() -> None:
    client = browser_of(prepare("insidejob")[1])
    for path in ("/games/", "/rules/", "/games/open/"):
        assert MARK not in text_of(client.get(f"{path}?{MARK}={MARK}", headers={"Referer": HEADERS["Referer"]})), path
