"""Minifies static files before WhiteNoise hashes and compresses them."""

from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

MINIFIERS = {".css": cssmin, ".js": jsmin}


class MinifiedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    def _save(self, name: str, content: Any) -> str:
        for suffix, minify in MINIFIERS.items():
            if name.endswith(suffix) and not name.endswith(f".min{suffix}"):
                # Hashing has read the file; `chunks` seeks to the start.
                content = ContentFile(minify(b"".join(content.chunks()).decode()).encode())
        saved: str = super()._save(name, content)
        return saved
