"""The tests that lead to a function, by names: those that use its name, or the name of a function that uses it, …"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

from tools.mutants.changes import PACKAGES

MOST_STEPS = 5
TOO_COMMON = 80
"""A name that more functions use than this, such as `get`, leads no further."""

Test = tuple[str, str]
"""The file and the name of a function, mostly of a test."""
Users = Mapping[str, Set[Test]]
"""For each name the functions that use it."""


def read_users(root: Path) -> Users:
    users: defaultdict[str, set[Test]] = defaultdict(set)
    paths = (path for folder in (*PACKAGES, "insidejob", "tests") for path in (root / folder).rglob("*.py"))
    for path in paths:
        if "migrations" not in path.parts:
            for function, name in _walk_names(ast.parse(path.read_text("utf-8"))):
                users[name].add((path.relative_to(root).as_posix(), function))
    return users


def measure_tests(function: str, users: Users) -> dict[Test, int]:
    """Return the tests that lead to a function, and in how many steps from name to name."""
    found: dict[Test, int] = {}
    seen = names = {function}
    for steps in range(1, MOST_STEPS + 1):
        using = {user for name in names for user in users.get(name, ())}
        for path, user in using:
            if user.startswith("test_"):
                found.setdefault((path, user), steps)
        names = {user for _, user in using} - seen
        names = {name for name in names if len(users.get(name, ())) <= TOO_COMMON}
        seen = seen | names
    return found


def _walk_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Give each name, and each text that may be one, with the outermost function, or the constant, where it stands."""
    for statement in ast.walk(tree):
        if isinstance(statement, ast.Module | ast.ClassDef):
            for part in statement.body:
                yield from ((_find_name(part), name) for name in _list_names(part))


def _find_name(statement: ast.stmt) -> str:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def _list_names(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.Constant(value=str(name)) if name.isidentifier():
                yield name
