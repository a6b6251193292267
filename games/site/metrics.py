"""Metrics of the whole site. They reveal nothing even if it has a single table.

Moves, notifications and deliveries of running games are not counted, because their numbers would reveal secret
decisions and sealed choices.
"""

from dataclasses import dataclass, field
from typing import Any

from celery import current_app
from django.core.cache import cache
from django.db.models import Count, QuerySet
from django.utils import timezone
from kombu import Connection
from kombu.exceptions import KombuError

from accounts.models import AccountEmail
from games.cases.days import find_site_day
from games.models import Case, Delivery, Game, Move, Notification, Report
from games.site.health import measure_health

PATIENCE = 1.0
"""How many seconds to wait for the broker."""
TRIED = "tried"
"""The queue to which a message is sent to see whether the broker takes it."""
KEEP = 60
"""For how many seconds the counts are cached."""


@dataclass(frozen=True)
class SiteMetric:
    """A metric with a value for each combination of labels."""

    name: str
    meaning: str
    labels: tuple[str, ...] = ()
    values: dict[tuple[str, ...], float] = field(default_factory=dict)


def list_metrics() -> list[SiteMetric]:
    """Return all metrics. Raises the errors of a database that does not answer."""
    counted: list[SiteMetric] = cache.get_or_set("figures", _count_rows, KEEP) or []
    return [*_measure_lateness(), *counted]


def _measure_lateness() -> list[SiteMetric]:
    """Return the values of `/health/`. The age of the sweep is left out before the first one."""
    health = measure_health()
    metrics = [
        make_single("last_sweep_age_seconds", "Seconds since the last sweep.", health.sweep),
        make_single("overdue_deadline_seconds", "Seconds since the oldest deadline passed.", health.deadline),
        make_single("unsent_notice_seconds", "Seconds since the oldest unsent notice was due.", health.notification),
        make_single("mail_refused_seconds", "Seconds for which the mail server took nothing.", health.refusal),
        make_single("clock_believed", "Whether the clock is believed.", float(health.clock)),
    ]
    return [metric for metric in metrics if metric.values]


def make_single(name: str, meaning: str, value: float | None) -> SiteMetric:
    return SiteMetric(name, meaning, (), {} if value is None else {(): value})


def _count_rows() -> list[SiteMetric]:
    settled = {"game__status__in": [Game.Status.OPEN, Game.Status.OVER, Game.Status.CANCELLED]}
    notifications = Notification.objects.filter(**settled)
    deliveries = Delivery.objects.filter(**{f"notification__{name}": statuses for name, statuses in settled.items()})
    moves = Move.objects.filter(game__status=Game.Status.OVER)
    open_reports = Report.objects.filter(closed_at=None)
    return [
        SiteMetric("games", "Tables, by state.", ("title", "state"), _count_by(Game.objects.all(), "title", "status")),
        SiteMetric("moves", "Moves of games that are over.", ("title",), _count_by(moves, "game__title")),
        SiteMetric("notices", "Notices of tables that do not run.", ("state",), _count_by(notifications, "state")),
        SiteMetric(
            "deliveries",
            "Deliveries of such notices.",
            ("channel", "state"),
            _count_by(deliveries, "channel", "state"),
        ),
        make_single("case_days_ahead", "Days after today that have a case.", _count_cases_ahead()),
        make_single("reports_open", "Reports that wait for a moderator.", open_reports.count()),
        make_single("letters_waiting", "Letters about accounts that are to be sent.", AccountEmail.objects.count()),
    ]


def _count_cases_ahead() -> int:
    return Case.objects.filter(day__gt=find_site_day(timezone.now())).count()


def _count_by(rows: QuerySet[Any], *columns: str) -> dict[tuple[str, ...], float]:
    counted = rows.order_by().values_list(*columns).annotate(Count("pk"))
    return {tuple(map(str, values)): float(count) for *values, count in counted}


def count_queued() -> SiteMetric | None:
    """Return the messages in each queue, or None while the broker is away or takes no message."""
    hurried = {"max_retries": 0, "socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    options = {**current_app.conf.broker_transport_options, **hurried}
    refusals: tuple[type[BaseException], ...] = (KombuError, OSError)
    try:
        with current_app.connection_for_write(connect_timeout=PATIENCE, transport_options=options) as connection:
            refusals += (*connection.connection_errors, *connection.channel_errors)
            _try_to_queue(connection)
            names = [str(queue.name) for queue in current_app.conf.task_queues]
            waiting: dict[tuple[str, ...], float] = {(name,): _count_messages(connection, name) for name in names}
    except refusals:
        return None
    return SiteMetric("queued", "Messages that wait in a queue.", ("queue",), waiting)


def _try_to_queue(connection: Connection) -> None:
    """Put a message into a queue.

    Asking Redis for something would not do, because a full Redis still answers.
    """
    queue = connection.SimpleQueue(TRIED, no_ack=True)
    queue.put("")
    queue.clear()


def _count_messages(connection: Connection, queue: str) -> float:
    """Return the number of messages in a queue, 0 for an empty queue that does not exist."""
    try:
        channel: Any = connection.default_channel
        return float(channel.queue_declare(queue, passive=True).message_count)
    except connection.channel_errors:
        return 0.0
