"""Someone who looks at pages that read from a replica: whatever becomes of replicas, each page is answered."""

import http.client
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from games.models import TableAlert
from insidejob.replica import PAUSE
from tests.races.answers import CSRF
from tests.tables.pages.browser import Page
from tools.cluster.stage import ClusterStage
from tools.torture.house import insist
from tools.torture.people import TIME_OUT, word_path
from tools.torture.processes import slowdown

EVERY = 0.5
TRIES = 20
"""So many pages are asked for, so that each process of the site answers one."""


class Reader(threading.Thread):
    """Reads while the block runs, and notes the pages that were not answered, and when."""

    def __init__(self, person: User, cookies: str, stage: ClusterStage) -> None:
        super().__init__(daemon=True)
        self.stage, self.cookies = stage, cookies
        self.left = threading.Event()
        own = ("games:profile", "games:statistics")
        self.paths = [*(reverse(name, args=[person.code]) for name in own), reverse("games:open_tables")]
        self.failed: list[tuple[float, float, str]] = []

    def __enter__(self) -> "Reader":
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.left.set()
        self.join()

    def run(self) -> None:
        number = 0
        while not self.left.wait(EVERY):
            path = self.paths[number % len(self.paths)]
            begun, number = time.monotonic(), number + 1
            if (status := ask(self.stage.connect_web(TIME_OUT * slowdown()), path, self.cookies)[0]) != 200:
                self.failed.append((begun, time.monotonic(), f"GET {word_path(path)}: status {status}"))

    def find_faults(self, *, may_fail: bool) -> Iterator[str]:
        """Say which pages were not answered. If they `may_fail`, only those that were asked for outside of outages."""
        for begun, ended, what in self.failed:
            if not (may_fail and self.stage.explains(begun, ended)):
                yield f"{what}, of a page that reads from a replica"


def ask(connection: http.client.HTTPConnection, path: str, cookies: str, body: str | None = None) -> tuple[int, str]:
    """Return the status, 0 if nothing came, and the body."""
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    try:
        connection.request("POST" if body else "GET", path, body, {"Cookie": cookies, **kind})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except (OSError, http.client.HTTPException):
        return 0, ""
    finally:
        connection.close()


def prepare() -> None:
    """Make sure that no reader has asked for an alert, and that no process has left the replicas some time ago."""
    insist(lambda: TableAlert.objects.all().delete())
    time.sleep(PAUSE)


def find_wrong_reads(stage: ClusterStage, cookies: str) -> Iterator[str]:
    """While replicas show no commit: who has sent a form sees what it did, and a browser that has not does not yet."""
    path, seen = reverse("games:open_tables"), []
    fields = urlencode({"title": "insidejob", "csrfmiddlewaretoken": CSRF})
    status, _ = ask(stage.connect_web(TIME_OUT), reverse("games:table_alert"), cookies, fields)
    if status != http.client.FOUND:
        yield f"asking for an alert: status {status}"
    for more in (f"; {settings.WRITTEN_COOKIE_NAME}=1", ""):
        pages = [ask(stage.connect_web(TIME_OUT), path, cookies + more)[1] for _ in range(TRIES)]
        seen.append(sum("stop-alert" in Page(page).ids for page in pages))
    if seen[0] != TRIES:
        yield f"{TRIES - seen[0]} pages did not show what their reader had just changed"
    if seen[1] == TRIES:
        yield "no page was read from a replica"
