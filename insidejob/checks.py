"""What `manage.py check --deploy` refuses beyond Django's own checks."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.urls import NoReverseMatch, reverse


@register(Tags.security, deploy=True)
def check_mailbox_is_not_served(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Return an error if the page that shows everybody's mail has an address."""
    try:
        address = reverse("mailbox")
    except NoReverseMatch:
        return []
    return [Error(f"{address} shows all mail to whoever asks. Never deploy with it.", id="insidejob.E001")]


@register(Tags.security, deploy=True)
def check_visitors_are_told_apart(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Return a warning if there is a proxy, and its address would stand for every visitor's."""
    if not settings.SECURE_PROXY_SSL_HEADER or settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        return []
    sentence = "Behind a proxy all visitors share one limit of tries until TRUSTED_PROXY_COUNT says how many there are."
    return [checks.Warning(sentence, id="insidejob.W001")]
