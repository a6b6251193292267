"""Views for choosing a language and signing up."""

from allauth.core import ratelimit
from django.conf import settings as project
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import choose_back, choose_next, for_newcomers_and_guests, lead_to, link_to
from accounts.models import User
from accounts.rate_limits import may_mail_code
from accounts.services import AddressTaken, NameTaken
from accounts.sign_in import reauthentication
from accounts.sign_in.adapter import RATE_LIMITED
from accounts.sign_in.codes import NO_LONGER_VALID
from accounts.sign_in.forms import CodeForm, RequestCodeForm, SignUpForm
from accounts.sign_in.sign_up import (
    PendingSignUp,
    begin_sign_up,
    complete_sign_up,
    find_pending,
    is_right_code,
    resend_code,
)
from insidejob.untranslated import fill_words, show

show_or_send = require_http_methods(["GET", "HEAD", "POST"])


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    response = redirect(choose_back(request))
    code = request.POST.get("language")
    if code in dict(project.LANGUAGES):
        if isinstance(request.user, User):
            request.user.language = code
            request.user.save(update_fields=["language"])
        keep_language(request, response, code)
    return response


def keep_language(request: HttpRequest, response: HttpResponse, code: str) -> None:
    """Store the language in a cookie, for when the user is signed out."""
    response.set_cookie(
        project.LANGUAGE_COOKIE_NAME,
        code,
        max_age=project.LANGUAGE_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=project.LANGUAGE_COOKIE_SECURE,
    )


def show_code_form(request: HttpRequest, email: str, back: str) -> HttpResponse:
    context = {
        "form": RequestCodeForm(initial={"email": email}),
        "redirect_field": format_html('<input type="hidden" name="next" value="{}">', back),
        "login_url": link_to("account_login", back),
        "signup_url": link_to("account_signup", back),
    }
    return render(request, "account/request_login_code.html", context)


@show_or_send
@sensitive_post_parameters("password")
@for_newcomers_and_guests
def sign_up(request: HttpRequest) -> HttpResponse:
    pending = find_pending(request)
    next_url = choose_next(request, otherwise=pending.next_url if pending else "")
    form = SignUpForm(
        request.POST if request.method == "POST" else None,
        user=request.user if isinstance(request.user, User) else None,
        initial=_find_typed(request, pending),
    )
    if form.is_valid() and _is_within_limit(request, form):
        wants_passkey = "passkey" in request.POST
        begin_sign_up(request, **form.cleaned_data, next_url=next_url, wants_passkey=wants_passkey)
        return redirect("accounts:confirm_sign_up")
    return render(request, "account/signup.html", {"form": form, "next_url": next_url})


def _find_typed(request: HttpRequest, pending: PendingSignUp | None) -> dict[str, str]:
    if pending:
        return {"email": pending.email, "display_name": pending.display_name}
    if isinstance(request.user, User):
        return {"display_name": request.user.display_name}
    return {}


def _is_within_limit(request: HttpRequest, form: SignUpForm) -> bool:
    if ratelimit.consume(request, action="signup") and may_mail_code(form.cleaned_data["email"]):
        return True
    form.add_error(None, RATE_LIMITED)
    return False


@show_or_send
@for_newcomers_and_guests
def confirm_sign_up(request: HttpRequest) -> HttpResponse:
    pending = find_pending(request)
    if pending is None:
        if request.method == "POST":
            messages.error(request, NO_LONGER_VALID)
        return lead_to("account_signup", choose_next(request, otherwise=""))
    if not pending.is_open():
        messages.error(request, NO_LONGER_VALID)
        return lead_to("account_signup", pending.next_url)
    if request.POST.get("action") == "resend" and pending.can_resend():
        return _send_again(request, pending)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_right_code(pending, form.cleaned_data["code"]):
            return _finish_sign_up(request, pending)
        form.add_error("code", _("This isn’t the code we sent. Please check it."))
    return render(request, "accounts/confirm_sign_up.html", {"form": form, "pending": pending})


def _send_again(request: HttpRequest, pending: PendingSignUp) -> HttpResponse:
    if may_mail_code(pending.email):
        resend_code(request, pending)
        messages.info(request, _("We’ve sent you a new code."))
    else:
        messages.error(request, RATE_LIMITED)
    return redirect("accounts:confirm_sign_up")


def _finish_sign_up(request: HttpRequest, pending: PendingSignUp) -> HttpResponse:
    """Make the account and sign in, unless another user took the name or address meanwhile."""
    try:
        person = complete_sign_up(request, pending)
    except NameTaken:
        messages.error(request, _("This display name was just taken. Please choose another."))
        return lead_to("account_signup", pending.next_url)
    except AddressTaken:
        messages.error(request, _("This address now has an account. Please sign in."))
        return lead_to("account_login", pending.next_url)
    messages.success(request, show(fill_words(_("Welcome, %(name)s!"), {"name": person.shown_name})))
    if pending.wants_passkey:
        # The code has proved who the user is.
        reauthentication.prove(request)
        return lead_to("mfa_add_webauthn", pending.next_url or resolve_url(project.LOGIN_REDIRECT_URL))
    return redirect(pending.next_url or project.LOGIN_REDIRECT_URL)
