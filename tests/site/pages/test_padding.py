"""Lengths on the line: the same for the same page, rounded up, and never to be averaged."""

import gzip
import re
from collections import defaultdict
from random import Random

import pytest
import time_machine
from django.http import HttpResponse
from django.middleware.csrf import CSRF_ALLOWED_CHARS
from django.test import Client
from pytest_django import Settings

from games.models import Game
from games.tables.services.talk import say
from insidejob.compression import keep_plain, pad_for
from insidejob.padding import COMPRESSED, PLAIN, Padding, mask_secret
from tests.builders_people import make_person
from tests.rounds import choose
from tests.site.pages.builders import GZIP, send, swap_role
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import HTMX, client_of, link, text_of

FETCHES = choose(8, deep=40, long=100)
TOKEN = re.compile(r'"([A-Za-z0-9]{64})"')


def measure(client: Client, path: str) -> int:
    """Return how long a compressed page is."""
    answer = client.get(path, headers=GZIP)
    assert (answer.status_code, answer.get("Content-Encoding")) == (200, "gzip")
    assert int(answer["Content-Length"]) == len(answer.content)
    return len(answer.content)


def draw_page(chance: Random, length: int = 3000) -> bytes:
    return "".join(chance.choices("abcdefgh <>=", k=length)).encode()


@pytest.mark.rounds
@pytest.mark.django_db
@pytest.mark.parametrize("title", ["insidejob", "target"])
def test_a_page_fetched_many_times_has_one_length(title: str) -> None:
    game = start_table(make_person(), make_person(), bots=0 if title == "target" else 1, title=title)
    play_on(game, 3)
    client = client_of(game)
    for path in (link("table", game), link("news", game) + "?v=0&c=x"):
        assert len({measure(client, path) for _ in range(FETCHES // 2)}) == 1
    first = client.get(link("table", game), headers=GZIP).content
    assert {client.get(link("table", game), headers=GZIP).content for _ in range(FETCHES)} == {first}


def read_words(answer: bytes) -> str:
    """Return what a compressed page says, without tokens, versions and times."""
    return re.sub(r"\d", "", TOKEN.sub("", gzip.decompress(answer).decode()))


@pytest.mark.django_db
def test_pages_of_which_only_versions_and_times_differ_have_two_lengths_at_most() -> None:
    lengths: dict[str, set[int]] = defaultdict(set)
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        game = start_table(make_person(), make_person(), bots=1)
        client = client_of(game)
        for number in range(30):
            now.shift(60)
            Game.objects.filter(pk=game.pk).update(version=10 + number)
            answer = client.get(link("table", game), headers=GZIP).content
            lengths[read_words(answer)].add(len(answer))
    # Words for a time may change, too, such as from "7 h" to "6 h 59", and such a page draws another extra.
    assert len(lengths) < 10
    assert all(max(found) - min(found) <= COMPRESSED.step for found in lengths.values())


@pytest.mark.django_db
def test_forms_are_taken_with_the_token_of_a_settled_page_and_with_no_other() -> None:
    game = start_table(make_person(), make_person(), bots=1)
    client = client_of(game)
    client.handler.enforce_csrf_checks = True
    page = client.get(link("table", game))
    tokens = set(TOKEN.findall(text_of(page)))
    assert len(tokens) == 1, "one for all forms, which is shorter, too"
    end = link("end", game)
    fields = {"agrees": "1", "csrfmiddlewaretoken": tokens.pop()}
    assert client.post(end, {**fields, "csrfmiddlewaretoken": "a" * 64}).status_code == 403
    assert not game.players.get(seat=0).agrees_to_end
    assert client.post(end, fields).status_code == 302
    assert game.players.get(seat=0).agrees_to_end


@pytest.mark.django_db
def test_a_page_that_says_something_else_masks_its_token_otherwise() -> None:
    game = start_table(make_person(), make_person(), bots=1)
    client, other = client_of(game), client_of(game, 1)
    path = link("table", game)
    tokens = [TOKEN.findall(text_of(client.get(path + query)))[0] for query in ("", "?tab=past", "?tab=about")]
    assert len({token[:32] for token in tokens}) == 3
    assert TOKEN.findall(text_of(other.get(path)))[0][:32] not in {token[:32] for token in tokens}


def test_the_token_is_the_one_that_django_reads() -> None:
    from django.middleware.csrf import _unmask_cipher_token  # type: ignore[attr-defined]

    chance = Random("masks")
    for _ in range(50):
        secret, mask = ("".join(chance.choices(CSRF_ALLOWED_CHARS, k=32)) for _ in range(2))
        assert _unmask_cipher_token(mask_secret(secret, mask.encode()).decode()) == secret


def test_lengths_are_whole_steps_and_never_shorter() -> None:
    chance = Random("steps")
    for _ in range(300):
        length, page = chance.randrange(100, 9000), draw_page(chance, 50)
        for padding in (COMPRESSED, PLAIN):
            for seat in ("", "1/table"):
                chosen = padding.choose_length(length, page, seat)
                most = padding.by_content + padding.by_seat * bool(seat) + padding.step
                assert chosen % padding.step == 0
                assert length <= chosen < length + most


def test_a_compressed_answer_is_what_it_was_and_has_the_chosen_length() -> None:
    chance = Random("sent")
    lengths = set()
    for _ in range(100):
        page = draw_page(chance)
        sent = send(page, padded_for="7/table")
        assert gzip.decompress(sent.content) == page
        assert len(sent.content) % COMPRESSED.step == 0
        assert sent.content == send(page, padded_for="7/table").content
        lengths.add(len(sent.content))
    assert len(lengths) > 2, "each page draws its own extra"


def test_a_page_that_must_not_be_compressed_is_rounded_up_by_blanks() -> None:
    page = draw_page(Random("plain"))
    sent = send(page, is_kept_plain=True)
    assert len(sent.content) % PLAIN.step == 0
    assert not sent.has_header("Content-Encoding")
    assert sent.content.rstrip(b" ") == page.rstrip(b" ")
    assert send(page, {}).content == sent.content, "as for who reads no gzip"


@pytest.mark.parametrize("kind", ["application/json", "text/plain"])
def test_what_is_no_page_and_cannot_be_compressed_stays_as_it_is(kind: str) -> None:
    assert send(b'{"a": 1}', kind=kind).content == b'{"a": 1}'


def test_the_extra_is_drawn_by_page_by_seat_and_by_key(settings: Settings) -> None:
    padding = Padding(step=1, by_content=128, by_seat=256)
    pages, seats = [f"page {'x' * n}".encode() for n in range(40)], [f"{n}/table" for n in range(40)]

    def draw() -> tuple[list[int], list[int]]:
        by_page = [padding.choose_length(0, page) for page in pages]
        return by_page, [padding.choose_length(0, pages[0], seat) - by_page[0] for seat in seats]

    before = draw()
    assert all(len(set(drawn)) > 25 for drawn in before)
    assert draw() == before
    settings.SECRET_KEY = "another"
    after = draw()
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_versions_and_times_draw_no_new_extra() -> None:
    padding = Padding(step=1, by_content=128, by_seat=256)
    assert len({padding.choose_length(500, f"v={n}, at 18:{n:02}".encode()) for n in range(60)}) == 1


def test_marks_return_the_response_that_they_mark() -> None:
    from games.models import Player

    response = HttpResponse("x")
    assert pad_for(keep_plain(response), Player(pk=3)) is response


@pytest.mark.django_db
def test_what_a_role_adds_to_a_page_is_small_beside_the_extra_of_its_seat() -> None:
    game = start_table(make_person(language="fr"), make_person(), bots=1)
    play_on(game, 4)
    client = client_of(game)

    def weigh(path: str) -> tuple[int, int, list[str]]:
        page = TOKEN.sub('""', text_of(client.get(path)).rstrip())
        # What the page will ask not to be sent again: each key makes its requests longer, and later answers shorter.
        return len(page), len(gzip.compress(page.encode(), 6, mtime=0)), re.findall(r'data-part="?(\w+)', page)

    for path in (link("table", game), link("news", game) + "?v=0&c=x"):
        one = weigh(path)
        swap_role(game, 0)
        other = weigh(path)
        assert one != other, "there is something to hide"
        assert abs(one[0] - other[0]) * 6 < PLAIN.by_seat
        assert abs(one[1] - other[1]) * 6 < COMPRESSED.by_seat
        assert one[2] == other[2] != []


@pytest.mark.django_db
def test_all_that_shows_a_role_has_the_extra_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def note(self: Padding, length: int, content: bytes, seat: str = "") -> int:
        drawn.append(seat)
        return length

    game = start_table(make_person(), make_person(), bots=1)
    say(game=game, seat=1, text="Trust me")
    client, own = client_of(game), game.players.get(seat=0).pk
    monkeypatch.setattr(Padding, "choose_length", note)
    news = link("news", game) + "?v=0&c=x"
    for path in (link("table", game), link("table", game) + "?tab=talk", news):
        assert client.get(path, headers={**GZIP, **(HTMX if path == news else {})}).status_code == 200
    assert drawn == [f"{own}/table"] * 3
    # What shows no role must not give its extra away.
    client.get(link("panel", game, "about"), headers={**GZIP, **HTMX})
    client.get(link("replay", game), headers=GZIP)
    assert drawn[3:] == [f"{own}/about", f"{own}/replay"]
    client.get("/games/", headers=GZIP)
    assert drawn[5:] == [""]
