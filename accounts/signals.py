"""What follows from things that allauth does."""

from typing import Any

from allauth.account.signals import email_changed
from django.dispatch import receiver

from accounts.models import User


@receiver(email_changed, dispatch_uid="accounts.forget_refusal")
def forget_refusal(user: User, **kwargs: Any) -> None:
    """Let mail go out again: it was the old address that refused it."""
    user.mail_refused_at = None
    user.save(update_fields=["mail_refused_at"])
