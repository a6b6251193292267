"""Signed links in emails, which play one decision, or fill in the address for signing in.

They become invalid when the account's address or password changes, or when the user ends their sessions. Long links
made by Django's `Signer` come from earlier releases. They are still read, but no longer made.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.models import Game, Player
from games.notifications.tokens import CODE_BYTES, list_keys, pack_code, read_token, sign_token, unpack_code

LONG_TURNS = signing.Signer(salt="games.mail.turn")
LONG_TABLES = signing.Signer(salt="games.mail.table")
LONG_STAMP = 8
DECISION_BYTES = 4
TURN_STAMP = 3
"""The length of the stamp in bytes. With three, an old link stays valid after a change once in 16 million times."""
TABLE_STAMP = 7


@dataclass(frozen=True)
class TurnLink:
    """What a turn link leads to. If it is not `is_valid`, `user` may be someone else than the recipient."""

    user: User
    code: str
    decision: int
    is_valid: bool

    def find_player(self, game: Game, players: Iterable[Player]) -> Player | None:
        if not self.is_valid or not game.is_running:
            return None
        for player in players:
            is_theirs = player.user_id == self.user.pk and not player.stand_in
            if is_theirs and player.owes and number_decision(player.owes) == self.decision:
                return player
        return None


def make_turn_token(player: Player) -> str:
    """Return a signed token of the game, the seat, the decision and the account's stamp."""
    if player.user is None:
        raise ValueError("only a person gets mail")
    decision = number_decision(player.owes).to_bytes(DECISION_BYTES, "big")
    content = pack_code(player.game.code, player.seat) + decision + make_stamp(player.user, TURN_STAMP)
    return sign_token("turn", content)


def read_turn_token(token: str) -> TurnLink | None:
    if ":" in token:
        return _read_long_turn_token(token)
    content = read_token("turn", token)
    if content is None:
        return None
    code, seat = unpack_code(content[:CODE_BYTES])
    player = Player.objects.filter(game__code=code, seat=seat).select_related("user").first()
    if player is None or player.user is None:
        return None
    decision, stamp = content[CODE_BYTES:-TURN_STAMP], content[-TURN_STAMP:]
    return TurnLink(player.user, code, int.from_bytes(decision, "big"), _may_play(player.user, stamp))


def _read_long_turn_token(token: str) -> TurnLink | None:
    try:
        person, code, decision, stamp = LONG_TURNS.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(code=person).first()
    return TurnLink(user, code, number_decision(decision), _may_play(user, bytes.fromhex(stamp))) if user else None


def _may_play(user: User, stamp: bytes) -> bool:
    return user.is_active and user.plays_by_mail and _is_stamp_of(user, stamp)


def number_decision(name: str) -> int:
    """Return a number that differs for each decision of a game."""
    return crc32(name.encode())


def make_table_token(user: User) -> str:
    return sign_token("table", pack_code(user.code) + make_stamp(user, TABLE_STAMP))


def read_address(token: str) -> str:
    """Return the address in a token, or "" if it has changed since or the token is invalid."""
    if ":" in token:
        named = _read_long_table_token(token)
    else:
        content = read_token("table", token)
        named = (unpack_code(content[:CODE_BYTES])[0], content[CODE_BYTES:]) if content else None
    user = User.objects.filter(code=named[0], is_active=True).first() if named else None
    return str(user.email) if named and user and user.email and _is_stamp_of(user, named[1]) else ""


def _read_long_table_token(token: str) -> tuple[str, bytes] | None:
    try:
        person, stamp = LONG_TABLES.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    return person, bytes.fromhex(stamp)


def _is_stamp_of(user: User, stamp: bytes) -> bool:
    return any(constant_time_compare(stamp, each[: len(stamp)]) for each in _list_stamps(user))


def make_stamp(user: User, size: int = LONG_STAMP) -> bytes:
    """Return bytes that change with the address and the password, and when the user ends their other sessions."""
    return _list_stamps(user)[0][:size]


def _list_stamps(user: User) -> list[bytes]:
    """Return the stamp by the key that signs, and then those by the keys that signed earlier."""
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    known = [(f"{user.email}/{each}", key) for each, key in zip(hashes, list_keys(), strict=True)]
    return [salted_hmac("games.mail.stamp", text, secret=key, algorithm="sha256").digest() for text, key in known]
