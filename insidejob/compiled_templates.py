"""Stores compiled templates in files, as Python does with modules. Compiling all of them takes over a second."""

import hashlib
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from jinja2 import BytecodeCache, FileSystemBytecodeCache
from jinja2.bccache import Bucket

FOLDER = Path(__file__).parent / "__pycache__" / "templates"


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates. If one template has changed, all are compiled again.

    A compiled template contains those that it includes.
    """

    def __init__(self, folders: Sequence[str], compiler: Path) -> None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        place = hashlib.sha256("\n".join(folders).encode()).hexdigest()[:8]
        super().__init__(str(FOLDER), f"%s-{place}.cache")
        self.fingerprint = find_fingerprint(folders, compiler)

    def get_source_checksum(self, source: str) -> str:
        return self.fingerprint

    def dump_bytecode(self, bucket: Bucket) -> None:
        # If the disk is full or the folder cannot be written, this only costs time.
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(folders: Sequence[str], compiler: Path) -> BytecodeCache | None:
    """Return a store for the compiled templates of `folders`, or None if nothing can be stored.

    `compiler` is the module that compiles them. If Python stores no compiled modules, no templates are stored either.
    """
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            return CompiledTemplates(folders, compiler)
    return None


def find_fingerprint(folders: Sequence[str], compiler: Path) -> str:
    """Return a digest of all files in `folders` and of the module that compiles them."""
    digest = hashlib.sha256(compiler.read_bytes())
    for folder in folders:
        for path in sorted(each for each in Path(folder).rglob("*") if each.is_file()):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(folder)} {len(content)}\n".encode() + content)
    return digest.hexdigest()
