"""Settings of SQLite, for several processes."""

from pathlib import Path
from typing import Any

# WAL: readers do not wait for the writer. `synchronous = NORMAL` could lose the last moves in a power cut.
PRAGMAS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA mmap_size = 134217728;
PRAGMA journal_size_limit = 27103364;
PRAGMA cache_size = 2000;
"""


def sqlite_database(path: Path) -> dict[str, Any]:
    """Return the settings of a database.

    Transactions take the write lock when they begin (IMMEDIATE). Otherwise a transaction that reads first would fail at
    its first write with "database is locked", if another process has written since.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE", "init_command": PRAGMAS},
    }
