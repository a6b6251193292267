"""Counts requests by status, without paths or names.

Each web process writes to PROMETHEUS_MULTIPROC_DIR; one of them reports the sum.
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
"""The metrics of this process."""
# Labels for pages would reveal sealed choices and premoves.
REQUESTS = Counter("insidejob_requests", "Requests answered, by kind of status.", ["status"], registry=OWN)
DURATION = Histogram("insidejob_request_seconds", "How long answers took.", buckets=SECONDS, registry=OWN)


def counting(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = get_response(request)
        DURATION.observe(time.perf_counter() - begun)
        REQUESTS.labels(f"{response.status_code // 100}xx").inc()
        return response

    return middleware


def gather_requests() -> CollectorRegistry:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return OWN
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry
