"""Which language a visitor is answered in."""

from django.conf import settings
from django.http import HttpRequest
from django.middleware import locale
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

ENGLISH = "en"


class LocaleMiddleware(locale.LocaleMiddleware):
    """Django's, but that browsers get English that name languages and none of ours. Those that name none get French."""

    def process_request(self, request: HttpRequest) -> None:
        """Make the visitor's language that of the current thread."""
        super().process_request(request)
        if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES and speaks_neither(request):
            translation.activate(ENGLISH)
            request.LANGUAGE_CODE = ENGLISH


def choose_language(request: HttpRequest) -> str:
    """Return the language of a visitor of whom nothing is known but the request."""
    is_cookie_set = settings.LANGUAGE_COOKIE_NAME in request.COOKIES
    return ENGLISH if not is_cookie_set and speaks_neither(request) else translation.get_language_from_request(request)


def speaks_neither(request: HttpRequest) -> bool:
    """Tell whether a browser names languages, and none of them is ours."""
    header = parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())
    named = {code.partition("-")[0] for code, _ in header if code != "*"}
    return bool(named) and named.isdisjoint(code for code, _ in settings.LANGUAGES)
