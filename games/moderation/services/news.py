"""Tells moderators by email that reports wait, at most once an hour."""

from django.db import transaction

from accounts.emails import send_account_email
from accounts.models import User
from accounts.rate_limits import take_use
from games.models import Report
from games.moderation.selectors import list_open_reports
from games.notifications.emails import make_link


@transaction.atomic
def tell_moderators() -> None:
    """Email each moderator how many reports wait for them, if there are new ones.

    If the last email is less than an hour old, the next call after that tells them.
    """
    new = list(Report.objects.filter(closed_at=None, is_told=False).values_list("pk", flat=True))
    if not new or not take_use("report-news", "site", 1):
        return
    for moderator in User.objects.filter(is_staff=True, is_active=True, email__isnull=False):
        if count := list_open_reports(moderator).count():
            send_account_email(moderator, "reports_waiting", count=count, link=make_link("games:moderation_queue"))
    Report.objects.filter(pk__in=new).update(is_told=True)
