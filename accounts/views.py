"""The pages of people that are ours: language, settings, signing up."""

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.conf import settings as project
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import identity
from accounts.adapter import RATE_LIMITED
from accounts.decorators import choose_next, for_newcomers_and_guests, lead_to, link_to, not_for_guests, signed_in
from accounts.forms import CodeForm, CurrentPasswordForm, SettingsForm, SignUpForm, taken_error
from accounts.limits import may_mail_code
from accounts.models import User
from accounts.requests import SignedInRequest
from accounts.services import AddressTaken, NameTaken, rename
from accounts.sign_up import (
    PendingSignUp,
    begin_sign_up,
    complete_sign_up,
    find_pending,
    is_right_code,
    resend_code,
)

show_or_send = require_http_methods(["GET", "HEAD", "POST"])


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Store the language chosen in the header or footer, and go back."""
    response = redirect(choose_next(request, otherwise="/"))
    code = request.POST.get("language")
    if code in dict(project.LANGUAGES):
        if isinstance(request.user, User):
            request.user.language = code
            request.user.save(update_fields=["language"])
        keep_language(request, response, code)
    return response


def keep_language(request: HttpRequest, response: HttpResponse, code: str) -> None:
    """Keep `code` in a cookie, for the time when no one is signed in."""
    response.set_cookie(
        project.LANGUAGE_COOKIE_NAME,
        code,
        max_age=project.LANGUAGE_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=project.LANGUAGE_COOKIE_SECURE,
    )


@show_or_send
@signed_in
def settings(request: SignedInRequest) -> HttpResponse:
    """Show and store display name, language, time zone, and who sees the games."""
    # A second copy: what is refused must not appear in the header.
    person = get_object_or_404(User, pk=request.user.pk)
    shown = {name: getattr(person, name) for name in SettingsForm.base_fields}
    form = SettingsForm(request.POST if request.method == "POST" else None, user=person, initial=shown)
    if form.is_valid() and save_settings(form, person):
        with translation.override(person.language):
            messages.success(request, _("Saved."))
        response = redirect("accounts:settings")
        keep_language(request, response, person.language)
        return response
    return render(request, "accounts/settings.html", {"form": form, "face": person.own_face})


def save_settings(form: SettingsForm, person: User) -> bool:
    """Store a valid form; return whether the name was still free, with the error on the form if not."""
    person.language = form.cleaned_data["language"]
    person.time_zone = form.cleaned_data["time_zone"]
    person.history_shown_to = form.cleaned_data["history_shown_to"]
    try:
        rename(person, display_name=form.cleaned_data["display_name"])
    except NameTaken:
        form.add_error("display_name", taken_error(form.cleaned_data["display_name"]))
        return False
    return True


@show_or_send
@sensitive_post_parameters("password")
@for_newcomers_and_guests
def sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for address and display name, and send the code; a guest keeps their row and games."""
    pending = find_pending(request)
    next_url = choose_next(request, otherwise=pending.next_url if pending else "")
    form = SignUpForm(
        request.POST if request.method == "POST" else None,
        user=request.user if isinstance(request.user, User) else None,
        initial=find_typed(request, pending),
    )
    if form.is_valid() and is_within_limit(request, form):
        begin_sign_up(request, **form.cleaned_data, next_url=next_url)
        return redirect("accounts:confirm_sign_up")
    return render(request, "account/signup.html", {"form": form, "next_url": next_url})


def find_typed(request: HttpRequest, pending: PendingSignUp | None) -> dict[str, str]:
    """Return what this visitor typed before, if their code ran out, or the name they play under as a guest."""
    if pending:
        return {"email": pending.email, "display_name": pending.display_name}
    if isinstance(request.user, User):
        return {"display_name": request.user.display_name}
    return {}


def is_within_limit(request: HttpRequest, form: SignUpForm) -> bool:
    """Return whether another mail may be sent from here, and to this address; say on the form that it may not."""
    if ratelimit.consume(request, action="signup") and may_mail_code(form.cleaned_data["email"]):
        return True
    form.add_error(None, RATE_LIMITED)
    return False


@show_or_send
@for_newcomers_and_guests
def confirm_sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for the code that was sent; the right one makes the account and leads on to where they wanted to go."""
    pending = find_pending(request)
    if pending is None:
        return lead_to("account_signup", choose_next(request, otherwise=""))
    if not pending.is_open():
        messages.error(request, _("This code is no longer valid. Please ask for a new one."))
        return lead_to("account_signup", pending.next_url)
    if request.POST.get("action") == "resend" and pending.can_resend():
        return send_again(request, pending)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_right_code(pending, form.cleaned_data["code"]):
            return finish_sign_up(request, pending)
        form.add_error("code", _("This is not the code we sent. Please check it."))
    return render(request, "accounts/confirm_sign_up.html", {"form": form, "pending": pending})


def send_again(request: HttpRequest, pending: PendingSignUp) -> HttpResponse:
    """Send a fresh code, if another mail may be sent, and show the page that asks for it."""
    if may_mail_code(pending.email):
        resend_code(request, pending)
        messages.info(request, _("We have sent you a new code."))
    else:
        messages.error(request, RATE_LIMITED)
    return redirect("accounts:confirm_sign_up")


def finish_sign_up(request: HttpRequest, pending: PendingSignUp) -> HttpResponse:
    """Make the account; should its name or address have gone to another in the meantime, say so."""
    try:
        person = complete_sign_up(request, pending)
    except NameTaken:
        messages.error(request, _("Someone took this display name just now. Please choose another."))
        return lead_to("account_signup", pending.next_url)
    except AddressTaken:
        messages.error(request, _("There is an account with this address by now. Please sign in."))
        return lead_to("account_login", pending.next_url)
    messages.success(request, _("Welcome, %(name)s!") % {"name": person.display_name})
    return redirect(pending.next_url or project.LOGIN_REDIRECT_URL)


@show_or_send
@signed_in
@not_for_guests
@sensitive_post_parameters("password")
def confirm_identity(request: SignedInRequest) -> HttpResponse:
    """Ask for the password, or send a code and ask for it; then lead on to what needed to know who sits there."""
    next_url = choose_next(request, otherwise=reverse("accounts:settings"))
    if request.POST.get("action") == "send":
        return send_identity_code(request, next_url)
    awaits_code = identity.awaits_code(request)
    if "code" in request.POST and not awaits_code:
        messages.error(request, _("This code is no longer valid. Please ask for a new one."))
    code = CodeForm(request.POST if awaits_code and "code" in request.POST else None)
    password = CurrentPasswordForm(request.POST if "password" in request.POST else None)
    if code.is_valid() and not identity.is_right_code(request, code.cleaned_data["code"]):
        code.add_error("code", _("This is not the code we sent. Please check it."))
    if password.is_valid() and not identity.is_right_password(request.user, password.cleaned_data["password"]):
        password.add_error("password", get_adapter().error_messages["enter_current_password"])
    if code.is_valid() or password.is_valid():
        identity.prove(request)
        return redirect(next_url)
    context = {"code_form": code, "password_form": password, "awaits_code": awaits_code, "next_url": next_url}
    return render(request, "accounts/confirm_identity.html", context)


def send_identity_code(request: SignedInRequest, next_url: str) -> HttpResponse:
    """Send a code to the person's own address, if another mail may be sent, and show the page that asks for it."""
    if may_mail_code(str(request.user.email)):
        identity.send_code(request)
        messages.info(request, _("We have sent you a code."))
    else:
        messages.error(request, RATE_LIMITED)
    return redirect(link_to("accounts:confirm_identity", next_url))
