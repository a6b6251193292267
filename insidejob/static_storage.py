"""Minifies static files before WhiteNoise hashes and compresses them."""

import re
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

UNSEEN = re.compile(r"<!--.*?-->|(?<=>)\s+(?=<)", re.DOTALL)
"""Comments and space between the elements of drawings, which have no text."""
SUFFIXES = (".css", ".js", ".svg")


class MinifiedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    def _save(self, name: str, content: Any) -> str:
        suffix = Path(name).suffix
        if suffix in SUFFIXES and not name.endswith(f".min{suffix}"):
            # Hashing has read the file; `chunks` seeks to the start.
            content = ContentFile(_minify(suffix, b"".join(content.chunks()).decode()).encode())
        saved: str = super()._save(name, content)
        return saved


def _minify(suffix: str, text: str) -> str:
    if suffix == ".svg":
        return UNSEEN.sub("", text)
    # The library starts threads when it is loaded, which a process that forks must not have.
    import minify

    minified: str = minify.string("text/css" if suffix == ".css" else "application/javascript", text)
    return minified
