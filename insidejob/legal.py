"""Privacy, terms and imprint."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from insidejob.privacy_facts import FACTS


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "legal/privacy.html", {"facts": FACTS, **_name_moderator()})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "legal/terms.html", _name_moderator())


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    return render(request, "legal/imprint.html", _name_moderator())


def _name_moderator() -> dict[str, str]:
    contact = settings.OPERATOR_CONTACT
    return {
        "operator": settings.OPERATOR_NAME,
        "contact": contact,
        "contact_link": contact if ":" in contact else f"mailto:{contact}",
        "address": settings.OPERATOR_ADDRESS,
        "host": settings.HOSTED_BY,
    }
