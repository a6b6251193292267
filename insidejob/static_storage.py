"""Static files as they are served: minified, then hashed and compressed by WhiteNoise."""

from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

MINIFIERS = {".css": cssmin, ".js": jsmin}


class MinifiedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Minifies style sheets and scripts when they are collected: their comments are for us alone."""

    def _save(self, name: str, content: Any) -> str:
        for suffix, minify in MINIFIERS.items():
            if name.endswith(suffix) and not name.endswith(f".min{suffix}"):
                # Read in chunks, which begins at the start: hashing has read it to the end.
                content = ContentFile(minify(b"".join(content.chunks()).decode()).encode())
        saved: str = super()._save(name, content)
        return saved
