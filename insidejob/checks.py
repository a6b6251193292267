"""System checks for `manage.py check --deploy` and `migrate`."""

import os
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connection
from django.urls import NoReverseMatch, reverse

from insidejob.settings.connections import TIME_LIMITS


@register(Tags.security, deploy=True)
def check_mailbox_is_not_served(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    try:
        address = reverse("mailbox")
    except NoReverseMatch:
        return []
    return [Error(f"{address} shows all mail to whoever asks. Never deploy with it.", id="insidejob.E001")]


@register(Tags.security, deploy=True)
def check_visitors_are_told_apart(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Without TRUSTED_PROXY_COUNT all visitors share the proxy's address."""
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
    """Otherwise every password would be accepted."""
    if not settings.BREACHES_FILE or os.access(settings.BREACHES_FILE, os.R_OK):
        return []
    return [Error("BREACHES_FILE cannot be read.", id="insidejob.E003")]


@register(Tags.security, deploy=True)
def check_operator_is_named(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    missing = [name for name in ("OPERATOR_NAME", "OPERATOR_CONTACT") if not getattr(settings, name)]
    sentence = "{} is not set: the pages on privacy and the imprint must say who runs the site."
    return [checks.Warning(sentence.format(name), id="insidejob.W002") for name in missing]


def asks_postgres(databases: Sequence[str] | None) -> bool:
    return connection.vendor == "postgresql" and connection.alias in (databases or ())


@register(Tags.database)
def check_connections_are_granted(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    wanted = getattr(settings, "DATABASE_CONNECTIONS", 0)
    # A pooler has its own connections.
    if not wanted or settings.DATABASE_POOLER or not asks_postgres(databases):
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
    """They cannot be sent through a pooler."""
    if not settings.DATABASE_POOLER or not asks_postgres(databases):
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = '0'", [list(TIME_LIMITS)])
        missing = sorted(name for (name,) in cursor.fetchall())
    if not missing:
        return []
    sentence = f'The database role has no {", ".join(missing)}: see "Behind a pooler" in docs/operations.md.'
    return [checks.Warning(sentence, id="insidejob.W004")]
