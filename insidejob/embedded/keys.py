"""Keys of a development site. They are in files that only their owner can read."""

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.core.management.utils import get_random_secret_key

from insidejob.push_key import make_push_key


def keep_secret_key(path: Path) -> str:
    return _keep(path, get_random_secret_key)


def keep_push_key(path: Path) -> str:
    return _keep(path, make_push_key)


def _keep(path: Path, make: Callable[[], str]) -> str:
    if not path.exists():
        _write_once(path, make())
    return path.read_text()


def _write_once(path: Path, text: str) -> None:
    """Write atomically, unless another process was first."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    os.unlink(draft)
