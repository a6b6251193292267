"""The docs name files and functions that exist, and their links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (".", "clients/python", "docs", "tests", "tools", ".github")
    for path in (ROOT / folder).glob("*.md")
    # The changelog names files as they were called then.
    if path.name != "CHANGELOG.md"
)
FOLDERS = "accounts|deploy|docs|games|insidejob|locale|requirements|static|templates|tests|tools|\\.ci|\\.github"
FILE = re.compile(rf"`((?:{FOLDERS})/[\w./@*-]*)`")
"""A path of the repository in backticks; one with a placeholder such as `<room>` is none."""
NAMED = re.compile(rf"`((?:{FOLDERS})/[\w./-]*\.py)` \(((?:`[\w.]+`(?:, )?)+)\)")
"""A module and, in brackets behind it, names that it defines."""
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
"""A link's target, a page or this one, and the heading there."""
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
MADE_LATER = {"deploy/.env"}
"""What site operators make themselves."""


def find_missing(text: str, folder: Path) -> Iterator[str]:
    """Yield the paths, the names of modules, and the targets of links that are not there."""
    yield from (path for path in FILE.findall(text) if path not in MADE_LATER and not any(ROOT.glob(path.rstrip("/"))))
    for path, names in NAMED.findall(text):
        code = (ROOT / path).read_text("utf-8") if (ROOT / path).exists() else ""
        for name in re.findall(r"[\w.]+", names):
            if not re.search(rf"(def |class |^){name.rpartition('.')[2]}\b", code, re.MULTILINE):
                yield f"{path}: {name}"
    for target, heading in LINK.findall(text):
        if "://" in target or target.startswith("mailto:"):
            continue
        page = folder / target
        if not page.exists():
            yield target
        elif heading and heading not in list_headings(page.read_text("utf-8") if target else text):
            yield f"{target}#{heading}"


def list_headings(text: str) -> set[str]:
    """Return the names that GitHub gives to headings."""
    headings = (re.sub(r"\[([^]]*)]\([^)]*\)", r"\1", heading) for heading in HEADING.findall(text))
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_what_exists(page: str) -> None:
    path = ROOT / page
    assert not list(find_missing(path.read_text("utf-8"), path.parent))


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("`games/no_such.py`", ["games/no_such.py"]),
        ("`tests/<room>/` and `games/rules/` and `requirements/*.in`", []),
        ("`games/urls.py` (`urlpatterns`), `games/tasks.py` (`sweep`, `sleep`)", ["games/tasks.py: sleep"]),
        ("[here](no-such.md#top), [there](docs/architecture.md), [web](https://example.org/#x)", ["no-such.md"]),
        ("[a](docs/architecture.md#rooms), [b](docs/architecture.md#no)", ["docs/architecture.md#no"]),
        ("# So, `it` goes\n[a](#so-it-goes), [b](#no)", ["#no"]),
    ],
)
def test_what_is_missing_is_found(text: str, missing: list[str]) -> None:
    assert list(find_missing(text, ROOT)) == missing
