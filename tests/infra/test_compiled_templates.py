"""Compiled templates are kept in files, and never used once one has changed."""

import errno
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from insidejob import compiled_templates, templates
from insidejob.compiled_templates import keep_compiled
from insidejob.templates import Loader, SiteEnvironment, _forget_changed, find_backend, write_text

COMPILER = Path(templates.__file__)
REFUSE = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
Make = Callable[[], SiteEnvironment]


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A folder with a page that includes another."""
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "outer.html").write_text("{% include 'inner.html' %}", "utf-8")
    (folder / "inner.html").write_text("old", "utf-8")
    return folder


@pytest.fixture
def make(pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """What makes a new environment, as a process does that starts."""
    monkeypatch.setattr(compiled_templates, "FOLDER", tmp_path / "compiled")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return lambda: SiteEnvironment(loader=Loader(pages), bytecode_cache=keep_compiled(COMPILER))


def test_the_next_process_compiles_nothing(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    assert make().get_template("outer.html").render() == "old"
    monkeypatch.setattr(SiteEnvironment, "compile", REFUSE)
    assert make().get_template("outer.html").render() == "old"


def test_a_changed_part_changes_the_pages_that_include_it(make: Make, pages: Path) -> None:
    make().get_template("outer.html")
    (pages / "inner.html").write_text("new", "utf-8")
    assert make().get_template("outer.html").render() == "new"


def test_what_another_compiler_made_is_not_used(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make().get_template("outer.html")
    newer = tmp_path / "templates.py"
    newer.write_text("", "utf-8")
    environment = make()
    environment.bytecode_cache = keep_compiled(newer)
    monkeypatch.setattr(SiteEnvironment, "compile", REFUSE)
    with pytest.raises(OSError, match="No space"):
        environment.get_template("outer.html")


def test_without_a_place_to_write_pages_are_compiled_each_time(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.NamedTemporaryFile", REFUSE)
    assert make().get_template("outer.html").render() == "old"
    monkeypatch.setattr(Path, "mkdir", REFUSE)
    assert make().bytecode_cache is None


def test_an_email_shown_on_a_page_is_escaped_though_its_text_is_kept(
    make: Make, pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pages / "email.txt").write_text("{{ name }}", "utf-8")
    for _ in range(2):
        environment = make()
        environment.autoescape = templates._is_escaped
        assert environment.get_template("email.txt").render(name="<b>") == "<b>"
        monkeypatch.setattr(find_backend(), "env", environment)
        assert write_text("email.txt", name="<b>") == "&lt;b&gt;"


def test_under_make_dev_a_changed_template_is_read_again(
    make: Make, pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_backend(), "env", make())
    monkeypatch.setattr(find_backend(), "template_dirs", [pages])
    (pages / ".#outer.html").symlink_to("ada@laptop.4321:1790000000")
    _forget_changed()
    before = find_backend().env.get_template("outer.html")
    _forget_changed()
    assert find_backend().env.get_template("outer.html") is before
    find_backend().env.bytecode_cache = None
    (pages / "inner.html").write_text("other", "utf-8")
    _forget_changed()
    assert find_backend().env.get_template("outer.html").render() == "other"
