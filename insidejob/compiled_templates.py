"""Stores compiled templates in files, as Python does with modules. Compiling all of them takes over a second."""

import hashlib
import sys
from contextlib import suppress
from pathlib import Path

from jinja2 import BytecodeCache, FileSystemBytecodeCache
from jinja2.bccache import Bucket

FOLDER = Path(__file__).parent / "__pycache__" / "templates"


class _CompiledTemplates(FileSystemBytecodeCache):
    def dump_bytecode(self, bucket: Bucket) -> None:
        # If the disk is full or the folder cannot be written, this only costs time.
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(compiler: Path) -> BytecodeCache | None:
    """Return a store for compiled templates, or None if nothing can be stored.

    `compiler` is the module that compiles them: once it has changed, they are compiled again. If Python stores no
    compiled modules, no templates are stored either.
    """
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            FOLDER.mkdir(parents=True, exist_ok=True)
            made_by = hashlib.sha256(compiler.read_bytes()).hexdigest()[:8]
            return _CompiledTemplates(str(FOLDER), f"%s-{made_by}.cache")
    return None
