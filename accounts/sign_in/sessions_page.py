"""The list of sessions."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.decorators import not_for_guests, signed_in
from accounts.requests import SignedInRequest
from accounts.sign_in.sessions import end_one, end_others, list_sessions


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
def sessions(request: SignedInRequest) -> HttpResponse:
    if request.method == "POST":
        return _sign_out(request)
    return render(request, "accounts/sessions.html", {"sessions": list_sessions(request)})


def _sign_out(request: SignedInRequest) -> HttpResponse:
    if request.POST.get("action") == "everywhere":
        end_others(request)
        messages.success(request, _("You’re signed out everywhere else."))
    else:
        end_one(request, request.POST.get("session", ""))
        messages.success(request, _("That device is signed out."))
    return redirect("accounts:sessions")
