"""The list of sessions."""

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.decorators import not_for_guests, signed_in
from accounts.models import Session
from accounts.requests import SignedInRequest
from accounts.sign_in.browsers import name_browser
from accounts.sign_in.sessions import end_listed


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
def sessions(request: SignedInRequest) -> HttpResponse:
    if request.method == "POST":
        return _sign_out(request)
    return render(request, "accounts/sessions.html", {"sessions": _list_sessions(request)})


def _list_sessions(request: SignedInRequest) -> list[UserSession]:
    """Return a user's sessions, the current one first. It is unsaved if it is older than the list."""
    key, alive = request.session.session_key, Session.objects.values("session_key")
    stored = UserSession.objects.filter(user=request.user, session_key__in=alive).order_by("-created_at")
    here = [session for session in stored if session.session_key == key]
    new = [UserSession(user=request.user, session_key=key, user_agent=name_browser(request))]
    return [*(here or new), *(session for session in stored if session.session_key != key)]


def _sign_out(request: SignedInRequest) -> HttpResponse:
    if request.POST.get("action") == "everywhere":
        _end_others(request)
        messages.success(request, _("You’re signed out everywhere else."))
    else:
        _end_one(request, request.POST.get("session", ""))
        messages.success(request, _("That device is signed out."))
    return redirect("accounts:sessions")


def _end_others(request: SignedInRequest) -> None:
    """End all other sessions, also those older than the list."""
    user = request.user
    end_listed(user, request.session.session_key)
    user.sessions_ended += 1
    user.save(update_fields=["sessions_ended"])
    update_session_auth_hash(request, user)


def _end_one(request: SignedInRequest, number: str) -> None:
    others = UserSession.objects.filter(user=request.user).exclude(session_key=request.session.session_key)
    for session in others:
        if str(session.pk) == number:
            session.end()
