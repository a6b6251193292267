from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils import timezone, translation
from ninja.security import HttpBearer

from accounts.models import BOT_SCOPE, ApiToken
from accounts.tokens.services import find_token, note_use
from games.api.limits import count_request, name_payer
from games.api.polls import read_secret
from games.api.problems import Problem
from insidejob.storage_errors import ignoring_refusals


class Token(HttpBearer):
    def __init__(self, scope: str = "", *, is_for_bots: bool = True) -> None:
        super().__init__()
        self.scope, self.is_for_bots = scope, is_for_bots

    def __call__(self, request: HttpRequest) -> ApiToken:
        return self.authenticate(request, read_secret(request))

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken:
        found = find_token(token) if token else None
        if found is None:
            raise Problem("token", 401)
        _sign_in(request, found)
        if request.rate.is_over:  # type: ignore[attr-defined]
            raise Problem("too_many_requests", 429)
        if found.user.bot_owner_id and not self.is_for_bots:
            raise Problem("bot_account", 403)
        if self.scope and not {self.scope, BOT_SCOPE}.intersection(found.scopes):
            raise Problem("scope", 403, scope=self.scope)
        with ignoring_refusals():
            note_use(found)
        return found


def _sign_in(request: HttpRequest, token: ApiToken) -> None:
    user = token.user
    request.user, request.token = user, token  # type: ignore[attr-defined]
    request.rate = count_request(name_payer(token))  # type: ignore[attr-defined]
    translation.activate(user.language)
    request.LANGUAGE_CODE = translation.get_language()
    timezone.activate(ZoneInfo(user.time_zone))
