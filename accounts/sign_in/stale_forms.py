"""Answers forms of pages that were open when their browser signed in.

Signing in renews the CSRF token, so such a form is refused once.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from accounts.decorators import choose_next, is_member
from accounts.requests import is_signed_in
from insidejob.compression import keep_plain

SIGN_IN_PAGES = (
    "account_login",
    "account_request_login_code",
    "account_confirm_login_code",
    "mfa_login_webauthn",
    "mfa_authenticate",
    "account_signup",
    "accounts:confirm_sign_up",
)
TOKEN = "csrfmiddlewaretoken"  # noqa: S105


@never_cache
def refuse_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that was refused.

    Members who send a form to sign in are led on. For other forms the page says what happened, and offers to send the
    same form again. It is not sent by itself, because another user of the browser may have written it.
    """
    page = request.resolver_match
    if is_member(request) and page and page.view_name in SIGN_IN_PAGES:
        response = redirect(choose_next(request))
        response.status_code = 303
        return response
    is_own = _is_from_own_page(request)
    fields = [(name, value) for name, values in request.POST.lists() for value in values if name != TOKEN]
    context = {
        "reader": request.user.shown_name if is_signed_in(request) and is_own else "",
        "is_own": is_own,
        "fields": fields if is_own else [],
    }
    # What was typed must not be in a compressed answer together with anything else.
    return keep_plain(render(request, "403_csrf.html", context, status=403))


def _is_from_own_page(request: HttpRequest) -> bool:
    """Whether the browser says that the form stood on a page of this site.

    A form of another site must not be offered again, because the user could press its button.
    """
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
