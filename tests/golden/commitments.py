"""Test vectors for any checker of commitments: `python -m tests.golden.commitments` writes `commitments.json` again.

`docs/records.md` says what they are. Keys are made from names here, so that the same bytes come out each time.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.rules.commitment import hash_part, hash_tree, list_parts, make_salt, open_parts
from games.rules.engine.values import Json
from games.rules.record import verify_record
from games.rules.registry import TITLES
from tests.golden.features import read_golden

PATH = Path(__file__).with_name("commitments.json")
STRANGE: tuple[tuple[str, Json], ...] = (
    ("leader", 2),
    ("role-0", "insider"),
    ("hand-1", ["B7", "P13"]),
    ("round-2-word-10", ["pêche à la ligne", None, 'l’œuf "d\'or"', "a/b\\c"]),
    ("game", {"title": "insidejob", "rules": 1, "seats": 3, "options": {"roles": [], "wagers": True}}),
)
MAX_LEAVES = 9


def write_vectors() -> str:
    """Return the file of vectors."""
    vectors = {"hashes": [*list_hashes()], "trees": [*list_trees()], "files": [*list_files()]}
    return json.dumps(vectors, ensure_ascii=False, indent=1) + "\n"


def make_key(name: str) -> bytes:
    return sha256(name.encode()).digest()


def list_hashes() -> Iterator[dict[str, Json]]:
    """Yield parts with their salts and hashes."""
    for name, value in STRANGE:
        salt = make_salt(make_key("hashes"), name)
        yield {"name": name, "salt": salt.hex(), "value": value, "hash": hash_part(name, salt, value).hex()}


def list_trees() -> Iterator[dict[str, Json]]:
    """Yield leaves with the root over them."""
    leaves = [make_key(f"leaf {number}") for number in range(MAX_LEAVES)]
    for count in range(1, MAX_LEAVES + 1):
        yield {"leaves": [leaf.hex() for leaf in leaves[:count]], "root": hash_tree(leaves[:count]).hex()}


def list_files() -> Iterator[dict[str, Any]]:
    """Yield files with the record they belong to, by its line, and whether they hold."""
    for title in TITLES:
        raw, *_ = read_golden(title)
        replay = verify_record(raw)
        parts = list_parts(replay.title, replay.options, replay.deal, replay.state.rules)
        whole = open_parts(parts, make_key(title), parts)
        record = f"{title}-1.jsonl:1"
        yield {"record": record, "holds": True, "why": "", "file": whole}
        began = replay.title.start(replay.options, replay.deal, replay.state.rules)
        partial = open_parts(parts, make_key(title), replay.title.PARTS.opened(began))
        yield {"record": None, "holds": True, "why": "", "file": partial}
        yield from spoil(record, whole)


def spoil(record: str, file: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a file with faults."""
    *others, last = file["parts"]
    dealt = {**file, "parts": [*others, {**last, "value": [last["value"]]}]}
    yield {"record": None, "holds": False, "why": "the root is not that of the last part", "file": dealt}
    leaves = [hash_part(part["name"], bytes.fromhex(part["salt"]), part["value"]) for part in dealt["parts"]]
    other = {**dealt, "root": hash_tree(leaves).hex()}
    yield {"record": record, "holds": False, "why": "the last part is not that of the record", "file": other}
    yield {"record": None, "holds": False, "why": "the names are in no order", "file": reverse(file)}


def reverse(file: dict[str, Any]) -> dict[str, Any]:
    """Return a file with its parts the other way round, and the root of these."""
    parts = file["parts"][::-1]
    leaves = [hash_part(part["name"], bytes.fromhex(part["salt"]), part["value"]) for part in parts]
    return {**file, "root": hash_tree(leaves).hex(), "parts": parts}


if __name__ == "__main__":
    PATH.write_text(write_vectors(), "utf-8")
