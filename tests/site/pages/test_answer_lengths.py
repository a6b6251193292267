"""How many bytes the answers to moves take as they are sent, by title and kind of move."""

import gzip
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.models import Game
from games.rules.registry import TITLES
from games.state.table import Table, load_table
from games.tables.services.moves import DICE
from insidejob import padding
from insidejob.compression import BREAK, GAP
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.site.pages.known import learn, restore
from tests.tables.builders import asked, start_usual
from tests.tables.pages.browser import HTMX, MARK, Page, link, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MOST = {"the end": 4_416, "in secret": 30_000}
"""Bytes of the longest answers. That of a result is longest where a trick ends the game, because the answer tells both.

Nothing is compressed while it is secret who is asked.
"""
MOST_OF_A_MOVE = 3_072
"""Bytes of any other, with the story of a trick, act or round in it, and what follows: three times 1,024."""
WORDS = ("maison", "jardin", "ordinateur", "bateau", "orage", "cerise", "montagne", "piano")
ANNOUNCED = re.compile(r'data-announced="?([\d.]+)')
TIP = re.compile(r'id="?tip-done"? name="?tip"? value="?(\w+)')
DOSSIER = re.compile(r'id="?dossier"?\s+data-key="?(\w+)')


def read(answer: Any) -> str:
    """Return the text of an answer with the words in their places."""
    body = gzip.decompress(answer.content) if answer.get("Content-Encoding") == "gzip" else answer.content
    parts, _, words = body.partition(BREAK)
    found = iter(words.rstrip(b" ").split(GAP))
    return MARK.sub(r"\1", re.sub(GAP, lambda _: next(found), parts).decode())


def fill(table: Table, seat: int, page: str, chance: Random) -> dict[str, Any]:
    """Return the form of a page, filled in at random, and so that the move is taken."""
    form = Page(page).form_to(link("move", table.game))
    assert form
    fields: dict[str, Any] = form.fill(chance)
    if table.asked[seat].kind == "point":
        others = [place for place in range(len(table.players)) if place != seat]
        fields["at"] = [seat, others[0]] if table.states[-1].cards[seat] else chance.sample(others, 2)
    return fields | {name: chance.choice(WORDS) for name in ("word", "password") if name in fields}


def play(title: str, *, with_tips: bool) -> Iterator[tuple[str, int]]:
    """Yield by kind of move how long each answer is. One person plays with bots, the first time with tips."""
    person, chance = make_person("Guillemette", language="fr"), Random(3)
    if not with_tips:
        start_usual(person, title=title, language="fr")
    game = start_usual(person, title=title, language="fr")
    client = sign_in(person)
    page = client.get(link("table", game)).content.decode()
    dossier, known = DOSSIER.findall(page), dict[str, str]()
    while game.is_running:
        table = load_table(game)
        if 0 not in asked(table):
            break
        known |= learn(page)
        # Only then a page shows the button.
        for tip in TIP.findall(page):
            client.post(link("tip", game), {"tip": tip}, headers=HTMX)
        sent = client.post(
            link("move", game),
            fill(table, 0, page, chance),
            headers={
                **HTMX,
                "Accept-Encoding": "gzip",
                "X-Parts": " ".join([*known, *dossier]),
                "X-Announced": ANNOUNCED.findall(page)[-1],
            },
        )
        page, game = restore(read(sent), known), Game.objects.get(pk=game.pk)
        if "choice-error" not in page:
            after = load_table(game)
            is_told = table.title.scene(table.states[-1]) != table.title.scene(after.states[-1])
            kind = "the end" if after.outcome else "the end of a scene" if is_told else table.asked[0].kind
            if table.asked[0].kind == "guess" or after.asks_in_secret:
                kind = "in secret"
            yield kind, len(sent.content)


@pytest.mark.parametrize("with_tips", one_in(2, [True, False]))
@pytest.mark.parametrize("title", TITLES)
def test_an_answer_to_a_move_is_short(title: str, with_tips: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    seeded = Random(1)
    for name in ("random", "getrandbits"):
        monkeypatch.setattr(DICE, name, getattr(seeded, name))
    # The longest padding that a key may draw.
    monkeypatch.setattr(padding, "_pick", lambda purpose, value, most: most - 1)
    longest: dict[str, int] = {}
    for kind, length in play(title, with_tips=with_tips):
        longest[kind] = max(length, longest.get(kind, 0))
    assert "the end" in longest
    assert not {kind: length for kind, length in longest.items() if length > MOST.get(kind, MOST_OF_A_MOVE)}, longest


@pytest.mark.parametrize(("header", "are_left_out"), [("X-Known", False), ("X-Parts", True)])
def test_a_page_from_before_an_upgrade_gets_all_parts(header: str, are_left_out: bool) -> None:
    """Its script looks for parts by their keys, not by their places, and says under an older name what it has."""
    person = make_person()
    game = start_usual(person, title="insidejob")
    client = sign_in(person)
    page = client.get(link("table", game)).content.decode()
    answer = client.post(
        link("move", game),
        fill(load_table(game), 0, page, Random(3)),
        headers={**HTMX, header: " ".join(learn(page))},
    )
    assert b"data-part" in answer.content
    assert (b"data-same" in answer.content) == are_left_out
