"""What static files lose on their way to the browser."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.management import call_command

from games.rules.registry import TITLES
from insidejob.static_finders import IN_MODULES, JoiningAppFinder, JoiningFinder, _join_modules, list_modules
from insidejob.static_storage import MinifiedStorage

STATIC = Path("static")
ALSO_ALONE = {STATIC / "js/time_left.js"}
"""Modules of the table that are scripts of their own on other pages."""


SHEETS = [*STATIC.rglob("*.css"), *Path("games/titles").glob("*/static/**/*.css")]


@pytest.mark.parametrize("path", [*SHEETS, *STATIC.rglob("*.js")], ids=str)
def test_comments_are_not_served(path: Path, tmp_path: Path) -> None:
    storage = MinifiedStorage(location=tmp_path)
    name = storage.save(path.name, ContentFile(path.read_bytes()))
    served = (tmp_path / name).read_text("utf-8")
    assert 0 < len(served) < path.stat().st_size
    assert "/*" not in served.replace("/*!", "")


def test_drawings_are_served_without_what_nobody_sees(tmp_path: Path) -> None:
    storage = MinifiedStorage(location=tmp_path)
    name = storage.save("faces.svg", ContentFile((STATIC / "img/faces.svg").read_bytes()))
    served = (tmp_path / name).read_text("utf-8")
    assert not re.search(r"<!--|>\s+<", served)
    assert served.count("<path ") == (STATIC / "img/faces.svg").read_text("utf-8").count("<path ") > 0


@pytest.mark.deep
def test_collected_files_have_the_content_of_their_sources_under_a_hashed_name(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "insidejob.static_storage.MinifiedStorage"}}
    call_command("collectstatic", interactive=False, verbosity=0)
    for name in ("css/site", "js/table"):
        folder, stem = name.split("/")
        plain, hashed = sorted((tmp_path / folder).glob(f"{stem}.*[sj]s"), key=lambda path: len(path.name))
        assert plain.read_bytes()[:40] == hashed.read_bytes()[:40] != b""


@pytest.mark.parametrize("script", IN_MODULES)
def test_a_script_in_modules_is_collected_as_one_file(script: str) -> None:
    folder = script.removesuffix(".js")
    found = dict(JoiningFinder().list(None))
    assert not [name for name in found if name.startswith(f"{folder}/")]
    storage = found[script]
    with storage.open(script) as file:
        joined = file.read().decode()
    assert storage.size(script) == len(joined.encode())
    names = re.findall(r"^(?:const|let) (\w+)", joined, re.MULTILINE)
    assert len(names) == len(set(names)) > 30
    assert not re.search(r"^(import|export)\b", joined, re.MULTILINE)
    modules = list_modules(STATIC / script)
    assert {*modules} - ALSO_ALONE == {STATIC / script, *STATIC.glob(f"{folder}/*.js")}
    newest = max(module.stat().st_mtime for module in modules)
    assert storage.get_modified_time(script).timestamp() == pytest.approx(newest)


@pytest.mark.parametrize("folder", [title.FOLDER for title in TITLES.values()])
def test_the_style_sheet_of_a_title_is_collected_with_that_of_all_tables(folder: str) -> None:
    name = f"css/{folder}.css"
    storage = dict(JoiningAppFinder().list(None))[name]
    table, own = STATIC / "css/table.css", Path(storage.path(name))
    with storage.open(name) as file:
        joined = file.read().decode()
    assert joined == f"{table.read_text('utf-8')}\n{own.read_text('utf-8').partition(';')[2].lstrip()}"
    assert storage.size(name) == len(joined.encode())
    newest = max(table.stat().st_mtime, own.stat().st_mtime)
    assert storage.get_modified_time(name).timestamp() == pytest.approx(newest)


def test_a_module_stands_once_after_what_it_imports(tmp_path: Path) -> None:
    for name, text in {
        "all.js": 'import { one } from "./one.js";\nimport "./two.js";\none();\n',
        "one.js": 'import {\n  two,\n} from "./two.js";\nexport const one = () => two;\n',
        "two.js": 'import { one } from "./one.js";\nexport let two = 2;\nconst three = () => one;\n',
    }.items():
        (tmp_path / name).write_text(text)
    joined = "let two = 2;\nconst three = () => one;\n\nconst one = () => two;\n\none();\n"
    assert _join_modules(tmp_path / "all.js") == joined


@pytest.mark.parametrize("line", ["export function one() {}", 'import { one as two } from "./one.js";'])
def test_a_module_that_cannot_be_joined_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "all.js").write_text('import { one } from "./one.js";\n')
    (tmp_path / "one.js").write_text(f"const one = 1;\n{line}\n")
    with pytest.raises(ValueError, match=rf"^one\.js: .*{re.escape(line)}$"):
        _join_modules(tmp_path / "all.js")


def test_other_files_and_minified_ones_stay_as_they_are(tmp_path: Path) -> None:
    storage = MinifiedStorage(location=tmp_path)
    for name in ("words.txt", "other.min.js"):
        storage.save(name, ContentFile(b"a  /* b */  c"))
        assert (tmp_path / name).read_bytes() == b"a  /* b */  c"
