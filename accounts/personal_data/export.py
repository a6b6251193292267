"""Exports of personal data, made by a worker and kept for a day."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.availability.vacations import load_vacations
from accounts.emails import wake_worker
from accounts.models import ApiToken, Audience, Export, Scope, ToldBy, User
from accounts.personal_data.sections import Section, name_choices

KEPT = dt.timedelta(days=1)
LATE_AFTER = dt.timedelta(minutes=10)
"""If the file is not there after this time, the page says that it takes longer than usual."""
EXPORTS_AN_HOUR = 5
TASK = "games.tasks.make_exports"
WHEN = _("When")
SIGN_IN_METHODS = {
    Authenticator.Type.WEBAUTHN: _("Passkey"),
    Authenticator.Type.TOTP: _("Two-step verification"),
    Authenticator.Type.RECOVERY_CODES: _("Recovery codes"),
}
PERSON_COLUMNS = {
    "display_name": _("display name"),
    "language": _("language"),
    "time_zone": _("time zone"),
    "wakes_at": _("I can play from"),
    "sleeps_at": _("I no longer play from"),
    "vacations_taken": _("Holidays"),
    "vacations_dropped": _("Cancelled holidays"),
    "face": _("Your face"),
    "history_shown_to": _("Who can see your history"),
    "statistics_shown_to": _("Who can see your statistics"),
    "takes_invitations": _("Invitations by name"),
    "plays_by_mail": _("Email links for playing"),
    "mail_off": _("No emails"),
    "mail_kinds_off": _("Emails turned off"),
    "mail_refused_at": _("Bouncing since"),
    "reminders": _("Reminders, in minutes before the end"),
    "is_guest": _("Guest"),
    "told_by": _("How a guest is told of their turn"),
    "joined_at": _("Joined"),
    "last_active": _("Last day as a guest"),
    "suspended_at": _("Account suspended since"),
    "suspended_until": _("Account suspended until"),
    "suspension_reason": _("Reason for the suspension"),
    "talk_stopped_until": _("Chat suspended until"),
    "leaves_at": _("Account will be deleted"),
}
"""What the export says of a user, by the field of `User`."""


def ask(user: User) -> None:
    asked = {"asked_at": timezone.now(), "begun_at": None, "made_at": None, "content": None}
    Export.objects.update_or_create(user=user, defaults=asked)
    transaction.on_commit(lambda: wake_worker(TASK))


def find(user: User) -> Export | None:
    since = timezone.now() - KEPT
    return Export.objects.defer("content").filter(user=user, asked_at__gt=since).first()


def remove_old(now: dt.datetime) -> None:
    Export.objects.filter(asked_at__lte=now - KEPT).delete()


def describe_account(user: User) -> list[Section]:
    """Describe an account. Hashes, keys and codes, with which someone could sign in, are left out."""
    return [
        _describe_person(user),
        _describe_addresses(user),
        _describe_sign_in_methods(user),
        _describe_sessions(user),
        _describe_tokens(user),
        _describe_bots(user),
    ]


def _describe_person(user: User) -> Section:
    columns = PERSON_COLUMNS | {"has_password": _("Has a password")}
    row = {name: getattr(user, name) for name in PERSON_COLUMNS} | {"has_password": user.has_usable_password()}
    audience = name_choices(dict(Audience.choices))
    words: dict[str, Callable[[Any], Any]] = {
        "language": name_choices(dict(settings.LANGUAGES)),
        "history_shown_to": audience,
        "statistics_shown_to": audience,
        "wakes_at": _show_hour,
        "sleeps_at": _show_hour,
        "vacations_taken": _show_vacations,
        "vacations_dropped": _show_vacations,
        "told_by": name_choices({ToldBy.PUSH: _("By this browser"), ToldBy.NOTHING: _("Not at all")}),
    }
    # The settings show a face as a drawing.
    on_page = [name for name in columns if name != "face"]
    return Section("account", _("Account"), columns, [row], on_page=on_page, words=words, is_one=True)


def _show_vacations(stored: Sequence[Mapping[str, str]]) -> list[str]:
    return [f"{date_format(each.first)} – {date_format(each.last)}" for each in load_vacations(stored)]


def _show_hour(hour: int) -> str:
    return f"{hour % 24:02}:00"


def _describe_addresses(user: User) -> Section:
    rows = EmailAddress.objects.filter(user=user).values("email", "primary", "verified")
    columns = {"email": _("Email address"), "primary": _("main address"), "verified": _("Confirmed")}
    return Section("addresses", _("Email addresses"), columns, list(rows))


def _describe_sign_in_methods(user: User) -> Section:
    rows = [
        {"kind": row.type, "name": row.data.get("name", ""), "added": row.created_at, "used": row.last_used_at}
        for row in Authenticator.objects.filter(user=user).order_by("pk")
    ]
    columns = {"kind": _("Type"), "name": _("Name"), "added": _("Added"), "used": _("Last used")}
    words = {"kind": name_choices(SIGN_IN_METHODS)}
    return Section("ways_in", _("Passkeys and two-step verification"), columns, rows, words=words)


def _describe_sessions(user: User) -> Section:
    rows = [{"browser": row.user_agent, "since": row.created_at} for row in UserSession.objects.filter(user=user)]
    return Section("sessions", _("Where you’re signed in"), {"browser": _("Browser"), "since": WHEN}, rows)


def _describe_tokens(user: User) -> Section:
    columns = {
        "name": _("Name"),
        "scopes": _("What it may do"),
        "made_at": _("Added"),
        "used_at": _("Last used"),
        "expires_at": _("Valid until"),
    }
    rows = ApiToken.objects.filter(user=user).order_by("pk").values(*columns)
    words = {"scopes": name_choices(dict(Scope.choices))}
    return Section("tokens", _("API tokens"), columns, list(rows), words=words)


def _describe_bots(user: User) -> Section:
    bots = user.bot_accounts.filter(left_at=None).annotate(used_at=Max("tokens__used_at")).order_by("pk")
    columns = {"display_name": _("Name"), "joined_at": _("Added"), "used_at": _("Last used")}
    return Section("bots", _("Bot accounts"), columns, list(bots.values(*columns)))
