"""The page to request and download an export."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import signed_in
from accounts.models import Export
from accounts.personal_data.export import EXPORTS_AN_HOUR, KEPT, ask, find
from accounts.rate_limits import take_use
from accounts.requests import SignedInRequest
from accounts.sign_in.reauthentication import for_proved_identity


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def export(request: SignedInRequest) -> HttpResponse:
    if request.method == "POST":
        if take_use("export", request.user.code, EXPORTS_AN_HOUR):
            ask(request.user)
        else:
            messages.error(request, _("That’s too often. Please try again in an hour."))
        return redirect("accounts:export")
    found = find(request.user)
    return render(request, "accounts/export.html", {"export": found, "until": found and found.asked_at + KEPT})


@signed_in
@for_proved_identity
@require_safe
def export_file(request: SignedInRequest) -> HttpResponse:
    found = Export.objects.filter(user=request.user, asked_at__gt=timezone.now() - KEPT).first()
    if found is None or found.content is None:
        return redirect("accounts:export")
    name = f"inside-job-{found.asked_at:%Y-%m-%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(bytes(found.content), "application/zip", headers=headers)
