"""The links of a mail that show more than a page's address does: one to play a single decision, one to sign in by.

Both are signed, and die with what the mail was sent to: the address, the password, the sessions of its owner.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.core import signing
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.models import Game, Player

TURNS = signing.Signer(salt="games.mail.turn")
TABLES = signing.Signer(salt="games.mail.table")
STAMP = 16
"""How many hexadecimal digits stand for an account as it was when the mail was made."""


@dataclass(frozen=True)
class TurnLink:
    """What a link names: whose it is, the code of the game, the decision, and whether it still may be used at all."""

    user: User
    code: str
    decision: str
    is_valid: bool

    def find_player(self, game: Game, players: Iterable[Player]) -> Player | None:
        """Return the player whose decision it answers; None once that is over, or the link is."""
        if not self.is_valid or not game.is_running:
            return None
        for player in players:
            if player.user_id == self.user.pk and player.owes == self.decision and not player.stand_in:
                return player
        return None


def make_turn_token(user: User, code: str, decision: str) -> str:
    """Return what names one decision of `user` at the table `code` in an address."""
    return TURNS.sign_object([user.code, code, decision, make_stamp(user)])


def read_turn_token(token: str) -> TurnLink | None:
    """Return what a token names, or None for one that is not ours."""
    try:
        person, code, decision, stamp = TURNS.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(code=person).first()
    if user is None:
        return None
    return TurnLink(user, code, decision, user.is_active and user.plays_by_mail and stamp == make_stamp(user))


def make_table_token(user: User) -> str:
    """Return what fills in the address of `user` on the page to sign in, in a mail to that address."""
    return TABLES.sign_object([user.code, make_stamp(user)])


def read_address(token: str) -> str:
    """Return the address to which a mail with this token went, or nothing if it has changed or was never ours."""
    try:
        person, stamp = TABLES.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return ""
    user = User.objects.filter(code=person, is_active=True).first()
    return str(user.email) if user and user.email and stamp == make_stamp(user) else ""


def make_stamp(user: User) -> str:
    """Return what changes with a person's address and password, and when their other sessions are ended."""
    known = f"{user.email}/{user.get_session_auth_hash()}"
    return salted_hmac("games.mail.stamp", known, algorithm="sha256").hexdigest()[:STAMP]
