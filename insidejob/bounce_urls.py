"""The webhook for bounced emails (`BOUNCE_SERVICE`)."""

from typing import Any

from anymail import urls
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.dispatch import receiver
from django.urls import path

from games.notifications.bounces import note_address

FOR_GOOD = {RejectReason.INVALID, RejectReason.BOUNCED}


def _find_view(service: str) -> Any:
    """Return the view for the bounces of a mail service. Raise `ImproperlyConfigured` for an unknown service."""
    for pattern in urls.urlpatterns:
        if pattern.name == f"{service}_tracking_webhook":
            return pattern.callback
    raise ImproperlyConfigured(f"BOUNCE_SERVICE: django-anymail knows no {service!r}.")


@receiver(tracking, dispatch_uid="insidejob.note_bounce")
def note_bounce(sender: Any, event: AnymailTrackingEvent, **kwargs: Any) -> None:
    if event.event_type == EventType.BOUNCED and event.reject_reason in FOR_GOOD and event.recipient:
        note_address(event.recipient, event.mta_response or "")


urlpatterns = [path("", _find_view(settings.BOUNCE_SERVICE), name="bounces")]
