import datetime as dt
import secrets
from collections.abc import Collection
from hashlib import sha256

from django.utils import timezone

from accounts.models import ApiToken, User
from insidejob.cache_stamps import forget_stamps, name_token

PREFIX = "ij_"
BYTES = 32
MAX_TOKENS = 20
TOKENS_AN_HOUR = 20
USED_EVERY = dt.timedelta(minutes=10)


def make_token(user: User, *, name: str, scopes: Collection[str], lasts: int | None = None) -> str | None:
    """Return a new token, which ends after `lasts` days if given. Return None if the user has too many."""
    if ApiToken.objects.filter(user=user).count() >= MAX_TOKENS:
        return None
    secret = PREFIX + secrets.token_urlsafe(BYTES)
    expires_at = timezone.now() + dt.timedelta(days=lasts) if lasts else None
    ApiToken.objects.create(
        user=user, name=name, digest=digest_secret(secret), scopes=sorted(scopes), expires_at=expires_at
    )
    return secret


def digest_secret(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def find_token(secret: str) -> ApiToken | None:
    found = ApiToken.objects.select_related("user__bot_owner").filter(digest=digest_secret(secret)).first()
    if found is None or found.is_expired:
        return None
    return found if all(_may_act(each) for each in (found.user, found.user.bot_owner) if each) else None


def _may_act(user: User) -> bool:
    return user.is_active and user.left_at is None


def note_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.used_at is None or now - token.used_at >= USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


def list_tokens(user: User) -> list[ApiToken]:
    return list(ApiToken.objects.filter(user=user).order_by("pk"))


def revoke(user: User, key: str) -> None:
    for token in (each for each in list_tokens(user) if each.key == key):
        token.delete()
        forget_stamps(name_token(token.digest))
