"""`make messages`: bring the catalogues of translations up to date with the code, and compile them.

A sentence that only one title has stands in `locale/` of that title's folder, any other in `locale/` of the site. Here
they are one catalogue, so a sentence that moves from one to the other takes its translation along.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from insidejob.settings.base import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "locale"
TITLES = ROOT / "games" / "titles"
TRANSLATED = [code for code, _ in LANGUAGES if code != "en"]
HEADER = "# `make messages` keeps this file; translate and run it again."
WIDTH = "110"
TRANSLATOR = "the Inside Job contributors"


def main() -> None:
    extracted = extract_messages()
    for language in TRANSLATED:
        catalog = read_translations(language)
        catalog.update(extracted)
        for folder in list_folders():
            write_catalog(catalog, language, folder)
        print(f"{language}: {describe(catalog)}")


def extract_messages() -> Catalog:
    """Return every sentence that the code and the templates mark, with the places where it stands."""
    with TemporaryDirectory() as folder:
        template = Path(folder) / "django.pot"
        options = ["--mapping", str(ROOT / "pyproject.toml"), "--add-comments", "Translators:", "--width", WIDTH]
        arguments = ["pybabel", "-q", "extract", *options, "--output", str(template), str(ROOT)]
        CommandLineInterface().run(arguments)  # type: ignore[no-untyped-call]
        with template.open("rb") as file:
            return read_po(file)


def list_folders() -> list[Path]:
    """Return the folders of translations: the site's, then one for each title."""
    return [SITE, *(rules.with_name("locale") for rules in sorted(TITLES.glob("*/rules")))]


def find_po(language: str, folder: Path) -> Path:
    return folder / language / "LC_MESSAGES" / "django.po"


def read_catalog(language: str, folder: Path) -> Catalog:
    """Return the translations of a folder. A new title or language has none."""
    path = find_po(language, folder)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def read_translations(language: str) -> Catalog:
    """Return all that is translated into a language, of the site and of all titles."""
    whole = Catalog(locale=language)
    for folder in list_folders():
        for message in read_catalog(language, folder):
            if message.id:
                whole[message.id] = message
    return whole


def select_messages(catalog: Catalog, folder: Path) -> Iterator[Message]:
    """Yield the sentences of a catalogue, with their places, that belong into a folder of translations."""
    titles = list_folders()[1:]
    for message in catalog:
        owners = {_find_owner(Path(place), titles) for place, _ in message.locations}
        if message.id and owners and (owners if len(owners) == 1 else {SITE}) == {folder}:
            yield message


def _find_owner(place: Path, titles: list[Path]) -> Path:
    """Return the folder of translations, of these titles or else the site's, for a file of code."""
    return next((folder for folder in titles if (ROOT / place).is_relative_to(folder.parent)), SITE)


def write_catalog(whole: Catalog, language: str, folder: Path) -> None:
    """Write and compile what belongs into a folder of translations."""
    path = find_po(language, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog = Catalog(
        locale=language,
        header_comment=HEADER,
        project="Inside Job",
        last_translator=TRANSLATOR,
        language_team=TRANSLATOR,
        creation_date=read_catalog(language, folder).creation_date,
        fuzzy=False,
    )
    # An empty argument would become a word to fill in.
    catalog.version = catalog.msgid_bugs_address = ""
    for message in select_messages(whole, folder):
        catalog[message.id] = message
    with path.open("wb") as file:
        write_po(file, catalog, width=int(WIDTH), no_location=True, sort_output=True, ignore_obsolete=True)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog, use_fuzzy=True)


def describe(catalog: Catalog) -> str:
    """Say how much of a catalogue is translated."""
    messages = [message for message in catalog if message.id]
    done = [message for message in messages if not message.fuzzy and all(as_forms(message.string))]
    return f"{len(done)} of {len(messages)} sentences are translated, and {sum(m.fuzzy for m in messages)} are guesses."


def as_forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the text of a message: one form, or one for each number that the language tells apart."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


if __name__ == "__main__":
    main()
