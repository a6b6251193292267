"""Chooses the language for a visitor."""

from django.conf import settings
from django.http import HttpRequest
from django.middleware import locale
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

ENGLISH = "en"


class LocaleMiddleware(locale.LocaleMiddleware):
    """Chooses English for browsers that ask only for languages we lack. Django would choose French."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES and _speaks_none(request):
            translation.activate(ENGLISH)
            request.LANGUAGE_CODE = ENGLISH


def choose_language(request: HttpRequest) -> str:
    """Return the language of a visitor, which needs no session or user."""
    is_cookie_set = settings.LANGUAGE_COOKIE_NAME in request.COOKIES
    return ENGLISH if not is_cookie_set and _speaks_none(request) else translation.get_language_from_request(request)


def _speaks_none(request: HttpRequest) -> bool:
    header = parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())
    named = {code.partition("-")[0] for code, _ in header if code != "*"}
    return bool(named) and named.isdisjoint(code for code, _ in settings.LANGUAGES)
