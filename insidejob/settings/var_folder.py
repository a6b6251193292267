"""Checks that a development site can write to its folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Create the folder; exit with one sentence if it cannot be written."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path in (folder, *folder.glob("*")):
            # SQLite may have just deleted one of its files.
            if not os.access(path, os.W_OK) and path.exists():
                raise PermissionError(None, "Permission denied", str(path))
        yield
    except OSError as error:
        raise SystemExit(
            f"Inside Job cannot write to {error.filename or folder} ({error.strerror}): "
            "make it writable, or name another folder in INSIDEJOB_VAR."
        ) from None
