"""Reactions to allauth's signals and to changes of users."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_added, email_changed, password_changed, password_reset, password_set
from django.contrib.auth import update_session_auth_hash
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.sign_in.sessions import end_listed
from insidejob.cache_stamps import forget_stamps, name_person


@receiver(email_changed, dispatch_uid="accounts.begin_with_address")
def begin_with_address(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Send email again, which the old address may have refused, and end all other sessions."""
    user.mail_refused_at = None
    user.sessions_ended += 1
    user.save(update_fields=["mail_refused_at", "sessions_ended"])
    end_listed(user, request.session.session_key)
    update_session_auth_hash(request, user)


@receiver(email_added, dispatch_uid="accounts.tell_of_address")
def tell_of_address(user: User, email_address: EmailAddress, **kwargs: Any) -> None:
    """Warn the user's main address of a new one, because that one can be used to sign in, too."""
    context = {"added_email": email_address.email}
    get_adapter().send_notification_mail("account/email/email_added", user, context, email=str(user.email))


@receiver([password_changed, password_set, password_reset], dispatch_uid="accounts.end_sessions")
def end_sessions(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Remove from the list the sessions that a new password has ended."""
    end_listed(user, request.session.session_key)


@receiver([post_save, post_delete], sender=User, dispatch_uid="accounts.forget_person")
def forget_person(instance: User, **kwargs: Any) -> None:
    forget_stamps(name_person(instance.pk))
