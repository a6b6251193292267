"""Sends requests to the site's code without a web server."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.races.answers import start_response


@dataclass(frozen=True)
class Shot:
    handle: WSGIHandler
    environ: dict[str, Any]
    status: int

    def fire(self) -> float:
        begun = perf_counter()
        response = self.handle(self.environ, start_response)
        b"".join(response)
        response.close()
        seconds = perf_counter() - begun
        if response.status_code != self.status:
            raise AssertionError(f"{self.environ['PATH_INFO']}: status {response.status_code}")
        return seconds


def count_queries(call: Callable[[], object]) -> int:
    """Return how many queries a call makes, without BEGIN and COMMIT."""
    with CaptureQueriesContext(connection) as captured:
        call()
    return sum(query["sql"] not in ("BEGIN", "COMMIT") for query in captured.captured_queries)
