"""Minifies static files before WhiteNoise hashes and compresses them."""

import re
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

UNSEEN = re.compile(r"<!--.*?-->|(?<=>)\s+(?=<)", re.DOTALL)
"""Comments and space between the elements of drawings, which have no text."""
OURS = "js/"
"""Our own scripts, whose names nothing outside them uses."""
SUFFIXES = (".css", ".js", ".svg")


class MinifiedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    def _save(self, name: str, content: Any) -> str:
        suffix = Path(name).suffix
        if suffix in SUFFIXES and not name.endswith(f".min{suffix}"):
            # Hashing has read the file; `chunks` seeks to the start.
            text = b"".join(content.chunks()).decode()
            if name.startswith(OURS):
                # The library shortens the names in a block, but not those outside.
                text = f"{{{text}}}"
            content = ContentFile(_minify(suffix, text).encode())
        saved: str = super()._save(name, content)
        return saved


def _minify(suffix: str, text: str) -> str:
    if suffix == ".svg":
        return UNSEEN.sub("", text)
    # The library starts threads when it is loaded, which a process that forks must not have.
    import minify

    minified: str = minify.string("text/css" if suffix == ".css" else "application/javascript", text)
    return minified
