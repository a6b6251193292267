"""Middleware of the API: no cookies, CORS for reading, and polls as in `games.tables.views.polls`."""

import re
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts.models import ApiToken
from accounts.tokens.services import digest_secret, find_token
from games.api.limits import Rate, count_request, name_payer
from games.api.problems import CONTENT_TYPE, Problem, answer_problem, convert
from games.api.requests import TokenRequest
from games.fast.switches import is_on
from games.tables.views.polls import PASS_KEPT_FOR, strip
from insidejob.cache_stamps import SITE, name_person, name_table, name_token, pick_stamps, read_stamps
from insidejob.storage_errors import ignoring_refusals

PREFIX = "/api/1/"
ENDPOINTS = "insidejob.endpoint_urls"
LONGEST_QUERY = 100
TABLE = re.compile(r"/api/1/games/([-\w]{1,20})", re.ASCII)
BEARER = re.compile(r"bearer +([!-~]{1,100})", re.IGNORECASE)
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
Stamps = tuple[int, ...] | None


def answering(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(PREFIX) or request.path_info == PREFIX:
            return get_response(request)
        request.urlconf = ENDPOINTS
        request.COOKIES = {}
        if request.method == "HEAD":
            request.method = "GET"
        if request.method == "OPTIONS":
            return HttpResponse(status=204, headers={**CORS, **PREFLIGHT})
        return _finish(request, _answer_from_cache(request) or get_response(request))

    return middleware


def _finish(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if response.status_code >= 400 and not response.get("Content-Type", "").startswith(CONTENT_TYPE):
        with translation.override(_find_language(request)):
            response = convert(response)
    rate: Rate | None = getattr(request, "rate", None)
    if rate:
        rate.write_headers(response)
    if request.method == "GET":
        for name, value in CORS.items():
            response[name] = value
    else:
        _forget_pass(request)
    response["Cache-Control"] = "no-store, private"
    return strip(response)


def _find_language(request: HttpRequest) -> str:
    """Return the language of the token's user, or of the request where no endpoint has read a token."""
    if hasattr(request, "token"):
        return translation.get_language()
    token = None
    with ignoring_refusals():
        token = find_token(read_secret(request))
    return token.user.language if token else translation.get_language_from_request(request)


def read_secret(request: HttpRequest) -> str:
    found = BEARER.fullmatch(request.headers.get("Authorization", "").strip())
    return found[1] if found else ""


def _answer_from_cache(request: HttpRequest) -> HttpResponse | None:
    if not settings.POLLS_FROM_CACHE or not is_on("polls") or request.method != "GET":
        return None
    address, tag, secret = TABLE.fullmatch(request.path_info), read_tag(request), read_secret(request)
    if address is None or not (tag and secret):
        return None
    digest = digest_secret(secret)
    kept = cache.get(_name_pass(digest, address[1]))
    if kept is None:
        return None
    payer, people, language, known, wait, stamps, query = kept
    names = _name_stamps(digest, address[1], people)
    if known != tag or query != request.META["QUERY_STRING"] or pick_stamps(cache.get_many(names), names) != stamps:
        return None
    rate = count_request(payer)
    request.rate = rate  # type: ignore[attr-defined]
    if not rate.is_over:
        return tell_nothing_new(tag, wait)
    # No language is active yet, so that of the last request would be used.
    with translation.override(language):
        return answer_problem(Problem("too_many_requests", 429))


def tell_nothing_new(tag: str, wait: int) -> HttpResponse:
    return HttpResponse(status=304, headers={"ETag": tag, "Retry-After": str(wait)})


def read_tag(request: HttpRequest) -> str:
    return request.headers.get("If-None-Match", "").strip().removeprefix("W/")


def read_stamps_of(token: ApiToken, code: str) -> Stamps:
    return read_stamps(_name_stamps(token.digest, code, list_people(token))) if settings.POLLS_FROM_CACHE else None


def keep_pass(request: TokenRequest, code: str, tag: str, wait: int, stamps: Stamps) -> None:
    token, query = request.token, request.META["QUERY_STRING"]
    if stamps is not None and len(query) <= LONGEST_QUERY:
        known = (name_payer(token), list_people(token), token.user.language, tag, wait, stamps, query)
        cache.set(_name_pass(token.digest, code), known, PASS_KEPT_FOR)


def _forget_pass(request: HttpRequest) -> None:
    address = TABLE.match(request.path_info)
    if address and settings.POLLS_FROM_CACHE:
        cache.delete(_name_pass(digest_secret(read_secret(request)), address[1]))


def _name_pass(digest: str, code: str) -> str:
    return f"api-pass:{digest}:{code}"


def list_people(token: ApiToken) -> tuple[int, ...]:
    """Return the primary keys of the users who end the token if they are suspended: its user, and a bot's owner."""
    owner = token.user.bot_owner_id
    return (token.user_id, owner) if owner else (token.user_id,)


def _name_stamps(digest: str, code: str, people: tuple[int, ...]) -> tuple[str, ...]:
    return SITE, name_table(code), name_token(digest), *map(name_person, people)
