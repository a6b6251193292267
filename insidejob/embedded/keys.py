"""The secret key of a development site: made once, kept in a file that only its owner reads."""

import contextlib
import os
import tempfile
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def keep_secret_key(path: Path) -> str:
    """Return the key kept at `path`, making it first where there is none."""
    if not path.exists():
        _write_once(path, get_random_secret_key())
    return path.read_text()


def _write_once(path: Path, text: str) -> None:
    """Write `text` to `path` at one stroke, unless another process came first."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    os.unlink(draft)
