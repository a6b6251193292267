"""Translation catalogues in `locale/`. Needs Babel."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

ROOT = Path(__file__).resolve().parent.parent
CODE = ("accounts", "games", "insidejob")
# The rules do not use Django: they have their own functions.
RULES = "games/rules"
CONTEXT, FIRST_TWO, AFTER_CONTEXT = (1, "c"), (1, 2), (2, 3)
KEYWORDS: dict[str, Any] = {
    "_": None,
    "N_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": FIRST_TWO,
    "ngettext_lazy": FIRST_TWO,
    "pgettext": (CONTEXT, 2),
    "pgettext_lazy": (CONTEXT, 2),
    "npgettext": (CONTEXT, *AFTER_CONTEXT),
    "npgettext_lazy": (CONTEXT, *AFTER_CONTEXT),
}
RULES_KEYWORDS: dict[str, Any] = {"text": None, "plural": FIRST_TWO}


def po_path(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def extract_messages() -> Catalog:
    catalog = Catalog()
    for path, method, keywords in _sources():
        with open(path, "rb") as source:
            for _, message, comments, context in extract(
                method, source, keywords, comment_tags=["Translators:"], options={"silent": "false"}
            ):
                catalog.add(message, auto_comments=comments, context=context)
    return catalog


def _sources() -> Iterator[tuple[Path, Callable[..., Any] | str, dict[str, Any]]]:
    """Yield path, extraction method and keywords of each file."""
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            in_rules = path.relative_to(ROOT).as_posix().startswith(RULES)
            yield path, "python", RULES_KEYWORDS if in_rules else KEYWORDS
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in (".html", ".txt"):
            yield path, babel_extract, KEYWORDS


def read_catalog(language: str) -> Catalog:
    if not po_path(language).exists():
        return Catalog(locale=language, domain="django")
    with open(po_path(language), "rb") as file:
        return read_po(file, locale=language, domain="django")


def update_catalog(language: str) -> Catalog:
    """Merge without fuzzy matching."""
    catalog = read_catalog(language)
    created, revised = catalog.creation_date, catalog.revision_date
    catalog.update(extract_messages(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    # Dates would change the file each time.
    catalog.creation_date, catalog.revision_date = created, revised
    catalog.msgid_bugs_address = ""
    catalog.project, catalog.version = "Inside Job", ""
    catalog.last_translator = catalog.language_team = "the Inside Job contributors"
    catalog.header_comment = (
        "# The sentences of Inside Job. `make messages` keeps this file; translate and run it again."
    )
    catalog.fuzzy = False
    return catalog


def write_catalog(language: str, catalog: Catalog) -> None:
    po_path(language).parent.mkdir(parents=True, exist_ok=True)
    with open(po_path(language), "wb") as file:
        # Line numbers would change with every edit of the code.
        write_po(file, catalog, width=110, no_location=True, sort_output=True, ignore_obsolete=True)
    with open(po_path(language).with_suffix(".mo"), "wb") as file:
        write_mo(file, catalog)
