"""The changes that make mutants: where the code can be changed, how, and which changes a sample takes."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("games", "accounts")
LEFT_OUT = ("migrations", "management", "lab", "tests")
"""Migrations have tests of another kind; commands and the lab are not the site."""

AREAS = {
    "secrecy": (
        "games/state/*",
        "games/watching/*",
        "games/api/selectors/*",
        "games/titles/*/rules/observe.py",
        "games/titles/*/rules/opened.py",
        "games/titles/*/rules/record_observation.py",
        "games/titles/*/rules/unknown_cards.py",
        "games/titles/*/rules/disguise.py",
    ),
    "move": (
        "games/tables/services/moves.py",
        "games/tables/services/premoves.py",
        "games/tables/services/stand_ins.py",
        "games/tables/services/bots.py",
        "games/rules/engine/*",
        "games/titles/*/rules/apply.py",
    ),
    "deadlines": (
        "games/clock/*",
        "games/tables/services/deadlines.py",
        "games/tables/services/outages.py",
        "games/tables/services/pauses.py",
        "games/tables/services/vacations.py",
    ),
    "rules": ("games/rules/*", "games/titles/*/rules/*"),
    "elsewhere": ("*",),
}
"""A file belongs to the first area that names it."""
SHARES = {"rules": 0.28, "secrecy": 0.16, "move": 0.12, "deadlines": 0.14, "elsewhere": 0.30}
"""How large a part of the sample comes from each area."""
EVERYWHERE = "everywhere"
"""Not an area: all of them, each mutant with the same chance."""

SWAPPED: Mapping[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
}


@dataclass(frozen=True)
class Mutant:
    """One change: where it is, of what kind, and both texts."""

    path: str
    line: int
    last_line: int
    column: int
    last_column: int
    kind: str
    area: str
    function: str
    old: str
    new: str

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line}:{self.column} {self.kind}"


def list_mutants() -> list[Mutant]:
    """Return every mutant of the packages, in the order of the code."""
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    kept = [path for path in paths if not set(path.relative_to(ROOT).parts) & set(LEFT_OUT)]
    return [mutant for path in kept for mutant in list_mutants_of(path)]


def draw(mutants: Sequence[Mutant], count: int, seed: int, only: str | None) -> list[Mutant]:
    """Return a sample in an order that mixes the areas, so that a run that is cut short has some of each."""
    random = Random(seed)
    shares = {only: 1.0} if only else SHARES
    drawn: list[Mutant] = []
    for area, share in shares.items():
        found = [mutant for mutant in mutants if area in (mutant.area, EVERYWHERE)]
        drawn += random.sample(found, min(len(found), round(count * share)))
    random.shuffle(drawn)
    return drawn


def list_mutants_of(path: Path, root: Path = ROOT) -> list[Mutant]:
    """Return the mutants of one file: of what stands in its functions, except texts, annotations and asserts."""
    source = path.read_text("utf-8")
    name = path.relative_to(root).as_posix()
    found = []
    for function, node in walk_functions(ast.parse(source)):
        for kind, part, new in change(node):
            old = ast.get_source_segment(source, part) or ""
            place = (part.lineno, part.end_lineno, part.col_offset, part.end_col_offset)
            found.append(Mutant(name, *place, kind, find_area(name), function, old, new))
    return found


def find_area(name: str) -> str:
    return next(area for area, patterns in AREAS.items() if any(fnmatch(name, pattern) for pattern in patterns))


def walk_functions(tree: ast.Module) -> Iterator[tuple[str, Any]]:
    """Give each expression and statement in the bodies of functions with the name of its function."""
    todo: list[tuple[str, ast.AST]] = [("", tree)]
    while todo:
        function, node = todo.pop()
        if isinstance(node, ast.FunctionDef):
            todo += [(node.name, child) for child in reversed(node.body)]
            continue
        if isinstance(node, ast.Assert | ast.Raise | ast.Import | ast.ImportFrom | ast.JoinedStr) or is_text(node):
            continue
        if function and isinstance(node, ast.expr | ast.stmt):
            yield function, node
        children = [child for child in ast.iter_child_nodes(node) if child is not getattr(node, "annotation", None)]
        todo += [(function, child) for child in reversed(children)]


def is_text(node: ast.AST) -> bool:
    """Tell whether a statement is a docstring or writes to the log."""
    if not isinstance(node, ast.Expr):
        return False
    if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
        return ast.unparse(node.value.func).startswith(("log.", "logger."))
    return isinstance(node.value, ast.Constant)


def change(node: Any) -> Iterator[tuple[str, Any, str]]:
    """Give the changes that a node allows: the kind, the part that is replaced, and the new text."""
    if isinstance(node, ast.expr):
        yield from ((kind, node, new) for kind, new in change_expression(node))
    match node:
        case ast.If() | ast.While() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield "condition negated", node.test, f"(not {ast.unparse(node.test)})"
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "result dropped", node, "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement removed", node, "pass"
        case ast.Continue() | ast.Break():
            yield "loop", node, "break" if isinstance(node, ast.Continue) else "continue"


def change_expression(node: ast.expr) -> Iterator[tuple[str, str]]:
    """Give the kinds of change that an expression allows, with the new text of each."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield "comparison", write(node, ops=[SWAPPED[type(op)]()])
        case ast.BoolOp() | ast.BinOp() if type(node.op) in SWAPPED:
            yield "operator", write(node, op=SWAPPED[type(node.op)]())
        case ast.UnaryOp(op=ast.Not()):
            yield "not dropped", f"({ast.unparse(node.operand)})"
        case ast.Constant(value=bool()):
            yield "truth", str(not node.value)
        case ast.Constant(value=int(number)):
            yield "number", str(number + 1)
            yield "number", f"({number - 1})"


def write(node: ast.AST, **fields: object) -> str:
    """Return the text of an expression with other fields, in brackets."""
    changed = type(node)(**{**dict(ast.iter_fields(node)), **fields})
    return f"({ast.unparse(ast.fix_missing_locations(changed))})"


def find_again(mutant: Mutant) -> Mutant | None:
    """Return the same change in today's code: the nearest of those in a function of this name. None if it is gone."""
    path = ROOT / mutant.path
    if not path.exists():
        return None
    same = [
        each
        for each in list_mutants_of(path)
        if (each.kind, each.function, each.old, each.new) == (mutant.kind, mutant.function, mutant.old, mutant.new)
    ]
    return min(same, key=lambda each: abs(each.line - mutant.line), default=None)


def find_before(mutant: Mutant, root: Path) -> Mutant | None:
    """Return the same change in an earlier tree, where its function reads the same. None if there is no such function.

    Files have moved: of several functions with this text it takes the one at the most similar path.
    """
    line, text = next(
        (line, text)
        for line, text in reversed(_list_functions(ROOT / mutant.path, mutant.function))
        if line <= mutant.line < line + len(text.splitlines())
    )
    found = [
        each
        for path, source in _read_texts(root).items()
        if f"def {mutant.function}(" in source
        for start, same in _list_functions(path, mutant.function)
        if same == text
        for each in list_mutants_of(path, root)
        if (each.line - start, each.column, each.kind, each.old, each.new)
        == (mutant.line - line, mutant.column, mutant.kind, mutant.old, mutant.new)
    ]
    return max(found, key=lambda each: SequenceMatcher(None, each.path, mutant.path).ratio(), default=None)


@cache
def _read_texts(root: Path) -> dict[Path, str]:
    return {path: path.read_text("utf-8") for package in PACKAGES for path in (root / package).rglob("*.py")}


@cache
def _list_functions(path: Path, name: str) -> list[tuple[int, str]]:
    """Return the first line and the text of each function of this name, the outer before the inner."""
    source = path.read_text("utf-8")
    return [
        (node.lineno, ast.get_source_segment(source, node) or "")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name == name
    ]


def apply(source: str, mutant: Mutant) -> str:
    """Return the text of a file with a mutant's change. Columns are counted in bytes, as `ast` counts them."""
    lines = source.encode().splitlines(keepends=True)
    before = b"".join(lines[: mutant.line - 1]) + lines[mutant.line - 1][: mutant.column]
    after = lines[mutant.last_line - 1][mutant.last_column :] + b"".join(lines[mutant.last_line :])
    assert before.decode() + mutant.old + after.decode() == source, f"{mutant.name} is not where it was"
    return before.decode() + mutant.new + after.decode()
