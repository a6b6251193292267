"""The links of a mail that show more than a page's address does: one to play a single decision, one to sign in by.

Both are signed, and die with what the mail was sent to: the address, the password, the sessions of its owner.
Emails sent by earlier releases hold longer links, signed by Django's `Signer`: they are read, and none is made.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.models import Game, Player
from games.notifications.tokens import CODE_BYTES, pack_code, read_token, sign_token, unpack_code

LONG_TURNS = signing.Signer(salt="games.mail.turn")
LONG_TABLES = signing.Signer(salt="games.mail.table")
LONG_STAMP = 8
DECISION_BYTES = 4
TURN_STAMP = 3
"""How many bytes of a turn's link stand for its account: of 16 million changes, one leaves an old link good."""
TABLE_STAMP = 7


@dataclass(frozen=True)
class TurnLink:
    """What a link names: who has the seat, the game, the decision, and whether it still may be used at all.

    Where it may not, `user` need not be the one it was sent to.
    """

    user: User
    code: str
    decision: int
    is_valid: bool

    def find_player(self, game: Game, players: Iterable[Player]) -> Player | None:
        """Return the player whose decision it answers; None once that is over, or the link is."""
        if not self.is_valid or not game.is_running:
            return None
        for player in players:
            is_theirs = player.user_id == self.user.pk and not player.stand_in
            if is_theirs and player.owes and number_decision(player.owes) == self.decision:
                return player
        return None


def make_turn_token(player: Player) -> str:
    """Return what names in an address the decision that `player`, a person, is asked.

    It holds the code of the game with the seat, the number of the decision, and the stamp of the account.
    """
    if player.user is None:
        raise ValueError("only a person gets mail")
    decision = number_decision(player.owes).to_bytes(DECISION_BYTES, "big")
    content = pack_code(player.game.code, player.seat) + decision + make_stamp(player.user, TURN_STAMP)
    return sign_token("turn", content)


def read_turn_token(token: str) -> TurnLink | None:
    """Return what a token names, or None for one that is not ours."""
    if ":" in token:
        return read_long_turn_token(token)
    content = read_token("turn", token)
    if content is None:
        return None
    code, seat = unpack_code(content[:CODE_BYTES])
    player = Player.objects.filter(game__code=code, seat=seat).select_related("user").first()
    if player is None or player.user is None:
        return None
    decision, stamp = content[CODE_BYTES:-TURN_STAMP], content[-TURN_STAMP:]
    return TurnLink(player.user, code, int.from_bytes(decision, "big"), may_play(player.user, stamp))


def read_long_turn_token(token: str) -> TurnLink | None:
    """Return what a token of an earlier release names, or None for one that is not ours."""
    try:
        person, code, decision, stamp = LONG_TURNS.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(code=person).first()
    return TurnLink(user, code, number_decision(decision), may_play(user, bytes.fromhex(stamp))) if user else None


def may_play(user: User, stamp: bytes) -> bool:
    """Tell whether a link with this stamp may still play for `user`."""
    return user.is_active and user.plays_by_mail and is_stamp_of(user, stamp)


def number_decision(name: str) -> int:
    """Return the number that stands for a decision in a token: another for each decision of a game."""
    return crc32(name.encode())


def make_table_token(user: User) -> str:
    """Return what fills in the address of `user` on the page to sign in, in a mail to that address."""
    return sign_token("table", pack_code(user.code) + make_stamp(user, TABLE_STAMP))


def read_address(token: str) -> str:
    """Return the address to which a mail with this token went, or nothing if it has changed or was never ours."""
    if ":" in token:
        named = read_long_table_token(token)
    else:
        content = read_token("table", token)
        named = (unpack_code(content[:CODE_BYTES])[0], content[CODE_BYTES:]) if content else None
    user = User.objects.filter(code=named[0], is_active=True).first() if named else None
    return str(user.email) if named and user and user.email and is_stamp_of(user, named[1]) else ""


def read_long_table_token(token: str) -> tuple[str, bytes] | None:
    """Return the code and the stamp in a token of an earlier release, or None for one that is not ours."""
    try:
        person, stamp = LONG_TABLES.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    return person, bytes.fromhex(stamp)


def is_stamp_of(user: User, stamp: bytes) -> bool:
    """Tell whether an account is still as it was when a link with this stamp was made."""
    return constant_time_compare(stamp, make_stamp(user, len(stamp)))


def make_stamp(user: User, size: int = LONG_STAMP) -> bytes:
    """Return what changes with a person's address and password, and when their other sessions are ended."""
    known = f"{user.email}/{user.get_session_auth_hash()}"
    return salted_hmac("games.mail.stamp", known, algorithm="sha256").digest()[:size]
