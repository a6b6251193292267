"""Passwords that were stolen somewhere: found in the operator's list, however long; without a list none is refused."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.sign_in.stolen_passwords import _is_breached
from insidejob.checks import check_stolen_passwords_can_be_read
from tests.accounts.forms_and_emails import send_sign_up

STOLEN = "seven stolen lamps"


def digest(password: str) -> str:
    return hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()


def write_list(folder: Path, passwords: list[str], ending: str = "\r\n") -> str:
    """Write a list as Pwned Passwords has it; return its path."""
    path = folder / "stolen.txt"
    lines = sorted(f"{digest(word)}:{number % 4_000_000 + 1}" for number, word in enumerate(passwords))
    path.write_bytes("".join(f"{line}{ending}" for line in lines).encode())
    return str(path)


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
@pytest.mark.parametrize("count", [1, 2, 3, 500])
def test_each_password_of_the_list_is_found_and_no_other(
    settings: Any, tmp_path: Path, count: int, ending: str
) -> None:
    words = [f"word {number}" for number in range(count)]
    settings.BREACHES_FILE = write_list(tmp_path, words, ending)
    assert all(_is_breached(word) for word in words)
    assert not any(_is_breached(f"other {number}") for number in range(500))


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\n\n\n", b"\xff" * 100_000])
def test_what_is_no_list_refuses_nobody(settings: Any, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "stolen.txt").write_bytes(content)
    settings.BREACHES_FILE = str(tmp_path / "stolen.txt")
    assert not _is_breached(STOLEN)


def test_without_a_list_or_where_it_is_gone_nobody_is_refused_and_a_check_says_so(
    settings: Any, tmp_path: Path
) -> None:
    settings.BREACHES_FILE = ""
    assert not _is_breached(STOLEN)
    assert check_stolen_passwords_can_be_read(None) == []
    settings.BREACHES_FILE = str(tmp_path / "gone.txt")
    assert not _is_breached(STOLEN)
    assert [message.id for message in check_stolen_passwords_can_be_read(None)] == ["insidejob.E003"]


@pytest.mark.django_db
def test_signing_up_refuses_a_stolen_password_and_no_other(settings: Any, tmp_path: Path) -> None:
    settings.BREACHES_FILE = write_list(tmp_path, [STOLEN])
    client = Client(headers={"accept-language": "en"})
    page = send_sign_up(client, "ada@example.org", "Ada", password=STOLEN, time_zone="Europe/Paris", language="en")
    assert "lists of stolen ones" in page.content.decode()
    assert not User.objects.exists()
    assert send_sign_up(client, "ada@example.org", "Ada", password="seven lamps of mine").status_code == 302
