"""Where the mail service tells of mail that came back (`BOUNCE_SERVICE`); django-anymail checks that it is the one."""

from typing import Any

from anymail import urls
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.dispatch import receiver
from django.urls import path

from games.notifications.bounces import note_address

FOR_GOOD = {RejectReason.INVALID, RejectReason.BOUNCED}


def find_view(service: str) -> Any:
    """Return what reads the events of a mail service, by its name in lower case. Raises `ImproperlyConfigured`."""
    for pattern in urls.urlpatterns:
        if pattern.name == f"{service}_tracking_webhook":
            return pattern.callback
    raise ImproperlyConfigured(f"BOUNCE_SERVICE: django-anymail knows no {service!r}.")


@receiver(tracking, dispatch_uid="insidejob.note_bounce")
def note_bounce(sender: Any, event: AnymailTrackingEvent, **kwargs: Any) -> None:
    """Pause the address of a mail that came back for good."""
    if event.event_type == EventType.BOUNCED and event.reject_reason in FOR_GOOD and event.recipient:
        note_address(event.recipient, event.mta_response or "")


urlpatterns = [path("", find_view(settings.BOUNCE_SERVICE), name="bounces")]
