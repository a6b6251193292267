"""Mail to me: what was sent and what became of it, which kinds I want, and the links that stop it."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.decorators import not_for_guests, signed_in
from accounts.models import User
from accounts.requests import SignedInRequest
from games.forms import MailForm
from games.models import Notice
from games.post import preferences
from games.post.kinds import KINDS, SWITCHES
from games.reads.lists import list_notices

State = Notice.State
STATES = {
    State.WAITING: gettext_lazy("not out yet: we keep trying"),
    State.SENT: gettext_lazy("sent"),
    State.DROPPED: gettext_lazy("not sent: no longer needed"),
    State.UNWANTED: gettext_lazy("not sent: you do not want it"),
    State.REFUSED: gettext_lazy("not delivered: your address does not take mail from us"),
    State.GIVEN_UP: gettext_lazy("could not be delivered: we tried for a week"),
}
NOTICES_A_PAGE = 50
show_or_send = require_http_methods(["GET", "HEAD", "POST"])


@show_or_send
@signed_in
@not_for_guests
def mail(request: SignedInRequest) -> HttpResponse:
    """Show what was to be told to me by mail, and store which kinds I want."""
    user = request.user
    shown = {**dict.fromkeys(preferences.list_on(user), True), "none_at_all": user.mail_off}
    form = MailForm(request.POST if request.method == "POST" else None, initial=shown)
    if form.is_valid():
        preferences.choose(user, form.wanted, none_at_all=form.cleaned_data["none_at_all"])
        messages.success(request, gettext("Saved."))
        return redirect("games:mail")
    return render(request, "games/mail.html", {"form": form, **show_notices(request, user)})


def show_notices(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return a page of what was to be told to `user`; what was no longer needed, most of it, only for the asking."""
    is_all = "all" in request.GET
    page = Paginator(list_notices(user, dropped=is_all), NOTICES_A_PAGE).get_page(request.GET.get("page"))
    return {
        "rows": [
            {"notice": notice, "kind": KINDS[notice.kind].name, "state": STATES[State(notice.state)]} for notice in page
        ],
        "is_all": is_all,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "newer": page.previous_page_number() if page.has_previous() else None,
        "older": page.next_page_number() if page.has_next() else None,
    }


@show_or_send
@signed_in
@not_for_guests
def retry_mail(request: SignedInRequest) -> HttpResponse:
    """Send mail to my address again, although it refused some; whoever comes by a link is led to the page."""
    if request.method == "POST":
        preferences.try_again(request.user)
        messages.success(request, gettext("We will try again."))
    return redirect("games:mail")


@csrf_exempt  # A mail program that unsubscribes somebody has no cookie, and the address is the permission.
@never_cache
@show_or_send
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Say what the link of a mail stops and, once something is posted, stop it, or undo that. Nobody need sign in."""
    found = preferences.read_stop_token(token)
    if found is None:
        raise Http404
    user, switch = found
    is_undone = "undo" in request.POST
    if request.method == "POST":
        preferences.turn(user, switch, on=is_undone)
    with translation.override(user.language):
        context = {
            "switch": SWITCHES[switch],
            "is_stopped": request.method == "POST" and not is_undone,
            "is_undone": is_undone,
        }
        answer = render(request, "games/stop_mail.html", context)
        answer["Content-Language"] = user.language
    return answer
