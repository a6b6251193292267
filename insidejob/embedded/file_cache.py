"""Django's cache in files. It also works while the disk is full."""

from contextlib import suppress
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache

MAX_ENTRIES = 5_000
"""Once there are more, Django drops a third of them at random, also what says who is at a table at this moment."""


class FileCache(FileBasedCache):
    """A file cache that stores nothing while the disk is full."""

    def __init__(self, folder: str, params: dict[str, Any]) -> None:
        super().__init__(folder, {"max_entries": MAX_ENTRIES, **params})

    def set(self, *arguments: Any, **options: Any) -> None:
        with suppress(OSError):
            super().set(*arguments, **options)
