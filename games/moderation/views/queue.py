"""The moderators' pages. They never show a hand, role, choice or note."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import SignedInRequest, is_signed_in
from games.models import Act, Report
from games.moderation.selectors import list_acts, list_open_reports, list_reports
from games.moderation.services import reports, suspensions
from games.state.refusals import Refusal
from games.tables.views.refusals import SENTENCES

WITHOUT_END = "none"
"""The form value for a suspension without end."""
NOTIFIED = gettext_noop("Done. The people concerned have been notified.")
WITHOUT_EMAIL = gettext_noop("Done. Guests get no email.")


def _for_moderators(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    def wrapped(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        if is_signed_in(request) and request.user.is_staff:
            return view(request, *args, **kwargs)
        raise Http404

    return wrapped


@_for_moderators
@require_safe
def queue(request: SignedInRequest) -> HttpResponse:
    context = {"reports": list_open_reports(request.user), "acts": list_acts(request.user)}
    return render(request, "games/moderation/queue.html", context)


@_for_moderators
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: SignedInRequest, code: str) -> HttpResponse:
    found = get_object_or_404(list_reports(request.user), code=code)
    if request.method == "POST":
        try:
            _do_act(request, found)
        except Refusal as refusal:
            messages.warning(request, gettext(SENTENCES[refusal.code]))
        else:
            messages.success(request, gettext(_word_done(request, found)))
        return redirect("games:moderation_report", code)
    context = {
        "report": found,
        "acts": found.acts.select_related("moderator", "person"),
        "days": reports.DAYS,
        "languages": {code: gettext(str(name)) for code, name in settings.LANGUAGES},
        "without_end": WITHOUT_END,
    }
    return render(request, "games/moderation/report.html", context)


def _word_done(request: SignedInRequest, found: Report) -> str:
    told = found.reporter if request.POST.get("act") == Act.Kind.DONE else found.reported
    return WITHOUT_EMAIL if told and told.is_guest else NOTIFIED


def _read_days(text: str) -> int:
    return {str(days): days for days in reports.DAYS}.get(text, 0)


def _do_act(request: SignedInRequest, found: Report) -> None:
    """Do what the form asks for. Raises `Refusal` ("no_act", and those of the services)."""
    moderator, words = request.user, request.POST.get("words", "")
    match request.POST.get("act"):
        case Act.Kind.WARN:
            reports.warn(report=found, moderator=moderator, words=words)
        case Act.Kind.HIDE:
            reports.hide(report=found, moderator=moderator)
        case Act.Kind.RENAME:
            reports.rename(report=found, moderator=moderator)
        case Act.Kind.MUTE:
            reports.mute(report=found, moderator=moderator, words=words, days=_read_days(request.POST.get("days", "")))
        case Act.Kind.SUSPEND:
            wanted = request.POST.get("out", "")
            days = None if wanted == WITHOUT_END else _read_days(wanted)
            suspensions.suspend(report=found, moderator=moderator, words=words, days=days)
        case Act.Kind.CLOSE:
            suspensions.close(report=found, moderator=moderator, words=words)
        case Act.Kind.BACK:
            suspensions.give_back(report=found, moderator=moderator)
        case Act.Kind.DONE:
            reports.close(report=found, moderator=moderator)
        case _:
            raise Refusal("no_act")
