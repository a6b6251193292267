"""`manage.py verify` checks what opens a deal; a checker written from `docs/records.md` alone comes to the same."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from games.rules.commitment import list_parts, open_parts
from games.rules.record import dump_line, verify_record
from tests.golden.commitments import PATH, make_key, write_vectors
from tests.golden.features import read_golden
from tests.records.faults import verify
from tests.records.faults import write as write_lines
from tests.titles import golden_of

VECTORS = json.loads(PATH.read_text("utf-8"))


def check_part(part: Any) -> bytes:
    if "hash" in part:
        return bytes.fromhex(part["hash"])
    text = json.dumps([part["name"], part["value"]], ensure_ascii=False, separators=(",", ":"))
    return sha256(b"\0" + bytes.fromhex(part["salt"]) + text.encode("utf-8")).digest()


def check_tree(hashes: list[bytes]) -> bytes:
    """Return the root, level by level: a last one without a neighbour goes up as it is."""
    while len(hashes) > 1:
        pairs = [hashes[at : at + 2] for at in range(0, len(hashes), 2)]
        hashes = [sha256(b"\1" + pair[0] + pair[1]).digest() if len(pair) == 2 else pair[0] for pair in pairs]
    return hashes[0]


def list_names(game: Any) -> list[str]:
    seats, options = game["seats"], game["options"]
    if game["title"] == "target":
        return ["game", "first"]
    if game["title"] == "rendezvous":
        rounds = range(1, options["rounds"] + 1)
        kinds = ["spies", *(f"word-{number}" for number in range(1, 11))]
        return ["game", "first", *(f"round-{number}-{kind}" for number in rounds for kind in kinds)]
    risky = options["risky"] or "daredevil" in options["roles"]
    hands = [f"hand-{seat}" for seat in range(seats)]
    roles = [f"role-{place}" for place in range(seats + (seats == 2))]
    missions = [f"mission-{place}" for place in range(28 if risky else 24)]
    return ["game", "leader", *hands, *roles, *missions, "box", *(["larry"] if seats == 2 else [])]


def read_dealt(record: Any) -> dict[str, Any]:
    """Return by name what a record says of the parts of its deal, but for the box and the spies, which follow."""
    deal = record["deal"]
    found = {name: deal[name] for name in ("leader", "first", "larry") if name in deal}
    for kind in ("hand", "role", "mission"):
        found |= {f"{kind}-{place}": value for place, value in enumerate(deal.get(f"{kind}s", []))}
    for place, cards in enumerate(deal.get("rounds", []), start=1):
        for number in range(10):
            found[f"round-{place}-word-{number + 1}"] = [card and card[number] for card in cards]
    return found


def holds(file: Any, record: Any) -> bool:
    """Tell whether a file holds, and agrees with a record if there is one."""
    if check_tree([check_part(part) for part in file["parts"]]).hex() != file["root"]:
        return False
    first = file["parts"][0]
    if first["name"] != "game" or [part["name"] for part in file["parts"]] != list_names(first["value"]):
        return False
    dealt = read_dealt(record) if record else {}
    return all(part["value"] == dealt[part["name"]] for part in file["parts"] if part["name"] in dealt)


def find_record(place: str | None) -> Any:
    if place is None:
        return None
    name, line = place.split("-1.jsonl:")
    return json.loads(golden_of(name, 1).read_text("utf-8").splitlines()[int(line) - 1])


def test_the_vectors_are_what_the_house_makes() -> None:
    assert PATH.read_text("utf-8") == write_vectors()


def test_a_checker_written_from_the_document_agrees_with_the_vectors() -> None:
    for part in VECTORS["hashes"]:
        assert check_part({name: part[name] for name in ("name", "salt", "value")}).hex() == part["hash"]
    for tree in VECTORS["trees"]:
        assert check_tree([bytes.fromhex(leaf) for leaf in tree["leaves"]]).hex() == tree["root"]
    for vector in VECTORS["files"]:
        assert holds(vector["file"], find_record(vector["record"])) == vector["holds"], vector["why"]


def write(path: Path, *values: Any) -> Path:
    return write_lines(path, *map(dump_line, values))


@pytest.mark.parametrize("number", range(len(VECTORS["files"])))
def test_verify_agrees_with_the_vectors(number: int, tmp_path: Path) -> None:
    vector = VECTORS["files"][number]
    record = find_record(vector["record"])
    records = [write(tmp_path / "record.json", record)] if record else []
    opened = write(tmp_path / "commitment.json", vector["file"])
    status, said, complaints = verify(*records, f"--commitments={opened}")
    assert (status == 0) == vector["holds"], complaints
    assert len(complaints) == (not vector["holds"])
    if vector["holds"]:
        assert said[-2:] == [f"{opened}:1: {vector['file']['root']}", "Commitments: 1. All of them hold."]
    else:
        assert complaints[0].startswith(f"{opened}:1: ")


def open_all(raw: Any, key: bytes) -> dict[str, Any]:
    """Return the file that opens the deal of a record."""
    replay = verify_record(raw)
    parts = list_parts(replay.title, replay.options, replay.deal, replay.state.rules)
    return open_parts(parts, key, parts)


def test_a_line_for_each_record_and_the_roots_one_kept(tmp_path: Path) -> None:
    golden = read_golden("insidejob")[:3]
    files = [open_all(raw, make_key(str(number))) for number, raw in enumerate(golden)]
    records = write(tmp_path / "records.jsonl", *golden)
    mine = write(tmp_path / "mine.jsonl", files[0], None, files[2])
    status, said, _ = verify(records, f"--commitments={mine}", f"--root={files[2]['root']}")
    assert status == 0
    assert said == [
        "Records: 3. All of them hold.",
        f"{mine}:1: {files[0]['root']}",
        f"{mine}:3: {files[2]['root']}",
        "Commitments: 2. All of them hold.",
    ]
    status, said, complaints = verify(records, f"--commitments={mine}", f"--root={files[1]['root']}")
    assert (status, said, len(complaints)) == (1, [], 1)
    assert complaints[0].startswith("--root: ")
    swapped = write(tmp_path / "swapped.jsonl", files[1], files[0], files[2])
    status, _, complaints = verify(records, f"--commitments={swapped}")
    assert (status, [line.split(": ")[0] for line in complaints]) == (1, [f"{swapped}:1", f"{swapped}:2"])


@pytest.mark.parametrize("count", [0, 1, 3])
def test_another_number_of_lines_than_records_is_an_error(count: int, tmp_path: Path) -> None:
    records = write(tmp_path / "records.jsonl", *read_golden("target")[:2])
    mine = write(tmp_path / "mine.jsonl", *[None] * count)
    with pytest.raises(CommandError, match="fewer lines"):
        verify(records, f"--commitments={mine}")


def test_what_cannot_be_checked_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Name a file"):
        verify()
    with pytest.raises(CommandError, match="no commitment"):
        verify(f"--commitments={write(tmp_path / 'none.jsonl', None)}")
    with pytest.raises(CommandError, match="cannot be read"):
        verify(f"--commitments={tmp_path}")
    status, _, complaints = verify(f"--commitments={write(tmp_path / 'other.jsonl', 7, read_golden('target')[0])}")
    assert status == 1
    assert len(complaints) == 2
