"""robots.txt and security.txt."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

ROBOTS = """# What is not for search engines says so itself, by the header X-Robots-Tag: it has to be read to be heeded.
User-agent: *
Disallow:
"""
VALID_FOR = timedelta(days=90)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Serve robots.txt. Pages that must not be listed say so in a header."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Serve security.txt (RFC 9116), or 404 without `SECURITY_CONTACT`."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (datetime.now(UTC) + VALID_FOR).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = (
        f"Contact: {_contact_uri(settings.SECURITY_CONTACT)}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: fr, en",
        f"Canonical: {settings.SITE_ADDRESS}{reverse('security_txt')}",
    )
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


def _contact_uri(contact: str) -> str:
    """Return a contact as a URI, which RFC 9116 requires."""
    return contact if ":" in contact else f"mailto:{contact}"
