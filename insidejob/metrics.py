"""Requests, counted for operators: how many, with which kind of status, and how long they took. No path and no name.

Web servers have several processes, and one of them answers for all: each counts into files of its own in
PROMETHEUS_MULTIPROC_DIR, which `gunicorn_config` makes, and what is told is their sum.
"""

import os
import time
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

GetResponse = Callable[[HttpRequest], HttpResponseBase]
SECONDS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

OWN = CollectorRegistry()
"""What this process counts, where it is the only one."""
# No label tells what was asked for: with it one would count sealed choices and prepared moves.
REQUESTS = Counter("insidejob_requests", "Requests answered, by kind of status.", ["status"], registry=OWN)
DURATION = Histogram("insidejob_request_seconds", "How long answers took.", buckets=SECONDS, registry=OWN)


def counting(get_response: GetResponse) -> GetResponse:
    """Count each request and the time that its answer took."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = get_response(request)
        DURATION.observe(time.perf_counter() - begun)
        REQUESTS.labels(f"{response.status_code // 100}xx").inc()
        return response

    return middleware


def gather_requests() -> CollectorRegistry:
    """Return what all web processes of this machine counted."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return OWN
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry
