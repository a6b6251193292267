from accounts.models import Scope, User
from accounts.rate_limits import take_use
from games.api.answers import Answer
from games.api.endpoints import delete, get, put
from games.api.inputs import WebhookIn
from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.api.schemas import WebhookOut
from games.api.selectors.tables import write_time
from games.notifications import contacts
from games.notifications.channels import WEBHOOK
from games.notifications.channels.webhook import read_address

CHANGES_AN_HOUR = 60


def _require_bot(user: User) -> None:
    if user.bot_owner_id is None:
        raise Problem("no_bot_account", 403)


def _show(request: TokenRequest) -> Answer:
    contact = contacts.find_contact(request.user, WEBHOOK.code)
    body = {
        "url": contact.address if contact else "",
        "secret": contact.secret if contact else "",
        "paused_at": write_time(contact.paused_at) if contact else None,
    }
    return Answer(body)


@get("webhook", Scope.TABLES, "webhook", WebhookOut)
def webhook(request: TokenRequest) -> Answer:
    """To which address the site posts what happens at a bot account's tables. Only for bot accounts."""
    _require_bot(request.user)
    return _show(request)


@put("webhook", Scope.TABLES, "set_webhook", WebhookOut)
def set_webhook(request: TokenRequest, wanted: WebhookIn) -> Answer:
    """Let the site post to an address of yours. If it paused, that ends. Only for bot accounts."""
    _require_bot(request.user)
    try:
        address = read_address(wanted.url)
    except ValueError:
        raise Problem("invalid", 422, fields=["url"]) from None
    if not take_use("channel", request.user.code, CHANGES_AN_HOUR):
        raise Problem("too_often", 429)
    contacts.connect(request.user, WEBHOOK.code, address)
    return _show(request)


@delete("webhook", Scope.TABLES, "end_webhook")
def end_webhook(request: TokenRequest) -> None:
    """Let the site post nowhere. Only for bot accounts."""
    _require_bot(request.user)
    contacts.disconnect(request.user, WEBHOOK.code)
