"""The page to request and download an export."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import is_member, lead_to, signed_in
from accounts.models import Export
from accounts.personal_data.export import EXPORTS_AN_HOUR, KEPT, LATE_AFTER, ask, find
from accounts.rate_limits import take_use
from accounts.requests import SignedInRequest
from accounts.sign_in.reauthentication import is_proved

DOWNLOAD = "download"
"""The field of the address that starts the download."""


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
    downloads = DOWNLOAD in request.GET and found is not None and found.made_at is not None
    context = {
        "export": found,
        "until": found and found.asked_at + KEPT,
        "is_late": found is not None and found.asked_at < timezone.now() - LATE_AFTER,
        "downloads": downloads and is_proved(request),
    }
    return render(request, "accounts/export.html", context)


@signed_in
@require_safe
def export_file(request: SignedInRequest) -> HttpResponse:
    """Send the file. After the question for the password it is sent by the page before it, which then stays."""
    if is_member(request) and not is_proved(request):
        return lead_to("accounts:confirm_identity", f"{reverse('accounts:export')}?{DOWNLOAD}=1")
    found = Export.objects.filter(user=request.user, asked_at__gt=timezone.now() - KEPT).first()
    if found is None or found.content is None:
        return redirect("accounts:export")
    name = f"inside-job-{found.asked_at:%Y-%m-%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(bytes(found.content), "application/zip", headers=headers)
