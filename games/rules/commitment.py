"""Commits to a deal with one hash, and opens the deal part by part.

The hash is the root of a Merkle tree (RFC 6962, section 2.1) over the parts, each with a salt. See `docs/records.md`
and decision 5.
"""

import hmac
import json
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from games.rules.engine.errors import BadRecord
from games.rules.engine.option_versions import dump_options
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.strict_json import is_same, quote, require_keys
from games.rules.engine.values import Json
from games.rules.record import Replay, read_options, read_title

FORMAT = "insidejob-commitment/1"
KEYS = ("format", "root", "parts")
# The keys in the JSON of an opened part and of a closed part.
OPEN, CLOSED = ("name", "salt", "value"), ("name", "hash")
# The length of hashes, salts and keys in bytes.
SIZE = 32
WHERE = "commitment"
# The first part, always open, identifies the game.
GAME, GAME_KEYS = "game", ("title", "rules", "seats", "options")
LEAF, NODE = b"\x00", b"\x01"


def list_parts(title: AnyTitle, options: Any, deal: Any, rules: int) -> dict[str, Json]:
    seats = len(title.dump_deal(deal).hands)
    game = {"title": title.NAME, "rules": rules, "seats": seats, "options": dump_options(title, options, rules)}
    return {GAME: game, **title.PARTS.split(deal)}


def commit(parts: Mapping[str, Json], key: bytes) -> str:
    """Return the commitment to `parts` in hexadecimal. `key` holds `SIZE` secret random bytes."""
    return hash_tree([hash_part(name, make_salt(key, name), value) for name, value in parts.items()]).hex()


def make_salt(key: bytes, name: str) -> bytes:
    """Return the salt of a part. Known salts reveal nothing about the key or about other salts."""
    return hmac.digest(key, name.encode(), "sha256")


def hash_part(name: str, salt: bytes, value: Json) -> bytes:
    written = json.dumps([name, value], ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return sha256(LEAF + salt + written.encode()).digest()


def hash_tree(leaves: Sequence[bytes]) -> bytes:
    """Return the root of a Merkle tree.

    The left half has as many leaves as the largest power of two below their number.
    """
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(NODE + hash_tree(leaves[:half]) + hash_tree(leaves[half:])).digest()


def open_parts(parts: Mapping[str, Json], key: bytes, names: Collection[str]) -> dict[str, Json]:
    return {
        "format": FORMAT,
        "root": commit(parts, key),
        "parts": [
            _open_part(name, make_salt(key, name), value) if name in names else _close_part(name, key, value)
            for name, value in parts.items()
        ],
    }


def _open_part(name: str, salt: bytes, value: Json) -> dict[str, Json]:
    return {"name": name, "salt": salt.hex(), "value": value}


def _close_part(name: str, key: bytes, value: Json) -> dict[str, Json]:
    return {"name": name, "hash": hash_part(name, make_salt(key, name), value).hex()}


def verify_commitment(raw: Json, replay: Replay | None = None) -> str:
    """Return the root of a valid file.

    With a `replay` all parts must be open and agree with it. Raises `BadRecord`.
    """
    require_keys(raw, KEYS, WHERE)
    if raw["format"] != FORMAT:
        raise BadRecord(WHERE, f"format is {quote(raw['format'])}, not {quote(FORMAT)}")
    if not isinstance(raw["parts"], list) or not raw["parts"]:
        raise BadRecord(WHERE, f"parts is {quote(raw['parts'])}, not a list of some")
    root = hash_tree([_read_hash(part, number) for number, part in enumerate(raw["parts"])]).hex()
    if raw["root"] != root:
        raise BadRecord(WHERE, f"root is {quote(raw['root'])}, and that of the parts is {quote(root)}")
    _require_names(raw["parts"])
    if replay is not None:
        _require_deal(raw["parts"], list_parts(replay.title, replay.options, replay.deal, replay.state.rules))
    return root


def _require_names(parts: Sequence[Mapping[str, Json]]) -> None:
    """Raise `BadRecord` if there are parts that a deal does not have.

    Otherwise one tree could be opened as two different deals.
    """
    game = parts[0].get("value") if parts[0]["name"] == GAME else None
    require_keys(game, GAME_KEYS, f"{WHERE}, {GAME}")
    assert game is not None
    title = read_title(game)
    options = read_options(title, game["options"], game["seats"], game["rules"])
    deal = title.make_deal(options, game["seats"], Random(0))  # noqa: S311  Any deal will do: only its names matter.
    wanted = list_parts(title, options, deal, game["rules"])
    if [part["name"] for part in parts] != list(wanted):
        raise BadRecord(WHERE, "the parts are not those of such a game, in their order")


def _read_hash(raw: Json, number: int) -> bytes:
    is_closed = isinstance(raw, dict) and "hash" in raw
    require_keys(raw, CLOSED if is_closed else OPEN, f"{WHERE}, part {number}")
    if not isinstance(raw["name"], str):
        raise BadRecord(WHERE, f"the name of part {number} is {quote(raw['name'])}, not a text")
    if is_closed:
        return _read_bytes(raw["hash"], f"the hash of {quote(raw['name'])}")
    try:
        return hash_part(raw["name"], _read_bytes(raw["salt"], f"the salt of {quote(raw['name'])}"), raw["value"])
    except (UnicodeEncodeError, ValueError):
        raise BadRecord(WHERE, f"part {number} holds what cannot be written as UTF-8 or JSON") from None


def _read_bytes(raw: Json, what: str) -> bytes:
    if not isinstance(raw, str) or len(raw) != 2 * SIZE or not set(raw) <= set("0123456789abcdef"):
        raise BadRecord(WHERE, f"{what} is {quote(raw)}, not {2 * SIZE} hexadecimal digits")
    return bytes.fromhex(raw)


def _require_deal(parts: Sequence[Mapping[str, Json]], dealt: Mapping[str, Json]) -> None:
    for part in parts:
        name = part["name"]
        if "value" not in part:
            raise BadRecord(WHERE, f"{name} is closed, though the game is over")
        if not is_same(part["value"], dealt[name]):
            raise BadRecord(WHERE, f"{name} is not what the record says")
