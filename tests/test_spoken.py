"""Sentences for screen readers, made of a part of a page."""

from insidejob.filters import spoken, unspoken


def test_pieces_are_said_as_one_sentence_without_what_is_hidden() -> None:
    html = (
        '<span class="intel"><svg aria-hidden="true"><use href="#intel"/></svg>\n <i class="visually-hidden">\n4 intel,'
        '</i><span aria-hidden="true">4</span></span> <b class="mark">leads</b> '
        '<i class="slot" aria-hidden="true">…</i><span>green\n 13</span>'
    )
    assert spoken(html) == "4 intel, leads, green 13"


def test_what_is_drawn_goes_without_what_is_spoken() -> None:
    html = '<b aria-hidden="true">4</b><span class="visually-hidden">\n4 intel,\n</span><i>leads</i>'
    assert unspoken(html) == '<b aria-hidden="true">4</b><i>leads</i>'


def test_quotes_do_not_end_an_attribute() -> None:
    assert spoken('<b>the "Mole" &lt;b&gt;</b>') == "the &quot;Mole&quot; &lt;b&gt;"
