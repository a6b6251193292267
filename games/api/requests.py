from accounts.models import ApiToken
from accounts.requests import SignedInRequest
from games.api.limits import Rate


class TokenRequest(SignedInRequest):
    token: ApiToken
    rate: Rate
