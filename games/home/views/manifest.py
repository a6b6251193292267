"""The web app manifest: what a browser needs to install the site, in the language that the browser asks for."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-512.png", "512x512", "maskable"),
)
SCREENSHOTS = (("phone.png", "390x664", "narrow"), ("laptop.png", "1280x720", "wide"))


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    return JsonResponse(_describe_app(), content_type="application/manifest+json")


def _describe_app() -> dict[str, Any]:
    return {
        "name": "Inside Job",
        "short_name": "Inside Job",
        "description": _("Card games of bluff and lies, with friends, over an evening or over a week."),
        "lang": get_language(),
        "id": "/",
        "start_url": reverse("games:my_games"),
        "scope": "/",
        "display": "standalone",
        "categories": ["games"],
        "background_color": "#e9e1cf",
        "theme_color": "#1f2a3a",
        "icons": [
            {"src": static(f"img/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
        "screenshots": [
            {"src": static(f"img/install/{name}"), "sizes": sizes, "type": "image/png", "form_factor": form}
            for name, sizes, form in SCREENSHOTS
        ],
        "shortcuts": [
            {"name": name, "url": reverse(page)}
            for name, page in (
                (_("Next game"), "games:next_game"),
                (_("The case of the day"), "games:case_of_the_day"),
                (_("Open tables"), "games:open_tables"),
            )
        ],
    }
