"""The catalogues: complete, nothing dead, every place kept, and compiled from what is committed."""

import gettext
import io
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import write_po

from tools import messages
from tools.messages import (
    TRANSLATED,
    as_forms,
    extract_messages,
    find_po,
    list_folders,
    read_catalog,
    read_translations,
)

PLACE = re.compile(r"\{[^{}]*\}|%\(\w+\)[a-z]|%[a-z]")
IN_EACH = pytest.mark.parametrize("language", TRANSLATED)
Key = tuple[str | None, str | tuple[str, ...]]


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
def extracted() -> Catalog:
    return extract_messages()


@IN_EACH
def test_every_sentence_of_the_code_is_in_its_catalogue_and_no_other(language: str, extracted: Catalog) -> None:
    assert len(keys(extracted)) > 20
    for folder in list_folders():
        wanted = {(message.context, as_forms(message.id)) for message in messages.select_messages(extracted, folder)}
        kept = read_catalog(language, folder)
        assert len(wanted) > 20
        assert wanted - keys(kept) == set(), "run `make messages`"
        assert keys(kept) - wanted == set(), "run `make messages`"
        assert not kept.obsolete


@IN_EACH
def test_every_sentence_is_translated_and_none_is_a_guess(language: str) -> None:
    kept = read_translations(language)
    assert [message.id for message in kept if message.id and not all(as_forms(message.string))] == []
    assert [message.id for message in kept if message.id and message.fuzzy] == []


@IN_EACH
def test_every_translation_keeps_the_places_of_its_sentence(language: str) -> None:
    assert [message.id for message in translated(read_translations(language)) if not keeps_places(message)] == []


@IN_EACH
def test_the_compiled_catalogues_say_what_the_texts_say(language: str) -> None:
    def contents(file: io.BufferedIOBase | io.BytesIO) -> dict[Any, Any]:
        return {(message.context, as_forms(message.id)): message.string for message in read_mo(file) if message.id}

    for folder in list_folders():
        fresh = io.BytesIO()
        write_mo(fresh, read_catalog(language, folder))
        fresh.seek(0)
        with find_po(language, folder).with_suffix(".mo").open("rb") as committed:
            assert contents(committed) == contents(fresh)


@IN_EACH
def test_django_can_load_the_compiled_catalogues(language: str) -> None:
    for folder in list_folders():
        with find_po(language, folder).with_suffix(".mo").open("rb") as committed:
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


def test_no_french_sentence_puts_de_before_a_name_that_may_begin_with_a_vowel() -> None:
    """*de Inside Job* is wrong, and so is *de Les jeudis*."""
    forms = [form for message in read_translations("fr") for form in as_forms(message.string)]
    assert [form for form in forms if re.search(r"\bde %\((title|circle)\)s", form)] == []


def test_no_line_ends_after_the_e_of_an_email() -> None:
    """A browser breaks a line after a hyphen. U+2011 is one that does not break."""
    forms = [form for message in read_translations("fr") for form in as_forms(message.string)]
    assert [form for form in forms if re.search(r"\b[Ee]-\w", form)] == []
    assert any("e\u2011mail" in form for form in forms)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house with one title, *Chess*, and French for two sentences of its site."""
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr(messages, "SITE", tmp_path / "locale")
    monkeypatch.setattr(messages, "TITLES", tmp_path / "titles")
    (tmp_path / "titles" / "chess" / "rules").mkdir(parents=True)
    kept = Catalog(locale="fr")
    kept.add("Please choose one card then play it.", "Choisis une carte, puis joue-la.")
    kept.add("Your king is in check.", "Ton roi est en échec.")
    po = find_po("fr", tmp_path / "locale")
    po.parent.mkdir(parents=True)
    with po.open("wb") as file:
        write_po(file, kept)
    return tmp_path


def update(monkeypatch: pytest.MonkeyPatch, sentences: dict[str, list[str]]) -> dict[str, list[Message]]:
    """Run `make messages` where the code has these sentences, each in some files. Return what each catalogue has."""
    found = Catalog()
    for sentence, files in sentences.items():
        found.add(sentence, locations=[(file, 1) for file in files])
    monkeypatch.setattr(messages, "extract_messages", lambda: found)
    messages.main()
    return {
        folder.parent.name: [message for message in read_catalog("fr", folder) if message.id]
        for folder in list_folders()
    }


def test_a_sentence_that_changes_a_little_keeps_its_translation_as_a_guess(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make messages` may not throw French away because of a comma."""
    catalogs = update(monkeypatch, {"Please choose one card, then play it.": ["games/views.py"]})
    [changed] = catalogs[house.name]
    assert (changed.string, changed.fuzzy) == ("Choisis une carte, puis joue-la.", True)


def test_a_sentence_takes_its_translation_along_to_its_title_and_back(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for files, owner in (
        (["titles/chess/rules/texts.py"], "chess"),
        (["titles/chess/rules/texts.py", "games/views.py"], house.name),
    ):
        catalogs = update(monkeypatch, {"Your king is in check.": files})
        [message] = catalogs.pop(owner)
        assert (message.string, message.fuzzy) == ("Ton roi est en échec.", False)
        assert [*catalogs.values()] == [[]]
