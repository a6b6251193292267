"""Words of the game are sent after the parts of a page, uncompressed: their lengths in common would tell secrets."""

import gzip
import re
import zlib
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse

from games.fast.state_cache import state_cache
from games.models import Game, Hand
from games.state.table import load_table
from insidejob.compression import BREAK, GAP, WORDS_STEP, keep_words_apart, write_gzip
from insidejob.padding import COMPRESSED
from tests.builders_people import make_person
from tests.site.pages.builders import send
from tests.tables.builders import asked, start_table
from tests.tables.pages.browser import HTMX, client_of, link

GZIP = {"Accept-Encoding": "gzip", **HTMX}
SAID = ("zebre", "quille", "wagon", "xeres", "jungle", "kiosque", "yacht", "hublot", "fjord", "igloo")
MOVES = 10
"""A number, two words of each of four, and the first who points."""
PARTS = b'<p lang="fr">%s</p><b>none</b><span class="said" lang="fr">%s</span>'


def ask(game: Game, seat: int) -> Any:
    answer: Any = client_of(game, seat).get(f"{link('news', game)}?v=-1&c=x", headers=GZIP)
    return answer


def restore(body: bytes) -> bytes:
    """Put the words back in their places, as `table.js` does."""
    parts, words = body.split(BREAK)
    found = iter(words.rstrip(b" ").split(GAP))
    return re.sub(GAP, lambda _: next(found), parts)


def test_words_come_after_the_parts_and_go_back_in_their_places() -> None:
    page = PARTS % ("été".encode(), b"a &lt; b")
    sent = send(page, has_words_apart=True)
    parts, words = gzip.decompress(sent.content).split(BREAK)
    assert b"a &lt; b" not in parts
    assert len(words) % WORDS_STEP == 0
    assert restore(gzip.decompress(sent.content)) == page
    assert send(page, {}, has_words_apart=True).content.rstrip(b" ") == page
    taken = page + GAP
    assert send(taken, has_words_apart=True).content.rstrip(b" ") == taken


def test_the_length_does_not_depend_on_which_words_they_are() -> None:
    same, other = (write_gzip(PARTS % (GAP, GAP), words) for words in (b"sea" + GAP + b"sea", b"sea" + GAP + b"sky"))
    assert len(same) == len(other)
    assert zlib.decompress(same, 31) != zlib.decompress(other, 31)


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
def test_no_word_and_no_password_is_compressed() -> None:
    game = start_table(*(make_person(language="fr") for _ in range(4)), title="rendezvous", options={"language": "fr"})
    compressed, told, chance = 0, set(), Random(1)
    for _ in range(2 * MOVES):
        table = load_table(Game.objects.get(pk=game.pk))
        state = table.states[-1]
        secrets = {card[state.number - 1] for card in state.cards if card and state.number}
        for seat in range(4):
            answer = ask(game, seat)
            is_compressed = answer.get("Content-Encoding") == "gzip"
            assert is_compressed != table.asks_in_secret
            if is_compressed:
                parts, words = gzip.decompress(answer.content).decode().split(BREAK.decode())
                assert not [word for word in (*SAID, *secrets) if word in parts]
                told |= {word for word in (*SAID, *secrets) if word in words}
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


def weigh(game: Game, seat: int) -> int:
    """Return how long the compressed parts are, without the token."""
    parts = gzip.decompress(ask(game, seat).content).split(BREAK)[0]
    return len(gzip.compress(re.sub(rb'(?<=value=")\w{64}', b"", parts), 6))


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_spy_and_a_counter_spy_get_answers_of_nearly_one_length(language: str) -> None:
    people = [make_person(language=language) for _ in range(4)]
    game = start_table(*people, title="rendezvous", options={"language": language})
    gaps = []
    for move in range(MOVES):
        table = load_table(Game.objects.get(pk=game.pk))
        cards = table.states[-1].cards
        seats = next(seat for seat in range(4) if cards[seat]), next(seat for seat in range(4) if not cards[seat])
        before = [weigh(game, seat) for seat in seats]
        exchange(game, *seats)
        gaps += [abs(weigh(game, seat) - length) for seat, length in zip(seats, before, strict=True)]
        exchange(game, *seats)
        play(game, asked(table)[0], SAID[move])
    assert max(gaps) > 0, "there is something to hide"
    assert max(gaps) * 6 < COMPRESSED.by_seat, gaps
