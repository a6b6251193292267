"""What static files lose on their way to the browser."""

from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from insidejob.static_storage import MinifiedStorage

STATIC = Path("static")


@pytest.mark.parametrize("path", [*STATIC.rglob("*.css"), *STATIC.rglob("*.js")], ids=str)
def test_comments_are_not_served(path: Path, tmp_path: Path) -> None:
    storage = MinifiedStorage(location=tmp_path)
    name = storage.save(path.name, ContentFile(path.read_bytes()))
    served = (tmp_path / name).read_text("utf-8")
    assert 0 < len(served) < path.stat().st_size
    assert "/*" not in served.replace("/*!", "")


def test_other_files_and_minified_ones_stay_as_they_are(tmp_path: Path) -> None:
    storage = MinifiedStorage(location=tmp_path)
    for name in ("words.txt", "other.min.js"):
        storage.save(name, ContentFile(b"a  /* b */  c"))
        assert (tmp_path / name).read_bytes() == b"a  /* b */  c"
