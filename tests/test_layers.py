"""The house keeps its shape: imports point one way, rules stay pure, titles keep to their packages, files are short."""

import ast
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from games.rules.registry import TITLES

ROOT = Path(__file__).parent.parent
APPS = ("accounts", "games")
CODE = (*APPS, "insidejob", "tools", "tests")
ROOMS = {
    "games": (
        "rules", "fast", "clock", "wording", "models", "state", "people", "notifications", "tables", "circles",
        "archive", "watching", "cases", "personal_data", "moderation", "site", "home", "api",
    ),
    "accounts": (
        "names", "availability", "faces", "models", "rate_limits", "requests", "decorators", "selectors", "emails",
        "services", "sign_in", "tokens", "signals", "views", "profile_settings", "personal_data", "suspensions",
        "announcements",
    ),
}  # fmt: skip
"""Each room may import itself and those before it in its app; `games` may import `accounts`."""
LAYERS = ("selectors", "services", "forms", "views", "urls")
"""The same within a room, where it has them."""
OTHERS = {"__init__.py", "__pycache__", "pyproject.toml", "titles"}
LOOSE = {"apps", "management", "middleware", "migrations", "tasks", "urls"}
"""What belongs to no room and may import all of them."""
BENEATH = ("games.rules", "games.titles", "games.fast", "accounts.names")
"""The rooms that the project may import, because they import nothing of it."""
ATOP = ("settings", "urls", "endpoint_urls", "metrics_urls", "bounce_urls", "wsgi", "embedded")
"""What of the project puts the rooms together, and may import all of them."""
SENTENCES = 3
"""So many open a room: what it is for, what others may import, what it imports."""
IMPURE = {"asyncio", "datetime", "io", "logging", "os", "pathlib", "secrets", "socket", "subprocess", "sys", "time"}
EXTRAS = {"games.rules.lab.aec": {"gymnasium", "numpy", "pettingzoo"}, "games.rules.lab.vector": {"numpy"}}
"""What may import more than the rules do, as an extra of the library that they are."""
TITLE_NAMES = {*TITLES, *(title.FOLDER for title in TITLES.values())}
MAX_LINES = 400


def python_files(*folders: str) -> list[Path]:
    """Return the files in some folders. Tests of a title are no part of the site."""
    found = chain.from_iterable((ROOT / folder).rglob("*.py") for folder in folders)
    return sorted(path for path in found if not is_title_test(path))


def is_title_test(path: Path) -> bool:
    return path.is_relative_to(ROOT / "games" / "titles") and "tests" in path.parts


def files_of_tests() -> list[Path]:
    return [*python_files("tests"), *sorted(path for path in ROOT.glob("games/titles/*/tests/**/*.py"))]


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path: Path) -> set[str]:
    """Return every module that a file imports; `from a import b` counts as `a.b`."""
    return set(imports_in(ast.parse(path.read_text("utf-8"))))


def imports_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their package in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def room_of(module: str) -> tuple[str, str]:
    """Return a module's app and room, such as `("games", "circles")`; no room for the package of an app itself."""
    app, name = (*module.split("."), "")[:2]
    return app, "rules" if name == "titles" else name


def layer_of(module: str) -> int:
    """Return the place of a module among the layers of its room, or -1 if it is in none."""
    name = (*module.split("."), "", "")[2]
    return LAYERS.index(name) if name in LAYERS else -1


def points_up(module: str, imported: str) -> bool:
    """Tell whether an import leads to a higher room, to a higher layer, or from accounts to games."""
    (app, room), (other_app, other_room) = room_of(module), room_of(imported)
    if other_app not in ROOMS or room in LOOSE or not room:
        return False
    if app != other_app:
        return app == "accounts"
    if other_room in LOOSE:
        return True
    if room == other_room:
        return -1 < layer_of(module) < layer_of(imported)
    return ROOMS[app].index(room) < ROOMS[app].index(other_room)


def upward_imports(module: str, imports: set[str]) -> set[str]:
    """Return the imports that point up, from a module to one that lies higher."""
    return {imported for imported in imports if points_up(module, imported)}


def find_in(paths: Iterable[Path], find: Callable[[Path], object]) -> dict[str, object]:
    """Return by module what is found in files, where anything is."""
    return {module_of(path): found for path in paths if (found := find(path))}


def test_imports_point_one_way() -> None:
    assert not find_in(python_files(*APPS), lambda path: upward_imports(module_of(path), imports_of(path)))


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("games.rules.engine.play", "games.models.Game"),
        ("games.models.game", "games.state.table.load_table"),
        ("games.state.table", "games.notifications.outbox._write"),
        ("games.tables.services.moves", "games.tasks.sweep"),
        ("games.tables.services.moves", "games.tables.views.table.table"),
        ("games.tables.selectors.notes", "games.tables.services.notes.write_note"),
        ("games.people.selectors.history", "games.circles.selectors"),
        ("accounts.models", "games.models.Game"),
    ],
)
def test_an_import_that_points_up_is_found(module: str, imported: str) -> None:
    assert upward_imports(module, {imported}) == {imported}


def test_every_module_is_in_a_room() -> None:
    for app, rooms in ROOMS.items():
        names = {path.stem for path in (ROOT / app).glob("*") if path.name not in OTHERS}
        assert names <= {*rooms, *LOOSE}
        assert {*rooms} <= names


@pytest.mark.parametrize("room", [f"{app}/{room}" for app, rooms in ROOMS.items() for room in rooms])
def test_a_room_says_what_it_is_for_and_who_imports_what(room: str) -> None:
    if (ROOT / room).is_dir():
        opening = ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text("utf-8"))) or ""
        assert len(re.findall(r"\.(?:\s|$)", opening)) >= SENTENCES


def test_no_imports_form_a_circle() -> None:
    modules = {module_of(path): path for path in python_files(*APPS)}
    graph = {
        module: {found for name in imports_of(path) if (found := find_module(name, modules)) not in ("", module)}
        for module, path in modules.items()
    }
    assert not [module for module in graph if leads_back(module, graph)]


def test_a_circle_is_found() -> None:
    assert leads_back("a", {"a": {"b"}, "b": {"c"}, "c": {"a"}})
    assert not leads_back("a", {"a": {"b", "c"}, "b": {"c"}, "c": set()})


def find_module(name: str, modules: Collection[str]) -> str:
    """Return the module that an imported name is in or is, or nothing if it is none of ours."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def leads_back(module: str, graph: Mapping[str, Collection[str]]) -> bool:
    """Tell whether a module imports itself by way of others."""
    seen: set[str] = set()
    ahead = [*graph[module]]
    while ahead:
        if (name := ahead.pop()) not in seen:
            seen.add(name)
            ahead.extend(graph[name])
    return module in seen


RULES_FILES = [
    *python_files("games/rules"),
    *python_files(*(f"games/titles/{title.FOLDER}/rules" for title in TITLES.values())),
]


def test_rules_import_only_the_standard_library_and_rules() -> None:
    def find_impure(path: Path) -> set[str]:
        extras = EXTRAS.get(module_of(path), set())
        return {name for name in imports_of(path) if is_impure(name) and name.split(".")[0] not in extras}

    assert not find_in(RULES_FILES, find_impure)


def test_the_site_imports_no_extra_of_the_rules() -> None:
    others = [path for path in python_files(*APPS, "insidejob") if module_of(path) not in EXTRAS]
    assert not find_in(others, lambda path: imports_within(path, EXTRAS))


def test_the_site_imports_neither_tools_nor_tests() -> None:
    assert not find_in(python_files(*APPS, "insidejob"), lambda path: imports_within(path, ["tools", "tests"]))


def test_no_test_imports_another_test() -> None:
    """What several tests need stands in a module of builders, so that a file of tests can be moved or deleted.

    Tests of a title that is no game of the site's run the tests of the others on it.
    """
    on_another_title = {"tests.rules.test_careless_title", "tests.tables.pages.test_new_title"}
    tests = {module_of(path) for path in files_of_tests() if path.name.startswith("test_")}

    def find(path: Path) -> set[str]:
        return {name for name in imports_of(path) if find_module(name, tests)}

    assert find_in([*files_of_tests(), *python_files("tools")], find).keys() == on_another_title


def test_only_commands_import_the_lab() -> None:
    files = [path for path in python_files(*APPS, "insidejob") if not is_within(module_of(path), "games.rules.lab")]
    importers = find_in(files, lambda path: imports_within(path, ["games.rules.lab"]))
    assert importers
    assert all(is_within(module, "games.management") for module in importers)


def is_impure(imported: str) -> bool:
    """Tell whether a module is neither one of the rules nor of that part of the standard library that is pure."""
    name = imported.split(".")[0]
    is_rules = is_within(imported, "games.rules") or re.match(r"games\.titles\.(PACKAGES$|\w+\.rules\b)", imported)
    return not is_rules and (name not in sys.stdlib_module_names or name in IMPURE)


def test_rules_read_and_write_nothing() -> None:
    assert not find_in(RULES_FILES, lambda path: calls_in(path) & {"open", "print", "input"})


def calls_in(path: Path) -> set[str]:
    calls = (node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
    return {call.id for call in calls if isinstance(call, ast.Name)}


def test_people_know_nothing_of_games() -> None:
    assert not find_in(python_files("accounts"), lambda path: imports_within(path, ["games"]))


def is_atop(module: str) -> bool:
    return any(is_within(module, f"insidejob.{name}") for name in ATOP)


def test_the_project_imports_no_room_but_where_it_puts_them_together() -> None:
    below = [path for path in python_files("insidejob") if not is_atop(module_of(path))]

    def find(path: Path) -> set[str]:
        found = imports_within(path, APPS)
        return {name for name in found if not any(is_within(name, room) for room in BENEATH)}

    assert not find_in(below, find)
    assert find_in(set(python_files("insidejob")) - set(below), find)


def test_rooms_import_of_the_project_what_lies_below_them() -> None:
    assert not find_in(python_files(*APPS), lambda path: {name for name in imports_of(path) if is_atop(name)})


def test_what_lies_beneath_the_project_imports_none_of_it() -> None:
    folders = [room.replace(".", "/") for room in BENEATH]
    assert not find_in(python_files(*folders), lambda path: imports_within(path, ["insidejob"]))


def imports_within(path: Path, packages: Iterable[str]) -> set[str]:
    """Return what a file imports of some packages."""
    return {imported for imported in imports_of(path) for package in packages if is_within(imported, package)}


def test_only_what_sets_up_logging_imports_it() -> None:
    """All else logs with structlog: an event, and values that `insidejob.logs` can look at. Reports are made of it."""
    files = python_files(*APPS, "insidejob")
    importers = {module_of(path) for path in files if any(is_within(name, "logging") for name in imports_of(path))}
    assert importers == {"insidejob.beat", "insidejob.error_reports", "insidejob.gunicorn_config", "insidejob.logs"}


def test_no_code_outside_a_title_imports_its_package() -> None:
    def find_others(path: Path) -> set[str]:
        packages = [f"games.titles.{name}" for name in TITLE_NAMES]
        return imports_within(path, [package for package in packages if not is_within(module_of(path), package)])

    assert not find_in(python_files(*APPS, "insidejob"), find_others)


FOLDERS = {title.FOLDER for title in TITLES.values()}

HOUSE_TESTS = python_files("tests")


def test_tests_of_the_house_know_no_titles_package() -> None:
    """Tests outside a title's folder find titles through the registry and `tests.titles`, so a new title is tested like
    the others."""
    packages = {f"games.titles.{folder}" for folder in FOLDERS}
    assert not find_in(HOUSE_TESTS, lambda path: imports_within(path, packages))


def title_comparisons(tree: ast.AST) -> list[int]:
    """Return the lines on which something is compared with a title's name, or a title with anything but None."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Compare) and any(names_title(side) for side in (node.left, *node.comparators)))
        or (isinstance(node, ast.MatchValue) and names_title(node.value))
    ]


def names_title(side: ast.expr) -> bool:
    """Tell whether one side of a comparison is a title's name, a collection of such, or a variable called title."""
    match side:
        case ast.Constant(value=str(text)):
            return text in TITLE_NAMES
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            return any(names_title(item) for item in items)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in ("title", "title_name")
    return False


@pytest.mark.parametrize(
    "code",
    [
        "if game.title == x: pass",
        "if name == 'insidejob': pass",
        "if name in ('target', 'other'): pass",
        "match name:\n case 'rendezvous': pass",
    ],
)
def test_a_branch_on_a_title_is_found(code: str) -> None:
    assert title_comparisons(ast.parse(code))


def outside_title_packages() -> list[Path]:
    packages = [ROOT / "games" / "titles" / name for name in TITLE_NAMES]
    return [path for path in python_files(*APPS, "insidejob") if not any(path.is_relative_to(p) for p in packages)]


def test_no_code_outside_a_title_branches_on_which_title_it_is() -> None:
    assert not find_in(outside_title_packages(), lambda path: title_comparisons(ast.parse(path.read_text("utf-8"))))


def test_no_page_outside_a_title_branches_on_which_title_it_is() -> None:
    quoted = [quote + name + quote for name in TITLES for quote in "\"'"]
    for path in (ROOT / "templates").rglob("*.*"):
        lines = path.read_text("utf-8").splitlines()
        branches = [line for line in lines if re.search(r"({%|{{).*\b(el)?if ", line)]
        assert not [line for line in branches if any(name in line for name in quoted)], path


@pytest.mark.parametrize("folder", CODE)
def test_no_file_of_code_is_long(folder: str) -> None:
    written = [path for path in python_files(folder) if path.parent.name != "migrations"]
    written += [path for path in files_of_tests() if folder == "tests"]
    lengths = {module_of(path): len(path.read_text("utf-8").splitlines()) for path in written}
    assert lengths
    assert not {name: length for name, length in lengths.items() if length > MAX_LINES}
