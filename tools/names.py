"""Counts functions that are used once: `python -m tools.names`."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("accounts", "games", "insidejob")

Function = tuple[str, str]
"""A module and a name."""


def find_once() -> tuple[list[Function], list[Function], int]:
    """Return the functions without an underscore that are used once, by their own module and by another.

    The third value is the number of all functions at the top of a module. Tests and imports are no uses.
    """
    trees = {name_module(path): ast.parse(path.read_text("utf-8")) for path in list_files()}
    functions = [(module, name) for module, tree in trees.items() for name in _list_functions(tree)]
    users: defaultdict[Function, list[str]] = defaultdict(list)
    for module, tree in trees.items():
        for function in _walk_uses(module, tree):
            users[function].append(module)
    once = [each for each in functions if len(users[each]) == 1 and not each[1].startswith("_")]
    own = [each for each in once if users[each] == [each[0]]]
    return own, [each for each in once if each not in own], len(functions)


def list_files() -> list[Path]:
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in paths if not {"tests", "migrations"} & {*path.relative_to(ROOT).parts})


def name_module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _list_functions(tree: ast.Module) -> list[str]:
    return [part.name for part in tree.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]


def _walk_uses(module: str, tree: ast.Module) -> Iterator[Function]:
    """Give what names and attributes stand for, as far as the imports of the module say."""
    names = {name: (module, name) for name in _list_functions(tree)}
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: (str(node.module), alias.name) for alias in node.names}
            modules |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    for part in tree.body:
        for node in ast.walk(part):
            match node:
                case ast.Name(id=name) if name in names and name != getattr(part, "name", ""):
                    yield names[name]
                case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in modules:
                    yield modules[name], attribute


def main() -> None:
    own, others, total = find_once()
    for title, found in (("own module", own), ("another", others)):
        print(f"{len(found)} of {total} functions ({len(found) / total:.1%}) are used once, by {title}:")
        rooms = Counter(".".join(module.split(".")[:2]) for module, _ in found)
        print(" ", ", ".join(f"{room} {count}" for room, count in rooms.most_common()))
    print(*(".".join(each) for each in own), sep="\n")


if __name__ == "__main__":
    main()
