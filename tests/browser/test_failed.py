"""A page of a failed test is kept as it was: to look at, to read, and with what it wrote to the console."""

from pathlib import Path

import pytest

from tests.browser import failed
from tests.browser.conftest import NewPerson

pytestmark = pytest.mark.browser


def test_a_page_is_kept(new_person: NewPerson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = new_person()
    visitor.go("/").evaluate("console.log('said'), document.body.append('drawn by a script')")
    monkeypatch.setattr(failed, "FAILED", tmp_path)
    failed.keep_pages("tests/browser/test_it.py::test_it[a b]", [visitor])
    page = tmp_path / "tests-browser-test_it.py-test_it-a-b" / "person-1-page-1"
    assert page.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    assert "drawn by a script" in page.with_suffix(".html").read_text()
    assert page.with_suffix(".txt").read_text() == f"{visitor.page.url}\nlog: said\n"
