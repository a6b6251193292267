"""Mail to me: what was sent and what became of it, which kinds I want, and the links that stop it."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.decorators import not_for_guests
from accounts.models import User
from games import selectors
from games.forms import MailForm
from games.models import Notice
from games.services import wishes

State, Kind = Notice.State, Notice.Kind
KINDS = {
    Kind.STARTED: gettext_lazy("Game started"),
    Kind.TURN: gettext_lazy("Your turn"),
    Kind.VOTE: gettext_lazy("Vote open"),
    Kind.REMINDER: gettext_lazy("Reminder"),
    Kind.STAND_IN: gettext_lazy("Stand-in"),
    Kind.OVER: gettext_lazy("Game over"),
    Kind.CLOSED: gettext_lazy("Table closed"),
    Kind.REMATCH: gettext_lazy("Another game"),
}
STATES = {
    State.WAITING: gettext_lazy("not out yet: we keep trying"),
    State.SENT: gettext_lazy("sent"),
    State.DROPPED: gettext_lazy("not sent: no longer needed"),
    State.UNWANTED: gettext_lazy("not sent: you do not want it"),
    State.REFUSED: gettext_lazy("not delivered: your address does not take mail from us"),
}
show_or_send = require_http_methods(["GET", "HEAD", "POST"])


@show_or_send
@login_required
@not_for_guests
def mail(request: HttpRequest) -> HttpResponse:
    """Show what was to be told to me by mail, and store which kinds I want."""
    user = cast(User, request.user)
    shown = {**dict.fromkeys(wishes.list_on(user), True), "none_at_all": user.mail_off}
    form = MailForm(request.POST if request.method == "POST" else None, initial=shown)
    if form.is_valid():
        wishes.choose(user, form.wanted, none_at_all=form.cleaned_data["none_at_all"])
        messages.success(request, gettext("Saved."))
        return redirect("games:mail")
    rows = [
        {"notice": notice, "kind": KINDS[Kind(notice.kind)], "state": STATES[State(notice.state)]}
        for notice in selectors.list_notices(user)
    ]
    return render(request, "games/mail.html", {"form": form, "rows": rows})


@show_or_send
@login_required
@not_for_guests
def retry_mail(request: HttpRequest) -> HttpResponse:
    """Send mail to my address again, although it refused some; whoever comes by a link is led to the page."""
    if request.method == "POST":
        wishes.try_again(cast(User, request.user))
        messages.success(request, gettext("We will try again."))
    return redirect("games:mail")


@csrf_exempt  # A mail program that unsubscribes somebody has no cookie, and the address is the permission.
@never_cache
@show_or_send
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Say what the link of a mail stops and, once something is posted, stop it, or undo that. Nobody need sign in."""
    found = wishes.read_stop_token(token)
    if found is None:
        raise Http404
    user, switch = found
    is_undone = "undo" in request.POST
    if request.method == "POST":
        wishes.turn(user, switch, on=is_undone)
    with translation.override(user.language):
        context = {
            "switch": MailForm.SWITCHES[switch],
            "is_stopped": request.method == "POST" and not is_undone,
            "is_undone": is_undone,
        }
        answer = render(request, "games/stop_mail.html", context)
        answer["Content-Language"] = user.language
    return answer
