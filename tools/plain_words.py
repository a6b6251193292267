"""Counts stiff words in docs, and in docstrings and comments: `python -m tools.plain_words`.

It is a help for writers and fails nothing. CONTRIBUTING.md, "How we write", gives the reasons. Django, django-allauth
and Celery have 1.3 to 1.7 stiff words per 1,000.
"""

import ast
import io
import re
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ("*.md", ".github/*.md", "docs/**/*.md", "tests/*.md", "tools/*.md")
CODE = ("accounts", "games", "insidejob", "tools")
WORD = re.compile(r"[A-Za-z’']+")
STIFF_WORDS = """
whoever|whatever|wherever|whom|whose|somebody|nobody|everybody|beside|besides|one's|one may|told
anew|hence|lest|heed|thereof|thereby
by which|in which|of which|at which|to which|of its own|of their own|but for|as it lies
let the|let a|let an|let it|let no|let nothing|let each|let what|let who
"""
STIFF = re.compile(rf"\b(?:{'|'.join(STIFF_WORDS.strip().splitlines())})\b", re.IGNORECASE)
MOST = 10


def extract_prose(source: str) -> str:
    """Return the comments and docstrings of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    parts = [token.string for token in tokens if token.type == tokenize.COMMENT]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, documented)]
    return "\n".join(parts + [ast.get_docstring(node) or "" for node in nodes])


def list_texts() -> dict[str, dict[Path, str]]:
    docs = [
        path
        for pattern in ("*.md", ".github/*.md", "docs/**/*.md", "tests/*.md", "tools/*.md")
        for path in ROOT.glob(pattern)
    ]
    code = [
        path
        for each in ("accounts", "games", "insidejob", "tools")
        for path in (ROOT / each).rglob("*.py")
        if "tests" not in path.parts
    ]
    return {
        "docs": {path: path.read_text("utf-8") for path in docs},
        "code": {path: extract_prose(path.read_text("utf-8")) for path in code},
    }


def main() -> None:
    for kind, texts in list_texts().items():
        words = sum(len(WORD.findall(text)) for text in texts.values())
        found = Counter({path: len(STIFF.findall(text)) for path, text in texts.items()})
        print(f"{kind}: {1000 * found.total() / words:.1f} stiff words per 1,000 ({words:,} words)")
        for path, count in found.most_common(MOST):
            print(f"  {count:3} {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
