"""Someone who looks at pages that read from a replica: each page is answered, even if replicas fail."""

import http.client
import threading
import time
from collections.abc import Iterator
from itertools import cycle
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from games.models import TableAlert
from insidejob.replica import PAUSE
from tests.races.answers import CSRF
from tests.tables.pages.browser import Page
from tools.cluster.stage import ClusterStage
from tools.torture.house import insist
from tools.torture.people import TIME_OUT, word_path
from tools.torture.processes import slowdown
from tools.torture.rounds import Cast

EVERY = 0.5
TRIES = 20
"""So many pages are asked for, so that each process of the site answers one."""


class Reader(threading.Thread):
    """The first of the people, who reads while the block runs. Notes the pages that were not answered, and when."""

    def __init__(self, cast: Cast, stage: ClusterStage) -> None:
        super().__init__(daemon=True)
        person = cast.people[0]
        self.stage, self.cookies = stage, cast.cookies[person.pk]
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
        for path in cycle(self.paths):
            if self.left.wait(EVERY):
                return
            begun = time.monotonic()
            if (status := self.ask(path, self.cookies)[0]) != http.client.OK:
                self.failed.append((begun, time.monotonic(), f"GET {word_path(path)}: status {status}"))

    def ask(self, path: str, cookies: str, body: str | None = None) -> tuple[int, str]:
        """Return the status, 0 if nothing came, and the body."""
        connection = self.stage.connect_web(TIME_OUT * slowdown())
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request("POST" if body else "GET", path, body, {"Cookie": cookies, **kind})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def find_faults(self, *, may_fail: bool) -> Iterator[str]:
        """Say which pages were not answered. If they `may_fail`, only those that were asked for outside of outages."""
        for begun, ended, what in self.failed:
            if not (may_fail and self.stage.explains(begun, ended)):
                yield f"{what}, of a page that reads from a replica"

    def prepare(self) -> None:
        """Make sure that no alert was asked for before, and that no process has left the replicas some time ago."""
        insist(lambda: TableAlert.objects.all().delete())
        time.sleep(PAUSE)

    def find_wrong_reads(self) -> Iterator[str]:
        """While replicas stand still: who has sent a form sees what it did, and another browser of theirs does not."""
        fields = urlencode({"title": "insidejob", "csrfmiddlewaretoken": CSRF})
        status, _ = self.ask(reverse("games:table_alert"), self.cookies, fields)
        if status != http.client.FOUND:
            yield f"asking for an alert: status {status}"
        if missing := TRIES - self._count_alerts(f"{self.cookies}; {settings.WRITTEN_COOKIE_NAME}=1"):
            yield f"{missing} pages did not show what their reader had just changed"
        if self._count_alerts(self.cookies) == TRIES:
            yield "no page was read from a replica"

    def _count_alerts(self, cookies: str) -> int:
        pages = [self.ask(reverse("games:open_tables"), cookies)[1] for _ in range(TRIES)]
        return sum("stop-alert" in Page(page).ids for page in pages)
