"""What forms say in French of what is wrong: as a friend does, never as an office does."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.core.context import request_context
from django import forms
from django.http import QueryDict
from django.test import RequestFactory
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from accounts.sign_in import forms as account_forms
from accounts.sign_in import forms_mfa as way_forms
from games.notifications import forms as channel_forms
from games.notifications.channels import CHANNELS
from games.notifications.contacts import list_contacts
from games.rules.registry import get_title
from games.tables.forms import opening as game_forms
from tests.accounts.builders_tokens import PAGE, sign_in_surely
from tests.builders_people import make_person
from tests.tables.pages.browser import sign_in

ADDRESS = next(channel.address for channel in CHANNELS.values() if channel.address)

pytestmark = pytest.mark.django_db
FORMAL = re.compile(r"\b(?:vous|votre|vos)\b|\b(?!assez\b|chez\b)\w+ez\b", re.IGNORECASE)
Data = dict[str, str]
Maker = Callable[[Data, User], forms.BaseForm]


def request() -> Any:
    asked: Any = RequestFactory().post("/")
    asked.session = {}
    return asked


def as_query(data: Data) -> QueryDict:
    query = QueryDict(mutable=True)
    query.update(data)
    return query


FORMS: dict[type[forms.BaseForm], Maker] = {
    account_forms.NewcomerForm: lambda data, user: account_forms.NewcomerForm(data),
    account_forms.SignUpForm: lambda data, user: account_forms.SignUpForm(data),
    account_forms.AccountForm: lambda data, user: account_forms.AccountForm(data, user=user),
    account_forms.PlayingForm: lambda data, user: account_forms.PlayingForm(data),
    account_forms.SafetyForm: lambda data, user: account_forms.SafetyForm(data),
    account_forms.GuestForm: lambda data, user: account_forms.GuestForm(data, user=user),
    account_forms.CodeForm: lambda data, user: account_forms.CodeForm(data),
    account_forms.CurrentPasswordForm: lambda data, user: account_forms.CurrentPasswordForm(data),
    account_forms.SignInForm: lambda data, user: account_forms.SignInForm(data, request=request()),
    account_forms.RequestCodeForm: lambda data, user: account_forms.RequestCodeForm(data),
    account_forms.ResetPasswordForm: lambda data, user: account_forms.ResetPasswordForm(data),
    account_forms.AddAddressForm: lambda data, user: account_forms.AddAddressForm(user, data),
    account_forms.ChangePasswordForm: lambda data, user: account_forms.ChangePasswordForm(user, data),
    account_forms.SetPasswordForm: lambda data, user: account_forms.SetPasswordForm(user, data),
    account_forms.ResetPasswordKeyForm: lambda data, user: account_forms.ResetPasswordKeyForm(data, user=user),
    account_forms.ConfirmSignInCodeForm: lambda data, user: account_forms.ConfirmSignInCodeForm(data, code="AB"),
    account_forms.ConfirmAddressCodeForm: lambda data, user: account_forms.ConfirmAddressCodeForm(data, code="AB"),
    way_forms.MfaCodeForm: lambda data, user: way_forms.MfaCodeForm(data, user=user),
    way_forms.ProveCodeForm: lambda data, user: way_forms.ProveCodeForm(data, user=user),
    way_forms.TurnOnForm: lambda data, user: way_forms.TurnOnForm(data, user=user),
    way_forms.AddPasskeyForm: lambda data, user: way_forms.AddPasskeyForm(data, user=user),
    channel_forms.MatrixForm: lambda data, user: channel_forms.MatrixForm(list_contacts(user), data),
    channel_forms.CaseReminderForm: lambda data, user: channel_forms.CaseReminderForm({"mail": "email"}, data),
    channel_forms.AddressForm: lambda data, user: channel_forms.AddressForm(ADDRESS, data),
    game_forms.OpenTableForm: lambda data, user: game_forms.OpenTableForm(get_title("insidejob"), as_query(data)),
}
PARTS = {account_forms.DisplayNameForm}
"""Forms that are only ever part of another."""
UNSEEN = {
    channel_forms.DeviceForm, way_forms.SignInPasskeyForm, way_forms.ProvePasskeyForm, way_forms.MfaPasskeyForm,
}  # fmt: skip
"""Forms that a script fills, and whose errors a view words."""


def bad_inputs(names: list[str], user: User) -> Iterator[Data]:
    """Yield what a visitor might send: nothing, nonsense, too little, too much, what is taken, a weak password."""
    texts = ("", "?", "x" * 3000, "a\0b", "password", "12345678", user.email or "", user.display_name, "Alba", "6")
    yield {}
    for text in texts:
        yield dict.fromkeys(names, text)
    yield dict.fromkeys(names, "x" * 3000 + "@example.org")


def test_every_form_is_tried_here() -> None:
    ours = {
        form
        for module in (account_forms, way_forms, game_forms, channel_forms)
        for form in vars(module).values()
        if isinstance(form, type) and issubclass(form, forms.BaseForm) and form.__module__ == module.__name__
    }
    assert ours == set(FORMS) | PARTS | UNSEEN


@pytest.mark.parametrize("form_class", FORMS, ids=lambda form: form.__name__)
def test_no_form_speaks_formally(form_class: type[forms.BaseForm]) -> None:
    user, said = make_person("Ada"), set[str]()
    with override("fr"), request_context(request()):
        for data in bad_inputs([*FORMS[form_class]({}, user).fields], user):
            form = FORMS[form_class](data, user)
            said |= {str(error) for errors in form.errors.values() for error in errors}
    assert said
    assert not [sentence for sentence in said if FORMAL.search(sentence)]


@pytest.mark.parametrize(
    ("sentence", "formal"),
    [
        ("Assurez-vous que cette valeur comporte au plus 5 caractères.", True),
        ("Sélectionnez un choix valide.", True),
        ("Votre adresse", True),
        ("C’est assez long chez toi.", False),
    ],
)
def test_an_official_tone_is_noticed(sentence: str, formal: bool) -> None:
    assert bool(FORMAL.search(sentence)) is formal


def test_a_refused_form_leads_to_its_first_error_and_not_to_the_top() -> None:
    client = sign_in(make_person("Ada"))
    page = client.post(reverse("games:mail"), {"reminders": "tomorrow", "mail-schedule": "now"}).content.decode()
    [focused] = re.findall(r"<[^>]*\bautofocus\b[^>]*>", page)
    assert 'name="reminders"' in focused
    assert "autofocus" not in client.get(reverse("games:mail")).content.decode()


def test_a_refused_form_leads_to_choices_in_which_its_first_error_is() -> None:
    page = sign_in_surely(make_person()).post(PAGE, {"name": "My bot"}).content.decode()
    [focused] = re.findall(r"<[^>]*\bautofocus\b[^>]*>", page)
    assert focused.startswith("<fieldset")
    assert 'tabindex="-1"' in focused
