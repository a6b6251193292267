"""Deletion: two pages, and a week to cancel."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import posts_only, signed_in
from accounts.personal_data.deletion import ask_to_leave
from accounts.personal_data.deletion import stay as keep_account
from accounts.requests import SignedInRequest
from accounts.sign_in.reauthentication import for_proved_identity


@signed_in
@require_safe
def leave(request: SignedInRequest) -> HttpResponse:
    return render(request, "accounts/leave.html")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@for_proved_identity
def leave_surely(request: SignedInRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "accounts/leave_surely.html")
    if request.user.leaves_at is None:
        ask_to_leave(request.user)
    return redirect("accounts:leave")


@posts_only("accounts:settings")
@signed_in
def stay(request: SignedInRequest) -> HttpResponse:
    keep_account(request.user)
    messages.success(request, _("Your account stays. Great to have you!"))
    return redirect("accounts:settings")
