"""The catalogues of translations, as `make messages` keeps them."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent


LOCALE = ROOT / "locale"


def po_path(language: str, folder: Path = LOCALE) -> Path:
    return folder / language / "LC_MESSAGES" / "django.po"


def read_catalog(language: str, folder: Path = LOCALE) -> Catalog:
    with po_path(language, folder).open("rb") as file:
        return read_po(file, locale=language, domain="django")


def extract_messages(folder: Path) -> Catalog:
    """Return a catalogue of every sentence that the code and the templates mark, written into a folder first."""
    template = folder / "django.pot"
    settings = str(ROOT / "pyproject.toml")
    CommandLineInterface().run(["pybabel", "-q", "extract", "-F", settings, "-o", str(template), str(ROOT)])  # type: ignore[no-untyped-call]
    with template.open("rb") as file:
        return read_po(file)
