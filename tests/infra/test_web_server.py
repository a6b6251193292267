"""gunicorn for real: what it cannot read is refused and logged in one line, which holds nothing of what was sent."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from insidejob.embedded.processes import _list_web_options
from insidejob.embedded.runner import WEB_CONFIG
from tests.infra import web_server as web
from tests.infra.web_server import WebServer, collect_static_files, production_without_servers, run_web
from tests.rounds import mark, one_in
from tools.torture.processes import wait_until
from tools.torture.stage import free_port

pytestmark = pytest.mark.slow
MARK = b"the-insider-is-Ada"
"""What stands in every request below, and must stand in no log."""
TO_US = b" HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded"
PARTS = b"Content-Type: multipart/form-data"
LOG_LIMIT = 10.0


def post(path: bytes, *headers: bytes, body: bytes = MARK, length: int | None = None) -> bytes:
    """Return a POST of `body`, said to have `length` bytes."""
    size = b"Content-Length: %d" % (len(body) if length is None else length)
    return b"POST " + path + TO_US + b"\r\n".join((*headers, size)) + b"\r\n\r\n" + body


REFUSED = {
    "no request line": (400, MARK + b"\r\n\r\n"),
    "no letters": (400, b"\x00\x01\x02" + MARK + b"\r\n\r\n"),
    "a path of bytes": (400, b"GET /\xff\x00" + MARK + TO_US + b"\r\n"),
    "an unknown method": (400, b"G\x7fT /" + MARK + TO_US + b"\r\n"),
    "an unknown version": (400, b"GET /" + MARK + b" HTTP/9.9\r\n\r\n"),
    "a line that is too long": (414, b"GET /" + MARK * 500 + TO_US + b"\r\n"),
    "an address": (400, b"GET http://[" + MARK + TO_US + b"\r\n"),
    "a header with a space": (400, b"GET /" + TO_US + b"A B: " + MARK + b"\r\n\r\n"),
    "a header that is too long": (431, b"GET /" + TO_US + b"A: " + MARK * 900 + b"\r\n\r\n"),
    "too many headers": (431, b"GET /" + TO_US + (b"A: " + MARK + b"\r\n") * 300 + b"\r\n"),
    "two hosts": (400, b"GET /" + TO_US + b"Host: " + MARK + b"\r\n\r\n"),
    "a length of letters": (400, b"POST /play/" + TO_US + b"Content-Length: " + MARK + b"\r\n\r\n"),
    "two lengths": (400, post(b"/play/", b"Transfer-Encoding: chunked")),
    "an expectation": (417, b"GET /" + TO_US + b"Expect: " + MARK + b"\r\n\r\n"),
    "another host": (400, b"GET / HTTP/1.1\r\nHost: " + MARK + b"\r\nX-Forwarded-Proto: https\r\n\r\n"),
    "a form in UTF-16": (400, post(b"/play/", FORM + b"; charset=utf-16")),
    "a form in no language": (400, post(b"/play/", FORM + b"; charset=hex")),
    "a form cut off": (400, post(b"/play/", FORM, length=99)),
    "a form that is too large": (400, post(b"/play/", FORM, body=MARK * 200_000)),
    "a form of too many fields": (400, post(b"/play/", FORM, body=b"&".join([MARK + b"=1"] * 2000))),
    "no parts": (400, post(b"/play/", PARTS)),
    "parts with a border too long": (400, post(b"/play/", PARTS + b"; boundary=" + MARK * 20)),
    "parts for no page": (404, post(b"/nowhere/", PARTS)),
    "parts of another host": (400, post(b"/play/", PARTS).replace(b"localhost", MARK)),
}
"""What is sent, and the status it is refused with."""


def is_json(line: str) -> bool:
    """Tell whether a line of the log is JSON that says what happened, and when."""
    entry: dict[str, object] = json.loads(line)
    return {"event", "timestamp", "level"} <= entry.keys()


@pytest.fixture(scope="module", params=["make run", mark("production", "deep")])
def set_up(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def server(set_up: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    as_unit = set_up == "production"
    folder = tmp_path_factory.mktemp("web")
    environment = production_without_servers() if as_unit else web.development(folder)
    collect_static_files(environment)
    with run_web(folder, environment, as_unit=as_unit) as server:
        yield server


def read_new_lines(server: WebServer, act: Callable[[], None], count: int) -> list[str]:
    """Return what an act adds to the log: `count` lines, for which it is waited."""
    before = len(server.read_log())
    act()
    wait_until(lambda: len(server.read_log()) >= before + count, LOG_LIMIT, "what happened is logged")
    return server.read_log()[before:]


def test_what_cannot_be_read_is_refused_and_logged_in_one_line_without_what_was_sent(
    server: WebServer, set_up: str
) -> None:
    statuses = {}

    def send_all() -> None:
        statuses.update({name: int(server.send(sent).split()[1]) for name, (_, sent) in REFUSED.items()})

    lines = read_new_lines(server, send_all, len(REFUSED))
    assert statuses == {name: status for name, (status, _) in REFUSED.items()}
    assert len(lines) == len(REFUSED), "\n".join(lines)
    assert MARK.decode() not in "".join(lines)
    assert max(map(len, lines)) < 400
    assert set_up != "production" or all(map(is_json, lines))


def test_an_answer_to_head_has_no_body_for_gunicorn_to_warn_of(server: WebServer) -> None:
    paths = (
        "/",
        "/rules/",
        "/robots.txt",
        "/health/",
        "/nowhere/",
        "/api/1/",
        "/api/1/me",
        "/play/",
        "/static/site.css",
    )

    def ask_all() -> None:
        for path in paths:
            answer = server.send(b"HEAD " + path.encode() + TO_US + b"\r\n")
            assert answer.partition(b"\r\n\r\n")[2] == b"", path
        server.send(b"HEAD /" + MARK * 500 + TO_US + b"\r\n")

    lines = read_new_lines(server, ask_all, 1)
    assert not [line for line in lines if "no-body" in line]


def test_a_visitor_cannot_say_where_the_site_begins(server: WebServer) -> None:
    for header in (b"SCRIPT_NAME", b"PATH_INFO"):
        plain, with_header = (
            server.send(b"GET /nowhere/" + TO_US + extra + b"\r\n") for extra in (b"", header + b": /elsewhere\r\n")
        )
        assert plain.split()[1] == with_header.split()[1] == b"404"


@pytest.mark.parametrize("settings", one_in(2, ["insidejob.settings.prod", "insidejob.settings.dev"]))
def test_where_an_application_fails_is_logged_and_not_of_what(tmp_path: Path, settings: str) -> None:
    failing = f"def application(environ, start_response):\n    raise ValueError('{MARK.decode()}')\n"
    (tmp_path / "failing.py").write_text(failing)
    port = free_port()
    command = [*web.GUNICORN, *_list_web_options(port)[:-1], "--pythonpath", str(tmp_path), "failing"]
    assert str(WEB_CONFIG) in command
    with web.run_command(command, port, tmp_path, web.inherit() | {"DJANGO_SETTINGS_MODULE": settings}) as server:
        (line,) = read_new_lines(server, lambda: assert_fails(server), 1)
    assert "Error handling request: ValueError at " in line
    assert "failing.py:2" in line
    assert MARK.decode() not in line


def assert_fails(server: WebServer) -> None:
    """Send a request that fails, with a query that is private."""
    assert server.send(b"GET /?" + MARK + TO_US + b"\r\n").split()[1] == b"500"


@pytest.mark.deep
def test_a_database_that_is_away_is_503_and_one_line(tmp_path: Path) -> None:
    environment = production_without_servers()
    collect_static_files(environment)
    page = b"GET /tables/" + TO_US + b"Cookie: __Host-session=" + b"x" * 32 + b"\r\n\r\n"
    form = post(b"/play/", FORM, b"Cookie: __Host-session=" + b"x" * 32, body=b"title=insidejob")
    with run_web(tmp_path, environment, as_unit=True, options=["--workers", "1"]) as server:
        answers = [server.send(request) for request in (page, form) * 10]
        lines = [line for line in server.read_log() if "cache away" not in line]
    assert {answer.split()[1] for answer in answers} <= {b"503", b"403"}
    assert sum(b"Retry-After: 20" in answer for answer in answers) >= 10
    assert sum("Nothing can be stored" in line for line in lines) == 1
    assert not any("Traceback" in line or "psycopg" in line for line in lines)
