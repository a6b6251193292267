from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.decorators import not_for_guests, signed_in
from accounts.emails import send_account_email
from accounts.models import User
from accounts.rate_limits import take_use
from accounts.requests import SignedInRequest
from accounts.services import NameTaken
from accounts.sign_in.reauthentication import for_proved_identity
from accounts.tokens import bots
from accounts.tokens.forms import BotForm, TokenForm
from accounts.tokens.services import MAX_TOKENS, TOKENS_AN_HOUR, list_tokens, make_token, revoke


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
@for_proved_identity
def tokens(request: SignedInRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request)
    if "revoke" in request.POST:
        return _remove(request)
    if "bot_name" in request.POST:
        return _add_bot(request)
    if "remove_bot" in request.POST or "renew_bot" in request.POST:
        return _change_bot(request)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _show(request, form, status=422)
    if not take_use("token", request.user.code, TOKENS_AN_HOUR):
        return _refuse_use(request)
    secret = make_token(request.user, **form.cleaned_data)
    if secret is None:
        form.add_error(None, _("You have %(count)d tokens already. Revoke one first.") % {"count": MAX_TOKENS})
        return _show(request, form, status=422)
    send_account_email(request.user, "token_made")
    return _show(request, secret=secret)


def _remove(request: SignedInRequest) -> HttpResponse:
    revoke(request.user, request.POST["revoke"])
    messages.success(request, _("That token no longer works."))
    return redirect("accounts:tokens")


def _add_bot(request: SignedInRequest) -> HttpResponse:
    form = BotForm(request.POST)
    if not form.is_valid():
        return _show(request, bot_form=form, status=422)
    if not take_use("bot", request.user.code, bots.BOTS_AN_HOUR):
        return _refuse_use(request)
    try:
        bot, secret = bots.make_bot(request.user, form.cleaned_data["bot_name"])
    except NameTaken:
        form.add_error("bot_name", _("Someone already has this name, or one that looks like it."))
    except bots.ManyBots:
        form.add_error(None, _("You have %(count)d bots already. Remove one first.") % {"count": bots.MAX_BOT_ACCOUNTS})
    else:
        send_account_email(request.user, "token_made")
        return _show(request, secret=secret, bot=bot)
    return _show(request, bot_form=form, status=422)


def _change_bot(request: SignedInRequest) -> HttpResponse:
    code = request.POST.get("renew_bot") or request.POST.get("remove_bot")
    bot = next((each for each in bots.list_bots(request.user) if each.code == code), None)
    if bot is None:
        return redirect("accounts:tokens")
    if "renew_bot" in request.POST:
        if not take_use("bot", request.user.code, bots.BOTS_AN_HOUR):
            return _refuse_use(request)
        send_account_email(request.user, "token_made")
        return _show(request, secret=bots.renew_token(bot), bot=bot)
    bots.remove_bot(bot)
    messages.success(request, _("That bot no longer plays. A stand-in bot takes its seats."))
    return redirect("accounts:tokens")


def _refuse_use(request: SignedInRequest) -> HttpResponse:
    messages.error(request, _("That’s too often. Please try again in an hour."))
    return redirect("accounts:tokens")


def _show(
    request: SignedInRequest,
    form: TokenForm | None = None,
    bot_form: BotForm | None = None,
    *,
    secret: str = "",
    bot: User | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form or TokenForm(),
        "bot_form": bot_form or BotForm(),
        "tokens": list_tokens(request.user),
        "bots": bots.list_bots(request.user),
        "secret": secret,
        "bot": bot,
    }
    return render(request, "accounts/tokens.html", context, status=status)
