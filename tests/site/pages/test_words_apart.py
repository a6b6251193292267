"""Words of the game stand uncompressed in a page: what they have in common with secrets would tell those."""

import gzip
import re
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse

from games.fast.state_cache import state_cache
from games.models import Game, Hand
from games.state.table import load_table
from insidejob.compression import (
    BREAK,
    GAP,
    WORD_STEP,
    WORDS_STEP,
    _move_words,
    _split_words,
    _write_gzip,
    keep_words_apart,
)
from insidejob.padding import COMPRESSED
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.site.pages.builders import read_markup, send
from tests.tables.builders import asked, start_table
from tests.tables.pages.browser import HTMX, client_of, link

GZIP = {"Accept-Encoding": "gzip", **HTMX}
SAID = ("zebre", "quille", "wagon", "xeres", "jungle", "kiosque", "yacht", "hublot", "fjord", "igloo")
MOVES = 10
"""A number, two words of each of four, and the first who points."""
PAGE = b'<p lang="fr">%s</p><b>none</b><span class="said" lang="fr">%s</span>'


def ask(game: Game, seat: int, what: str = "news") -> Any:
    """Ask for news, as a page does that knows nothing, for a whole page, or for a tab."""
    if what == "news":
        return client_of(game, seat).get(f"{link('news', game)}?v=-1&c=x", headers=GZIP)
    if what == "table":
        return client_of(game, seat).get(link("table", game), headers={"Accept-Encoding": "gzip"})
    return client_of(game, seat).get(link("panel", game, what), headers=GZIP)


def restore(body: bytes) -> bytes:
    """Put the words back in their places, as `table.js` does."""
    parts, words = body.split(BREAK)
    found = iter(words.rstrip(b" ").split(GAP))
    return re.sub(GAP, lambda _: next(found), parts)


def close(page: bytes) -> bytes:
    """Take out the blanks in end tags, which fill words up."""
    return re.sub(rb"(</[a-z]+) +>", rb"\1>", page)


def test_words_stand_uncompressed_in_a_page() -> None:
    page = PAGE % ("été".encode(), b"a &lt; b")
    sent = send(page, has_words_apart=True).content
    filled = [word + b" " * (-len(word) % WORD_STEP) for word in ("été</p".encode(), b"a &lt; b</span")]
    assert [word in sent for word in filled] == [True, True]
    assert close(gzip.decompress(sent)) == page
    assert b"a &lt; b" not in read_markup(sent)


def test_words_come_after_parts_of_a_page_and_go_back_in_their_places() -> None:
    page = PAGE % ("été".encode(), b"a &lt; b")
    sent = send(page, GZIP, has_words_apart=True).content
    parts, words = gzip.decompress(sent).split(BREAK)
    assert b"a &lt; b" not in parts
    assert words in sent
    assert len(words) % WORDS_STEP == 0
    assert restore(gzip.decompress(sent)) == page.replace(b'"', b"")


def test_parts_of_a_page_come_without_the_quotes_and_spaces_that_a_browser_does_not_need() -> None:
    page = (
        b'<p id="a" title="two words" ><use href="#b"/><i lang="fr">a=&quot;b&quot; c</i><b data-x="'
        + b"x" * 41
        + b'">'
    )
    tight = b'<p id=a title="two words"><use href="#b"/><i lang=fr>'
    for marks, said in (({"padded_for": ""}, b"a=&quot;b&quot; c</i>"), ({"has_words_apart": True}, GAP + b"</i>")):
        sent = gzip.decompress(send(page, GZIP, **marks).content)
        assert sent.startswith(tight + said)
        assert b'<b data-x="' in sent
    assert gzip.decompress(send(page, padded_for="").content) == page


@pytest.mark.parametrize("page", [PAGE % (b"a", b"b"), PAGE % (GAP, b"b"), PAGE % (b"a", b"\0"), PAGE % (b"a", BREAK)])
@pytest.mark.parametrize("headers", [{}, {"Accept-Encoding": "gzip"}, GZIP])
def test_words_that_cannot_stand_apart_leave_all_uncompressed(page: bytes, headers: dict[str, str]) -> None:
    sent = send(page, headers, has_words_apart=True)
    is_compressed = sent.get("Content-Encoding") == "gzip"
    assert is_compressed == (bool(headers) and page == PAGE % (b"a", b"b"))
    assert is_compressed or sent.content.rstrip(b" ") == page


@pytest.mark.parametrize("separate", [_split_words, _move_words])
def test_the_length_does_not_depend_on_which_words_they_are(separate: Any) -> None:
    words = (b"wagon", b"quill", b"go")
    lengths = {len(_write_gzip(*separate(PAGE % (b"wagon", word)))) for word in words}
    assert len(lengths) == 1
    # Compressed together with the rest, they tell.
    assert len({len(gzip.compress(PAGE % (b"wagon", word))) for word in words}) > 1


def test_a_long_page_with_words_can_be_read() -> None:
    chance = Random(1)
    page = b"".join(PAGE % (chance.choice(SAID).encode(), chance.randbytes(8).hex().encode()) for _ in range(1_000))
    written = _write_gzip(*_split_words(page))
    assert close(gzip.decompress(written)) == page
    assert len(written) < len(page)


def test_a_response_is_marked_by_the_function() -> None:
    response = HttpResponse("x")
    assert keep_words_apart(response) is response


def play(game: Game, seat: int, word: str) -> None:
    """Answer what a seat is asked, by a word if it may."""
    table = load_table(game)
    fields: dict[str, object] = {"decision": table.asked[seat].name, "number": "3", "word": word, "password": word}
    pair = (seat, (seat + 1) % 4) if table.states[-1].cards[seat] else ((seat + 1) % 4, (seat + 2) % 4)
    if table.asked[seat].kind == "point":
        fields["at"] = [str(each) for each in pair]
    answer = client_of(game, seat).post(link("move", game), fields, headers=HTMX)
    assert b"choice-error" not in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize("what", one_in(4, ["table", "log", "news", "past"]))
def test_no_word_and_no_password_is_compressed(what: str) -> None:
    game = start_table(*(make_person(language="fr") for _ in range(4)), title="rendezvous", options={"language": "fr"})
    compressed, told, chance = 0, set(), Random(1)
    for _ in range(2 * MOVES):
        table = load_table(Game.objects.get(pk=game.pk))
        state = table.states[-1]
        secrets = {card[state.number - 1] for card in state.cards if card and state.number}
        for seat in range(4):
            answer = ask(game, seat, what)
            is_compressed = answer.get("Content-Encoding") == "gzip"
            assert is_compressed != table.asks_in_secret
            if is_compressed:
                markup, text = read_markup(answer.content).decode(), gzip.decompress(answer.content).decode()
                assert not [word for word in (*SAID, *secrets) if word in markup]
                told |= {word for word in (*SAID, *secrets) if word in text}
                compressed += 1
        play(game, asked(table)[0], chance.choice(SAID))
    assert compressed > 4 * MOVES
    assert len(told) > 4


def exchange(game: Game, one: int, other: int) -> None:
    """Let two seats change cards in all rounds."""
    hands = {hand.seat: hand for hand in Hand.objects.filter(deal__game=game)}
    hands[one].content, hands[other].content = hands[other].content, hands[one].content
    Hand.objects.bulk_update(hands.values(), ["content"])
    state_cache.forget()


def weigh(game: Game, seat: int, what: str) -> tuple[int, list[bytes]]:
    """Return how long an answer is without padding, the token, and the words after the rest.

    The second value is the keys of what later answers leave out.
    """
    page = gzip.decompress(ask(game, seat, what).content)
    parts, sign, _ = re.sub(rb'(?<=")\w{64}', b"", page).partition(BREAK)
    length = len(_write_gzip([parts], []) if sign else _write_gzip(*_split_words(close(parts))))
    return length, re.findall(rb'data-part="?(\w+)', page)


@pytest.mark.django_db
@pytest.mark.parametrize("what", one_in(2, ["news", "table"]))
@pytest.mark.parametrize("language", one_in(2, ["fr", "en"]))
def test_a_spy_and_a_counter_spy_get_answers_of_nearly_one_length(language: str, what: str) -> None:
    people = [make_person(language=language) for _ in range(4)]
    game = start_table(*people, title="rendezvous", options={"language": language})
    gaps = []
    for move in range(MOVES):
        table = load_table(Game.objects.get(pk=game.pk))
        cards = table.states[-1].cards
        seats = next(seat for seat in range(4) if cards[seat]), next(seat for seat in range(4) if not cards[seat])
        before = [weigh(game, seat, what) for seat in seats]
        exchange(game, *seats)
        after = [weigh(game, seat, what) for seat in seats]
        assert [parts for _, parts in after] == [parts for _, parts in before]
        gaps += [abs(one - other) for (one, _), (other, _) in zip(after, before, strict=True)]
        exchange(game, *seats)
        play(game, asked(table)[0], SAID[move])
    assert max(gaps) > 0, "there is something to hide"
    assert max(gaps) * 6 < COMPRESSED.by_seat, gaps
