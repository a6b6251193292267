"""What follows from things that allauth does."""

from typing import Any

from allauth.account.signals import email_changed
from django.contrib.auth import update_session_auth_hash
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User


@receiver(email_changed, dispatch_uid="accounts.begin_with_address")
def begin_with_address(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Let mail go out again, as it was the old address that refused it, and end all sessions but this one."""
    user.mail_refused_at = None
    user.sessions_ended += 1
    user.save(update_fields=["mail_refused_at", "sessions_ended"])
    update_session_auth_hash(request, user)
