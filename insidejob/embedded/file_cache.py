"""Django's cache in files, for a disk that may be full."""

from contextlib import suppress
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache


class FileCache(FileBasedCache):
    """Stores nothing while the disk is full."""

    def set(self, *arguments: Any, **options: Any) -> None:
        with suppress(OSError):
            super().set(*arguments, **options)
