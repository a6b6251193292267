"""The pages of rules of all titles: for everyone, in both languages, whole and sound."""

import re

import pytest
from django.test import Client
from django.utils import translation

from games.rules.engine.values import Term
from games.rules.registry import TITLES
from games.wording.sentences import word_term
from tests.rules_pages import LANGUAGES, Tables, read_rules, words_of
from tests.tables.pages.browser import text_of

pytestmark = pytest.mark.django_db


@LANGUAGES
def test_every_title_is_listed_and_leads_to_its_rules(language: str) -> None:
    visitor = Client(headers={"accept-language": language})
    page = text_of(visitor.get("/rules/"))
    for title in TITLES.values():
        assert f'href="/rules/{title.NAME}/"' in page
        assert visitor.get(f"/rules/{title.NAME}/").status_code == 200


@LANGUAGES
@pytest.mark.parametrize("title", TITLES)
def test_every_way_of_ending_is_there(title: str, language: str) -> None:
    page = words_of(read_rules(language, title))
    with translation.override(language):
        for reason in TITLES[title].TEXTS.reasons:
            sentence = word_term(TITLES[title], Term("reason", reason))
            assert sentence in page, f"rules.html does not say how a game may end: {sentence}"


@LANGUAGES
@pytest.mark.parametrize("title", TITLES)
def test_tables_have_captions_chapters_have_headings_and_links_lead_somewhere(title: str, language: str) -> None:
    page = read_rules(language, title)
    tables = Tables(page)
    assert tables.captions == len(tables.tables)
    assert tables.unscoped == 0
    anchors = re.findall(r'href="#([\w-]+)"', page)
    assert len(re.findall(r'<summary>\s*<h2 id="[\w-]+">', page)) == page.count("<details")
    assert [anchor for anchor in anchors if f'id="{anchor}"' not in page] == []
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("title", [name for name, title in TITLES.items() if title.TEXTS.glossary])
def test_lessons_come_before_the_text_and_every_word_of_a_glossary_has_its_place(title: str) -> None:
    page = Client().get(f"/rules/{title}/").content.decode()
    assert page.index('class="lesson-art"') < page.index('id="full-rules"') < page.index('class="glossary"')
    glossary = TITLES[title].TEXTS.glossary
    assert re.findall(r'id="term-(\w+)"', page) == list(glossary)
