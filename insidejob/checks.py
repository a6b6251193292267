"""System checks for `manage.py check --deploy` and `migrate`."""

import os
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import NoReverseMatch, reverse

from insidejob.redis_address import open_redis
from insidejob.settings.connections import TIME_LIMITS

EXAMPLE = {"OPERATOR_NAME": "Ada Lovelace", "OPERATOR_CONTACT": "hello@insidejob.example"}
"""What `deploy/insidejob.env.example` says."""
REDIS_NEEDS = {"appendonly": "yes", "maxmemory-policy": "noeviction"}
REDIS_PATIENCE = 2.0
"""How many seconds to wait for Redis."""


@register(Tags.security, deploy=True)
def check_mailbox_is_not_served(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    try:
        address = reverse("mailbox")
    except NoReverseMatch:
        return []
    return [Error(f"{address} shows all mail to whoever asks. Never deploy with it.", id="insidejob.E001")]


@register(Tags.security, deploy=True)
def check_visitors_are_told_apart(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Warn if TRUSTED_PROXY_COUNT is missing: then all visitors share the proxy's address."""
    if not settings.SECURE_PROXY_SSL_HEADER or settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        return []
    sentence = "Behind a proxy all visitors share one limit of tries until TRUSTED_PROXY_COUNT says how many there are."
    return [checks.Warning(sentence, id="insidejob.W001")]


@register(Tags.security, deploy=True)
def check_reports_have_an_address(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    if not settings.SENTRY_DSN:
        return []
    # In `requirements/prod.txt`.
    from sentry_sdk.utils import BadDsn, Dsn

    try:
        Dsn(settings.SENTRY_DSN)
    except BadDsn:
        return [Error("SENTRY_DSN is no address of a project at Sentry.", id="insidejob.E002")]
    return []


@register(Tags.security, deploy=True)
def check_stolen_passwords_can_be_read(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Refuse a list of stolen passwords that cannot be read: then every password would be accepted."""
    if not settings.BREACHES_FILE or os.access(settings.BREACHES_FILE, os.R_OK):
        return []
    return [Error("BREACHES_FILE cannot be read.", id="insidejob.E003")]


@register(Tags.security, deploy=True)
def check_operator_is_named(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    missing = [name for name in ("OPERATOR_NAME", "OPERATOR_CONTACT") if not getattr(settings, name)]
    sentence = "{} is not set: the pages on privacy and the imprint must say who runs the site."
    return [checks.Warning(sentence.format(name), id="insidejob.W002") for name in missing]


@register(Tags.security, deploy=True)
def check_operator_is_not_the_example(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    sentence = "{} is still {!r}, as in the example: the imprint must say who runs the site."
    left = [(name, value) for name, value in EXAMPLE.items() if getattr(settings, name) == value]
    return [Error(sentence.format(*each), id="insidejob.E005") for each in left]


@register(Tags.security, deploy=True)
def check_redis_keeps_the_queue(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Refuse settings of Redis that could lose the queue.

    The site can lose any message, but with another policy Redis deletes keys that the queue itself needs.
    """
    if not (url := getattr(settings, "REDIS_URL", "")):
        return []
    # In `requirements/prod.txt`.
    import redis

    client = open_redis(redis, url, socket_timeout=REDIS_PATIENCE, socket_connect_timeout=REDIS_PATIENCE)
    try:
        found = {name: client.config_get(name).get(name) for name in REDIS_NEEDS}
    except redis.RedisError as error:
        sentence = f"Redis at REDIS_URL does not tell its settings ({type(error).__name__}): is it there?"
        return [checks.Warning(sentence, id="insidejob.W005")]
    sentence = 'Redis has "{0} {1}"; it needs "{0} {2}": see "Install with systemd" in docs/operations.md.'
    wrong = [(name, found[name], value) for name, value in REDIS_NEEDS.items() if found[name] != value]
    return [Error(sentence.format(*each), id="insidejob.E006") for each in wrong]


def _asks_postgres(databases: Sequence[str] | None) -> bool:
    return connection.vendor == "postgresql" and connection.alias in (databases or ())


@register(Tags.database)
def check_encoding(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Refuse a database in another encoding than UTF-8.

    There an accented letter counts as two characters, so that some names do not fit.
    """
    if not _asks_postgres(databases):
        return []
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_encoding")
        [encoding] = cursor.fetchone()
    if encoding == "UTF8":
        return []
    sentence = (
        f'The database is in {encoding}, not UTF8: create it as "Install with systemd" in docs/operations.md says.'
    )
    return [Error(sentence, id="insidejob.E007")]


@register(Tags.database)
def check_connections_are_granted(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    wanted = getattr(settings, "DATABASE_CONNECTIONS", 0)
    # A pooler limits its own connections.
    if not wanted or settings.DATABASE_POOLER or not _asks_postgres(databases):
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
        )
        [granted] = cursor.fetchone()
    if wanted <= granted:
        return []
    sentence = f"DATABASE_CONNECTIONS is {wanted}, but PostgreSQL grants {granted}: see its max_connections."
    return [checks.Warning(sentence, id="insidejob.W003")]


@register(Tags.database)
def check_time_limits(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn if the database role has no time limits.

    Through a pooler the site cannot set them itself.
    """
    if not settings.DATABASE_POOLER or not _asks_postgres(databases):
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = '0'", [list(TIME_LIMITS)])
        missing = sorted(name for (name,) in cursor.fetchall())
    if not missing:
        return []
    sentence = f'The database role has no {", ".join(missing)}: see "Behind a pooler" in docs/operations.md.'
    return [checks.Warning(sentence, id="insidejob.W004")]


SQUASHED = {"accounts": "0001_squashed_0017_suspended_until", "games": "0001_squashed_0051_bot_accounts"}


@register(Tags.database)
def check_database_is_not_too_old(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Refuse a database from before 0.2.0.

    The migrations up to then exist only in squashed form, so it cannot be migrated.
    """
    if connection.alias not in (databases or ()):
        return []
    applied = set(MigrationRecorder(connection).applied_migrations())
    begun = {app for app, _ in applied}
    if not any(app in begun and (app, name) not in applied for app, name in SQUASHED.items()):
        return []
    sentence = 'This database is from before 0.2.0. Upgrade it to 0.2.0 first: see "Upgrade" in docs/operations.md.'
    return [checks.Error(sentence, id="insidejob.E004")]
