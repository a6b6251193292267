from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.decorators import not_for_guests, signed_in
from accounts.emails import send_account_email
from accounts.rate_limits import take_use
from accounts.requests import SignedInRequest
from accounts.sign_in.reauthentication import for_proved_identity
from accounts.tokens.forms import TokenForm
from accounts.tokens.services import MAX_TOKENS, TOKENS_AN_HOUR, list_tokens, make_token, revoke


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
@for_proved_identity
def tokens(request: SignedInRequest) -> HttpResponse:
    if request.method != "POST":
        return show(request, TokenForm())
    if "revoke" in request.POST:
        return remove(request)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return show(request, form, status=422)
    if not take_use("token", request.user.code, TOKENS_AN_HOUR):
        messages.error(request, _("That’s too often. Please try again in an hour."))
        return redirect("accounts:tokens")
    secret = make_token(request.user, **form.cleaned_data)
    if secret is None:
        form.add_error(None, _("You have %(count)d tokens already. Revoke one first.") % {"count": MAX_TOKENS})
        return show(request, form, status=422)
    send_account_email(request.user, "token_made")
    return show(request, TokenForm(), secret=secret)


def remove(request: SignedInRequest) -> HttpResponse:
    revoke(request.user, request.POST["revoke"])
    messages.success(request, _("That token no longer works."))
    return redirect("accounts:tokens")


def show(request: SignedInRequest, form: TokenForm, secret: str = "", status: int = 200) -> HttpResponse:
    context = {"form": form, "tokens": list_tokens(request.user), "secret": secret}
    return render(request, "accounts/tokens.html", context, status=status)
