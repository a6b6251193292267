"""Metrics for Prometheus, protected by a token."""

from collections.abc import Iterator

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.site.metrics import SiteMetric, count_queued, list_metrics, make_single
from insidejob.metrics import gather_requests


class Site(Collector):
    """Collects the values that are the same in every process, from database and queues."""

    def collect(self) -> Iterator[Metric]:
        yield from map(_write_metric, [*_ask_database(), *_ask_broker()])


def _ask_database() -> list[SiteMetric]:
    try:
        return [*list_metrics(), make_single("database_up", "Whether the database answers.", 1.0)]
    except Error:
        return [make_single("database_up", "Whether the database answers.", 0.0)]


def _ask_broker() -> list[SiteMetric]:
    queued = count_queued()
    is_up = make_single("broker_up", "Whether the broker takes messages.", float(queued is not None))
    return [is_up, queued] if queued else [is_up]


def _write_metric(metric: SiteMetric) -> Metric:
    family = GaugeMetricFamily(f"insidejob_{metric.name}", metric.meaning, labels=metric.labels)
    for labels, value in metric.values.items():
        family.add_metric(labels, value)
    return family


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    given = request.headers.get("Authorization", "")
    if not constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer", "Cache-Control": "no-store"})
    site = CollectorRegistry()
    site.register(Site())
    text = generate_latest(site) + generate_latest(gather_requests())
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})
