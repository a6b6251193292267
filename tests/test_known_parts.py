"""What a page has had is left out of later answers."""

from markupsafe import Markup

from insidejob.filters import once


def test_a_page_gets_a_part_once() -> None:
    part = Markup('\n<a class="x" href="/">One</a>\n')
    first = once(part, ())
    key = first.split('"')[1]
    assert first == f'<a data-part="{key}" class="x" href="/">One</a>\n'
    assert once(part, ["other", key]) == '<a data-same="1"></a>'
    assert once(Markup("<a>Two</a>"), [key]).startswith("<a data-part=")


def test_a_start_tag_stays_one() -> None:
    tag = Markup('<form id="x">\n')
    key = once(tag, ()).split('"')[1]
    assert once(tag, [key]) == '<form data-same="0">'
