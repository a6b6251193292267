"""The settings pages."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import signed_in
from accounts.models import User
from accounts.requests import SignedInRequest
from accounts.services import NameRefused, rename
from accounts.sign_in.forms import AccountForm, PlayingForm, SafetyForm, word_refused_name
from accounts.views import keep_language

SettingsForm = AccountForm | PlayingForm | SafetyForm
show_or_save = require_http_methods(["GET", "HEAD", "POST"])


@signed_in
@require_safe
def settings(request: SignedInRequest) -> HttpResponse:
    return render(request, "accounts/settings.html")


@signed_in
@show_or_save
def account(request: SignedInRequest) -> HttpResponse:
    person = _load_copy(request)
    shown = {name: getattr(person, name) for name in AccountForm.base_fields}
    form = AccountForm(request.POST if request.method == "POST" else None, user=person, initial=shown)
    return _show_or_keep(request, "account", form, person)


@signed_in
@show_or_save
def playing(request: SignedInRequest) -> HttpResponse:
    person = _load_copy(request)
    shown = {name: getattr(person, name) for name in PlayingForm.base_fields}
    form = PlayingForm(request.POST if request.method == "POST" else None, initial=shown)
    return _show_or_keep(request, "playing", form, person)


@signed_in
@show_or_save
def safety(request: SignedInRequest) -> HttpResponse:
    person = _load_copy(request)
    shown = {name: getattr(person, name) for name in SafetyForm.base_fields}
    form = SafetyForm(request.POST if request.method == "POST" else None, initial=shown)
    return _show_or_keep(request, "safety", form, person)


@signed_in
@require_safe
def data(request: SignedInRequest) -> HttpResponse:
    return render(request, "accounts/settings_data.html")


def _load_copy(request: SignedInRequest) -> User:
    """Return a second copy of the user for a form.

    The form writes refused values into it, and these must not show in the page's header.
    """
    return get_object_or_404(User, pk=request.user.pk)


def _show_or_keep(request: SignedInRequest, page: str, form: SettingsForm, person: User) -> HttpResponse:
    if form.is_valid() and _save_settings(form, person):
        with translation.override(person.language):
            messages.success(request, _("Saved."))
        response = redirect(f"accounts:{page}")
        keep_language(request, response, person.language)
        return response
    return render(request, f"accounts/settings_{page}.html", {"form": form, "face": person.own_face})


def _save_settings(form: SettingsForm, person: User) -> bool:
    """Save the settings. Return False if the name is refused."""
    for name, value in form.cleaned_data.items():
        setattr(person, name, value)
    try:
        rename(person, display_name=person.display_name, also=form.cleaned_data)
    except NameRefused as refused:
        form.add_error("display_name", word_refused_name(refused, person.display_name, person))
        return False
    return True
