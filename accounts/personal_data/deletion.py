"""Deletes accounts, a week after the request.

The row stays for the games of others. `games.personal_data.deletion` deletes data in games first.
"""

import datetime as dt

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.emails import send_account_email
from accounts.models import AccountEmail, ApiToken, Export, Session, User
from insidejob.codes import make_code

WEEK = dt.timedelta(days=7)
KEPT_FIELDS = {
    "id", "password", "email", "display_name", "name_key", "name_skeleton", "code", "joined_at", "left_at", "bot_owner",
}  # fmt: skip
"""Fields not reset to their defaults: kept, or set in `forget`."""


def ask_to_leave(user: User) -> None:
    user.leaves_at = timezone.now() + WEEK
    user.save(update_fields=["leaves_at"])
    send_account_email(user, "account_leaving")


def stay(user: User) -> None:
    user.leaves_at = None
    user.save(update_fields=["leaves_at"])


def find_due(now: dt.datetime) -> list[User]:
    return list(User.objects.filter(leaves_at__lte=now, left_at=None).order_by("leaves_at"))


def lock_out(user: User) -> None:
    """End all ways to sign in. `leaves_at` is set, so that an interrupted deletion is completed later."""
    user.is_active = False
    user.leaves_at = user.leaves_at or timezone.now()
    user.sessions_ended += 1
    user.save(update_fields=["is_active", "leaves_at", "sessions_ended"])
    end_sessions(user)


def end_sessions(user: User) -> None:
    """End all sessions of a user, even those that are older than the list of sessions."""
    ApiToken.objects.filter(Q(user=user) | Q(user__bot_owner=user)).delete()
    UserSession.objects.filter(user=user).delete()
    Session.objects.filter(user=user).delete()


@transaction.atomic
def forget(person: User) -> None:
    """Delete personal data, and reset the user's row, unless another worker has done so."""
    user = User.objects.select_for_update().filter(pk=person.pk, left_at=None).first()
    if user is None:
        return
    addresses = {str(user.email), *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}
    AccountEmail.objects.filter(email__in=addresses).delete()
    send_account_email(user, "account_deleted")
    for model in (EmailAddress, Authenticator, Export, ApiToken):
        model._default_manager.filter(user=user).delete()
    blank = User()
    for column in User._meta.concrete_fields:
        if column.name not in KEPT_FIELDS:
            setattr(user, column.name, getattr(blank, column.name))
    user.email, user.code, user.is_active, user.left_at = None, make_code(), False, timezone.now()
    user.joined_at = user.left_at
    user.display_name = f"former {user.code}"
    user.set_unusable_password()
    user.save()
