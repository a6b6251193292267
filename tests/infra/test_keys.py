"""The development site’s keys."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from django.utils.http import urlsafe_base64_decode

from games.notifications.channels.push import load_key
from insidejob.embedded.keys import keep_push_key, keep_secret_key


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    key = keep_secret_key(path)
    assert len(key) >= 50
    assert keep_secret_key(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_processes_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(keep_secret_key, [tmp_path / "secret_key"] * 50))
    assert len(keys) == 1


def test_the_key_of_pushes_is_one_that_browsers_take(tmp_path: Path) -> None:
    key = keep_push_key(tmp_path / "push_key")
    assert keep_push_key(tmp_path / "push_key") == key
    assert len(urlsafe_base64_decode(load_key(key).public_text)) == 65
