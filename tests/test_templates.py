"""Templates, style sheets and scripts are read by people: lines of at most 120 columns, about one tag a line."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import translation
from django.utils.translation import override
from jinja2 import nodes

from insidejob.active_language import find_language
from insidejob.templates import Loader, Page, SiteEnvironment, _is_escaped, find_backend

COLUMNS = 120
TAGS = 4
"""An element with a text, and what either depends on: more than that is hard to read in one line."""
FOLDERS = (Path("templates"), Path("examples/mole/mole/templates"), *Path("games/titles").glob("*/templates"))
TEMPLATES = sorted(path for folder in FOLDERS for path in folder.rglob("*") if path.is_file())
SHEETS_AND_SCRIPTS = [
    path
    for folder in (Path("static"), *Path("games/titles").glob("*/static"))
    for path in sorted(folder.rglob("*.*"))
    if path.suffix in (".css", ".js") and ".min." not in path.name
]


def test_the_lines_of_templates_are_short() -> None:
    assert [each for each in read_lines() if len(each[2]) > COLUMNS and not is_one_text(each[2])] == []


def test_the_lines_of_style_sheets_and_scripts_are_short() -> None:
    assert len(SHEETS_AND_SCRIPTS) > 20
    lines = [(path, line) for path in SHEETS_AND_SCRIPTS for line in path.read_text("utf-8").splitlines()]
    assert [(path.name, line) for path, line in lines if len(line) > COLUMNS] == []


def test_a_line_holds_few_tags() -> None:
    assert [each for each in read_lines(".html") if count_tags(each[2]) > TAGS] == []


def test_pages_come_without_the_indent_of_templates_and_mails_as_they_are_written() -> None:
    environment = find_backend().env
    assert environment.loader is not None
    page, mail = (
        environment.loader.get_source(environment, name)[0] for name in ("base.html", "games/emails/digest.txt")
    )
    assert not re.search(r"\n\s", page)
    assert mail == Path("templates/games/emails/digest.txt").read_text("utf-8")


def test_no_required_field_is_called_invalid_while_it_is_empty() -> None:
    called = re.compile(r"[\s}]required(?=[\s>{])(?!\s+aria-invalid=)")
    pages = [path for path in TEMPLATES if path.suffix == ".html"]
    assert [str(path) for path in pages if called.search(path.read_text("utf-8"))] == []
    assert called.search("<input\n  required\n>")
    assert called.search("<input {% if empty %}required{% endif %}>")


def test_no_sign_is_spoken_by_itself() -> None:
    """What is visually hidden has a place of its own, so a screen reader says it as a line of its own."""
    lone = re.compile(r'class="visually-hidden"[^>]*>[^\w{<]+</')
    pages = [path for path in TEMPLATES if path.suffix == ".html"]
    assert [str(path) for path in pages if lone.search(path.read_text("utf-8"))] == []
    assert lone.search('<span class="visually-hidden">.</span>')
    assert not lone.search('<span class="visually-hidden">bot,</span>')


def test_a_mail_of_text_is_never_put_into_a_page() -> None:
    """It is not escaped there: `write_text` is for that."""
    assert [
        each for each in read_lines(".html") if re.search(r"include [^%]*\.txt|include letter\.body", each[2])
    ] == []


def draw(source: str, request: HttpRequest | None = None, **given: object) -> str:
    """Return what a template says that is written here."""
    backend = find_backend()
    return Page(backend.env.from_string(source), backend).render(given, request)


def test_what_a_view_gives_goes_before_what_every_page_has(rf: RequestFactory) -> None:
    """So that the mail of a code greets the owner of its address, whoever asked for it."""
    request = rf.get("/")
    request.user = AnonymousUser()
    assert draw("{{ user }}", request, user="Ada") == "Ada"
    assert draw("{{ user }}", request) == "AnonymousUser"


@pytest.fixture
def environment(tmp_path: Path) -> SiteEnvironment:
    """Return what reads three templates, of which each includes the next."""
    (tmp_path / "outer.html").write_text("{% set x = 1 %}{% include 'inner.html' %}|{{ x }}|{{ y }}", "utf-8")
    (tmp_path / "inner.html").write_text("{{ x }}{% set x = 2 %}{% set y = 3 %}{{ x }}{% include kind ~ '.html' %}")
    (tmp_path / "shown.html").write_text("[{{ x }}{{ y }}{{ kind }}]", "utf-8")
    return SiteEnvironment(loader=Loader(tmp_path))


def test_an_included_template_sees_all_names_and_changes_none(environment: SiteEnvironment) -> None:
    assert environment.get_template("outer.html").render(kind="shown") == "12[23shown]|1|"


def test_what_is_included_can_change(environment: SiteEnvironment, tmp_path: Path) -> None:
    environment.get_template("outer.html")
    (tmp_path / "inner.html").write_text("new", "utf-8")
    environment.forget()
    assert environment.get_template("outer.html").render() == "new|1|"


def test_what_is_not_there_is_empty_and_none() -> None:
    shown = (
        "{{ gap }}{{ known.gap.place }}{% if gap.place is none and known.gap is none and not gap %}nothing{% endif %}"
    )
    assert draw(shown, known={}) == "nothing"
    assert draw("{% if count is none %}nothing{% endif %}", count=0) == ""


@pytest.mark.parametrize("source", ['{{ _("Sign in") }}', "{% trans %}Sign in{% endtrans %}"])
def test_each_reader_gets_their_language_whoever_came_first(source: str) -> None:
    template = find_backend().env.from_string(source)
    for language, words in (("fr", "Se connecter"), ("en", "Sign in"), ("fr", "Se connecter")):
        with override(language):
            assert template.render() == words


def test_what_is_drawn_in_another_language_on_a_page_leaves_the_page_its_own() -> None:
    def draw_other() -> str:
        with override("en"):
            return draw("{{ find() }}", find=find_language)

    with override("fr"):
        assert draw("{{ find() }} {{ other() }} {{ find() }}", find=find_language, other=draw_other) == "fr en fr"
    assert find_language() == (translation.get_language() or "")


def test_no_filter_is_given_what_is_known_when_a_template_is_read() -> None:
    """Jinja would put it into words once, in the language of that moment."""
    environment = find_backend().env
    assert is_folded(environment.parse('{{ "Sign in"|words }}'))
    for path in TEMPLATES:
        assert not is_folded(environment.parse(path.read_text("utf-8"))), path


def is_folded(template: nodes.Template) -> bool:
    """Tell whether a filter of a template depends on nothing that is given to it."""
    return any(has_value(each) for each in template.find_all(nodes.Filter))


def has_value(node: nodes.Filter) -> bool:
    """Tell whether what a filter returns is known without anything that is given."""
    try:
        node.as_const(nodes.EvalContext(find_backend().env))
    except nodes.Impossible:
        return False
    return True


def test_what_is_put_into_a_page_is_escaped_and_into_a_text_is_not() -> None:
    name = "<b>Ada & Ben</b>"
    assert draw("{{ name }}", name=name) == "&lt;b&gt;Ada &amp; Ben&lt;/b&gt;"
    assert draw("{% trans %}Hello {{ name }},{% endtrans %}", name="<b>").endswith(" &lt;b&gt;,")
    assert _is_escaped("base.html")
    assert _is_escaped("games/notifications/service_worker.js")
    assert not _is_escaped("games/emails/turn.txt")


def read_lines(ending: str = "") -> Iterator[tuple[Path, int, str]]:
    """Yield each line of the templates whose names have an ending, with its file and number."""
    for path in TEMPLATES:
        if path.name.endswith(ending):
            yield from ((path, number, line) for number, line in enumerate(path.read_text("utf-8").splitlines(), 1))


def count_tags(line: str) -> int:
    return len(re.findall(r"<[a-z]|{% (?!end|else|elif)", line))


def is_one_text(line: str) -> bool:
    """Tell whether a line is one text to translate, which has no place to break."""
    return bool(re.fullmatch(r"\s*([\w-]+=\")?{{ _\([^{}]*\) }}\"?", line))
