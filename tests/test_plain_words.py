"""Docs and prose in code are plain and short. CONTRIBUTING.md, "How we write", gives the reasons."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [path for pattern in ("*.md", ".github/*.md", "docs/**/*.md", "tests/*.md") for path in ROOT.glob(pattern)]
CHANGELOG = ROOT / "CHANGELOG.md"
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
PACKAGES = ("accounts", "bench", "games", "insidejob")
MODULES = [ROOT / "manage.py", *(path for each in PACKAGES for path in (ROOT / each).rglob("*.py"))]

MAX_RATE = 3.0
"""Stiff words per 1,000 words. Django, django-allauth and Celery have 1.3 to 1.7."""
MAX_DOCS, MAX_PROSE = 25_000, 30_000
MAX_DECISION, MAX_DECISIONS = 250, 30
MAX_UNRELEASED = 150

WORD = re.compile(r"[A-Za-z’']+")
STIFF_WORDS = """
whoever|whatever|wherever|whom|whose|somebody|nobody|everybody|beside|besides|one's|one may|told
anew|hence|lest|heed|thereof|thereby
by which|in which|of which|at which|to which|of its own|of their own|but for|as it lies
let the|let a|let an|let it|let no|let nothing|let each|let what|let who
"""
STIFF = re.compile(rf"\b(?:{'|'.join(STIFF_WORDS.strip().splitlines())})\b", re.IGNORECASE)


def count_words(text: str) -> int:
    return len(WORD.findall(text))


def rate(text: str) -> float:
    """Return how many stiff words `text` has per 1,000 words."""
    return 1000 * len(STIFF.findall(text)) / max(1, count_words(text))


def extract_prose(source: str) -> str:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    parts = [token.string for token in tokens if token.type == tokenize.COMMENT]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, documented)]
    return "\n".join(parts + [ast.get_docstring(node) or "" for node in nodes])


def count_unreleased(changelog: str) -> int:
    """Return the lines above the newest release."""
    return re.split(r"(?m)^## \[\d", changelog)[0].count("\n")


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("The worker retries the email.", 5, 0),
        ("Whoever is told of it reads it anew.", 8, 3),
        ("Everybody’s table, of its own, beside which\nnobody sits; let the clock run.", 13, 5),
        ("A letter holds the old address; besiding is no word.", 10, 0),
        (STIFF_WORDS.replace("|", ".\n"), 59, 37),
        ("", 0, 0),
    ],
)
def test_stiff_words_are_found(text: str, words: int, found: int) -> None:
    assert (count_words(text), rate(text)) == (words, 1000 * found / max(1, words))


def test_prose_is_comments_and_docstrings() -> None:
    source = '"""Made anew."""\ntext = "whoever"  # lest\nclass A:\n  """Hence."""\n  async def f():\n    """F."""\n'
    assert WORD.findall(extract_prose(source)) == ["lest", "Made", "anew", "Hence", "F"]
    assert rate(extract_prose(source)) > MAX_RATE


def test_lines_above_the_newest_release_are_counted() -> None:
    assert count_unreleased("# Changelog\n\n## [Unreleased]\n- One.\n\n## [0.1.0] - 2026-11-21\n- Old.\n") == 5


def test_docs_are_plain_and_short() -> None:
    texts = {path: path.read_text("utf-8") for path in DOCUMENTS}
    stiff, words = rate("\n".join(texts.values())), sum(count_words(texts[path]) for path in texts if path != CHANGELOG)
    assert stiff <= MAX_RATE
    assert words <= MAX_DOCS


def test_prose_in_code_is_plain_and_short() -> None:
    prose = "\n".join(extract_prose(path.read_text("utf-8")) for path in MODULES)
    stiff, words = rate(prose), count_words(prose)
    assert stiff <= MAX_RATE
    assert words <= MAX_PROSE


def test_decisions_are_short_and_few() -> None:
    assert [path.name for path in DECISIONS if count_words(path.read_text("utf-8")) > MAX_DECISION] == []
    assert len(DECISIONS) <= MAX_DECISIONS


def test_what_is_unreleased_fits_on_a_few_screens() -> None:
    assert count_unreleased(CHANGELOG.read_text("utf-8")) <= MAX_UNRELEASED
