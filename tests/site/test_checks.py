"""A title that lacks a page, a mail, a style sheet or a bot keeps the site from starting, and is told what it lacks."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.template import engines
from django.test import override_settings

from games.rules.registry import TITLES
from games.site import checks
from games.site.checks import (
    BOTS,
    CASE_PAGES,
    TABLE_SHEET,
    TAG,
    _find_gaps,
    _list_templates,
    name_pages,
    require_titles,
)
from mole.rules import TITLE as mole

STYLESHEET = "css/mole.css"
FILES = [*(f"templates/{path}" for path in _list_templates("mole")), f"static/{STYLESHEET}", "static/img/og/mole.png"]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in which the mole title has all files that it needs, and is alone in the registry."""
    for path in FILES:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(f"{TABLE_SHEET}\n" if path.endswith(".css") else "", "utf-8")
    monkeypatch.setattr(checks, "TITLES", {"mole": mole})
    engine, other = settings.TEMPLATES
    templates: list[dict[str, Any]] = [
        {**engine, "DIRS": [*engine["DIRS"], tmp_path / "templates"]},
        other,
    ]
    with override_settings(TEMPLATES=templates, STATICFILES_DIRS=[settings.BASE_DIR / "static", tmp_path / "static"]):
        yield tmp_path


def test_the_titles_of_the_house_lack_nothing() -> None:
    assert [gap for title in TITLES.values() for gap in _find_gaps(title)] == []
    require_titles()


def test_a_title_with_all_its_files_starts(house: Path) -> None:
    require_titles()


@pytest.mark.parametrize("path", FILES)
def test_a_file_that_is_missing_is_named(house: Path, path: str) -> None:
    (house / path).unlink()
    with pytest.raises(ImproperlyConfigured, match=f"^mole has no {path}[^.]*[.;]"):
        require_titles()
    with pytest.raises(SystemCheckError, match=path):
        call_command("check", tags=[TAG])


def test_a_style_sheet_without_that_of_all_tables_is_named(house: Path) -> None:
    (house / "static" / STYLESHEET).write_text(".named { color: red }\n", "utf-8")
    with pytest.raises(ImproperlyConfigured, match=TABLE_SHEET):
        require_titles()


def test_a_template_that_cannot_be_read_is_named(house: Path) -> None:
    (house / "templates/games/mole/board.html").write_text("{% nonsense %}", "utf-8")
    with pytest.raises(ImproperlyConfigured, match=r"templates/games/mole/board\.html .*nonsense"):
        require_titles()


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_that_is_missing_is_named(bot: str) -> None:
    lacking = replace(mole, BOTS={name: mole.BOTS[name] for name in BOTS if name != bot})
    assert any(repr(bot) in gap for gap in _find_gaps(lacking))


def test_every_template_that_the_house_includes_of_a_title_is_checked() -> None:
    """Names stand in the templates of the house as `template ~ "/name.html"`; what code includes is added here."""
    included = set()
    for engine in engines.all():
        for folder in engine.dirs:
            for path in Path(folder).rglob("*.*"):
                included |= {part.split('"')[0] for part in path.read_text("utf-8").split('template ~ "/')[1:]}
    asked = {path.rsplit("/", 1)[1] for path in (*_list_templates("mole"), *name_pages("mole", CASE_PAGES))}
    assert included | {"rules.html", "emblem.html", "asked.txt", "table.txt", "case_board.html"} == asked
