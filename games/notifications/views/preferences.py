"""Notification preferences, past notifications, unsubscribe links."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.decorators import not_for_guests, signed_in
from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in
from games.models import Contact, Delivery, Notification
from games.notifications import case_reminders, contacts, preferences
from games.notifications.channels import CHANNELS, MAIL
from games.notifications.forms import CaseReminderForm, MatrixForm, show_chosen
from games.notifications.selectors import list_notifications
from games.notifications.types import NOTIFICATION_TYPES, SWITCHES

State = Delivery.State
STATES = {
    State.WAITING: gettext_lazy("%(channel)s: not sent yet"),
    State.SENT: gettext_lazy("%(channel)s: sent"),
    State.DROPPED: gettext_lazy("%(channel)s: no longer needed"),
    State.REFUSED: gettext_lazy("%(channel)s: permanently rejected, and paused"),
    State.GIVEN_UP: gettext_lazy("%(channel)s: could not be delivered after trying for a week"),
}
UNWANTED = gettext_lazy("not sent: you turned it off")
NOT_NEEDED = gettext_lazy("not sent: no longer needed")
NOTIFICATIONS_A_PAGE = 50
OTHER_SWITCHES = {
    preferences.ALL: gettext_lazy("All emails about games"),
    preferences.CASE: gettext_lazy("Reminder of the case of the day"),
}


@dataclass(frozen=True)
class Other:
    code: str
    name: str
    contact: Contact | None


show_or_send = require_http_methods(["GET", "HEAD", "POST"])


@show_or_send
@signed_in
@not_for_guests
def mail(request: SignedInRequest) -> HttpResponse:
    user = request.user
    ways = contacts.list_contacts(user)
    form = MatrixForm(ways, request.POST if request.method == "POST" else None, initial=show_chosen(ways))
    if form.is_valid():
        form.save()
        messages.success(request, gettext("Saved."))
        return redirect("games:mail")
    context = {"form": form, "ways": ways, "others": _list_others(ways), **_show_notifications(request, user)}
    return render(request, "games/notifications/preferences.html", context)


def _list_others(ways: Iterable[Contact]) -> list[Other]:
    rows = {way.channel: way for way in ways}
    others = [Other(code, str(CHANNELS[code].name), rows.get(code)) for code in CHANNELS if code != MAIL.code]
    return [*others, Other(contacts.FEED, contacts.word_channel(contacts.FEED), None)]


def _show_notifications(request: HttpRequest, user: User) -> dict[str, Any]:
    is_all = "all" in request.GET
    page = Paginator(list_notifications(user, dropped=is_all), NOTIFICATIONS_A_PAGE).get_page(request.GET.get("page"))
    return {
        "rows": [
            {
                "notification": notification,
                "kind": NOTIFICATION_TYPES[notification.kind].name,
                "states": _word_states(notification),
            }
            for notification in page
        ],
        "is_all": is_all,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "newer": page.previous_page_number() if page.has_previous() else None,
        "older": page.next_page_number() if page.has_next() else None,
    }


def _word_states(notification: Notification) -> list[str]:
    deliveries = sorted(notification.deliveries.all(), key=lambda delivery: delivery.pk)
    if not deliveries:
        return [str(UNWANTED if notification.state == Notification.State.UNWANTED else NOT_NEEDED)]
    return [
        capfirst(STATES[State(delivery.state)] % {"channel": CHANNELS[delivery.channel].name})
        for delivery in deliveries
    ]


@show_or_send
@signed_in
@not_for_guests
def case_reminder(request: SignedInRequest) -> HttpResponse:
    user = request.user
    ways = {code: contacts.word_channel(code) for code in case_reminders.list_channels(user)}
    on, hour = case_reminders.list_chosen(user)
    form = CaseReminderForm(
        ways, request.POST if request.method == "POST" else None, initial={"ways": on, "hour": hour}
    )
    if form.is_valid():
        case_reminders.choose(user, form.cleaned_data["ways"], form.chosen_hour, timezone.now())
        messages.success(request, gettext("Saved."))
        return redirect("games:case_reminder")
    context = {"form": form, "others": _list_others(contacts.list_contacts(user))}
    return render(request, "games/notifications/case_reminder.html", context, status=422 if form.is_bound else 200)


@show_or_send
@signed_in
@not_for_guests
def retry_mail(request: SignedInRequest) -> HttpResponse:
    """End the pause of email. A GET, as from a link, only redirects."""
    if request.method == "POST":
        contacts.try_again(request.user, MAIL.code)
        messages.success(request, gettext("We’ll try again."))
    return redirect("games:mail")


@csrf_exempt  # A mail program has no cookie. The token is the permission.
@never_cache
@show_or_send
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Stop emails, or undo it, on POST. No sign-in needed."""
    found = preferences.read_stop_token(token)
    if found is None:
        raise Http404
    user, switch = found
    is_undone = "undo" in request.POST
    was_on = case_reminders.is_mail_on(user) if switch == preferences.CASE else preferences.is_on(user, switch)
    if request.method == "POST":
        if switch == preferences.CASE:
            case_reminders.turn_mail(user, on=is_undone, now=timezone.now())
        preferences.turn(user, switch, on=is_undone)
    with translation.override(user.language):
        context = {
            "switch": OTHER_SWITCHES.get(switch) or SWITCHES[switch],
            "is_stopped": not is_undone and (request.method == "POST" or not was_on),
            "is_undone": is_undone,
            "name": user.shown_name,
            "reader": request.user.shown_name if is_signed_in(request) and request.user != user else "",
        }
        answer = render(request, "games/notifications/unsubscribe.html", context)
        answer["Content-Language"] = user.language
    return answer
