"""The catalogues: complete, nothing dead, every place kept, and compiled from what is committed."""

import gettext
import io
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings

from tests.catalogs import ROOT, extract_messages, po_path, read_catalog

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
PLACE = re.compile(r"\{[^{}]*\}|%\(\w+\)[a-z]|%[a-z]")
Key = tuple[str | None, str | tuple[str, ...]]


def as_forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """One form, or one for each number that the language tells apart."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def keys(catalog: Catalog) -> set[Key]:
    return {(message.context, as_forms(message.id)) for message in catalog if message.id}


def translated(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id and all(as_forms(message.string))]


def places(text: str) -> list[str]:
    return sorted(set(PLACE.findall(text)))


def keeps_places(message: Message) -> bool:
    """Whether each form has the places of its source: the singular of French may say 0 or 1, so it may count."""
    source, forms = as_forms(message.id), as_forms(message.string)
    if len(source) == 1:
        return places(source[0]) == places(forms[0])
    one, *others = forms
    return places(one) in (places(source[0]), places(source[-1])) and all(
        places(other) == places(source[-1]) for other in others
    )


@pytest.fixture(scope="module")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    return extract_messages(tmp_path_factory.mktemp("catalogs"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_code_is_in_the_catalogue_and_no_other(language: str, extracted: Catalog) -> None:
    kept = read_catalog(language)
    assert len(keys(extracted)) > 20
    assert keys(extracted) - keys(kept) == set(), "run `make messages`"
    assert keys(kept) - keys(extracted) == set(), "run `make messages`"
    assert not kept.obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_and_none_is_a_guess(language: str) -> None:
    kept = read_catalog(language)
    assert [message.id for message in kept if message.id and not all(as_forms(message.string))] == []
    assert [message.id for message in kept if message.id and message.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_keeps_the_places_of_its_sentence(language: str) -> None:
    assert [message.id for message in translated(read_catalog(language)) if not keeps_places(message)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_says_what_the_text_says(language: str) -> None:
    def contents(file: io.BufferedIOBase | io.BytesIO) -> dict[Any, Any]:
        return {(message.context, as_forms(message.id)): message.string for message in read_mo(file) if message.id}

    fresh = io.BytesIO()
    write_mo(fresh, read_catalog(language))
    fresh.seek(0)
    with open(po_path(language).with_suffix(".mo"), "rb") as committed:
        assert contents(committed) == contents(fresh)


@pytest.mark.parametrize("language", LANGUAGES)
def test_django_can_load_the_compiled_catalogue(language: str) -> None:
    with open(po_path(language).with_suffix(".mo"), "rb") as committed:
        assert gettext.GNUTranslations(committed).info()["content-type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize(
    ("source", "translation", "right"),
    [
        ("Hello {name}", "Bonjour {name}", True),
        ("Hello {name}", "Bonjour {nom}", False),
        ("Hello %(name)s", "Bonjour", False),
        (("One card", "{count} cards"), ("{count} carte", "{count} cartes"), True),
        (("One card", "{count} cards"), ("Une carte", "{count} cartes"), True),
        (("One card", "{count} cards"), ("Une carte", "Des cartes"), False),
    ],
)
def test_a_lost_place_is_noticed(source: Any, translation: Any, right: bool) -> None:
    assert keeps_places(Message(source, string=translation)) is right


def test_sentences_of_templates_code_and_rules_are_found(extracted: Catalog) -> None:
    found = {form for _, forms in keys(extracted) for form in forms}
    assert {"Skip to the content", "Unknown time zone.", "Agent"} <= found


def test_no_line_ends_after_the_e_of_an_email() -> None:
    """A browser breaks a line after a hyphen. U+2011 is one that does not break."""
    forms = [form for message in read_catalog("fr") for form in as_forms(message.string)]
    assert [form for form in forms if re.search(r"\b[Ee]-\w", form)] == []
    assert any("e\u2011mail" in form for form in forms)


def test_a_sentence_that_changes_a_little_keeps_its_translation_as_a_guess(tmp_path: Path) -> None:
    """`make messages` may not throw French away because of a comma."""
    template, kept = Catalog(), Catalog(locale="fr")
    template.add("Please choose one card, then play it.")
    kept.add("Please choose one card then play it.", "Choisis une carte, puis joue-la.")
    po, pot = tmp_path / "fr" / "LC_MESSAGES" / "django.po", tmp_path / "django.pot"
    po.parent.mkdir(parents=True)
    for path, catalog in ((po, kept), (pot, template)):
        with path.open("wb") as file:
            write_po(file, catalog)
    [line] = re.findall(r"\$\(PYBABEL\) (-q update .*)", (ROOT / "Makefile").read_text())
    options = shlex.split(line.replace("-d locale", f"-d {tmp_path}").replace(".venv/django.pot", str(pot)))
    CommandLineInterface().run(["pybabel", *options])  # type: ignore[no-untyped-call]
    with po.open("rb") as file:
        [changed] = [message for message in read_po(file) if message.id]
    assert (changed.string, changed.fuzzy) == ("Choisis une carte, puis joue-la.", True)
