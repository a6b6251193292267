"""SQLite as several processes can share it."""

from pathlib import Path
from typing import Any

# Readers do not wait for the writer, and what was confirmed outlives a power cut: with `synchronous = NORMAL`, as is
# often advised, the last moves could be lost. The other figures are common advice for a site of this size.
PRAGMAS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA mmap_size = 134217728;
PRAGMA journal_size_limit = 27103364;
PRAGMA cache_size = 2000;
"""


def sqlite_database(path: Path) -> dict[str, Any]:
    """Return the entry of `DATABASES` for the file `path`.

    A transaction takes the write lock when it begins (IMMEDIATE) and waits for it up to `timeout` seconds. With
    Django's defaults it asks at its first write, and fails with "database is locked" if another wrote meanwhile.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE", "init_command": PRAGMAS},
    }
