"""Junk sent with a token is answered, never with an error of ours, and never repeated."""

import json
from random import Random
from typing import Any

import pytest

from accounts.tokens.bots import make_bot, renew_token
from games.models import Game
from games.rules.registry import TITLES
from games.tables.services import lobby
from tests.api.access import ENDPOINTS
from tests.api.clients import BASE, Program
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.rounds import count_rounds
from tests.rules.swap import play_game
from tests.tables.builders import open_table
from tests.tables.pages.fuzz import JUNK, SENSIBLE, start_drawn
from tests.titles import worlds_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS", "BREW")
QUERIES = ("page=x", "page=-1", "page=9999999999999999999", "before=x", "before=-5", "key=%00", "against_bots=x")
TAGS = ('"x"', "*", "W/", "é")
TYPES = ("application/json",) * 5 + ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")
SPY = "do-not-repeat-this"


class Thrower:
    """Draws requests: known paths with bodies that are right, nearly right, or nothing of the kind."""

    def __init__(self) -> None:
        self.chance = Random(SPY)
        ada, ben = make_person(language="fr"), make_person()
        self.programs = [Program(ada), Program(ben), Program(make_person()), Program()]
        for title in TITLES:
            for moves in (0, 3, 10_000):
                start_drawn(worlds_of(title), Random(moves), moves, ada, ben)
        table = open_table(ada, seats=5, allows_bots=True)
        bot, bots_program = make_bot(make_person(), "Ticker")[0], Program()
        bots_program.secret = renew_token(bot)
        self.programs.append(bots_program)
        lobby.join_game(code=table.code, user=bot)
        store_case(number=1)
        self.codes = [*Game.objects.values_list("code", flat=True), "nosuchcode", ada.code]
        self.moves, self.names = list[Any](), ["", "x"]
        for worlds in map(worlds_of, TITLES):
            game = play_game(worlds, "junk")
            self.moves += [worlds.TITLE.dump_move(entry.move) for entry in game.log]
            asked = [worlds.TITLE.decision(state, 0) for state in game.states]
            self.names += [each.name for each in asked if each]

    def draw_value(self, depth: int = 0) -> Any:
        kind = self.chance.randrange(6 if depth < 3 else 4)
        if kind == 4:
            return [self.draw_value(depth + 1) for _ in range(self.chance.randrange(4))]
        if kind == 5:
            return {self.chance.choice(JUNK)[:50] or SPY: self.draw_value(depth + 1) for _ in range(2)}
        return self.chance.choice(
            (self.chance.choice(JUNK), self.chance.choice(SENSIBLE), SPY, None, True, 0, -1, 1.5, 10**20)
        )

    def draw_body(self, known: Any) -> Any:
        """Return a body like the known one, with some of it replaced."""
        body = dict(known or {})
        if "moves" in body:
            body = {"decision": self.chance.choice(self.names), "moves": [dict(self.chance.choice(self.moves))]}
        if self.chance.random() < 0.2:
            return self.draw_value()
        for name in [*body, SPY]:
            if self.chance.random() < 0.3:
                body[name] = self.draw_value()
        for move in body["moves"] if isinstance(body.get("moves"), list) else ():
            for name in list(move) if isinstance(move, dict) and self.chance.random() < 0.5 else ():
                move[name] = self.draw_value()
        return body

    def throw(self) -> tuple[str, Any]:
        """Send one request; return what it was, and the answer."""
        (method, path), (known, *_) = self.chance.choice(list(ENDPOINTS.items()))
        program = self.chance.choice(self.programs)
        code = self.chance.choice(self.codes)
        address = path.format(code=code, person=code)
        if self.chance.random() < 0.2:
            method = self.chance.choice(METHODS)
        if self.chance.random() < 0.2:
            address += f"?{self.chance.choice(QUERIES)}"
        raw = json.dumps(self.draw_body(known)).encode("utf-8", "surrogatepass")
        if self.chance.random() < 0.05:
            raw = self.chance.choice((b"", b"{", b"\xff\xfe", b"[" * 9999, b'{"a":1e999}'))
        key = self.chance.choice(JUNK)[:80].encode("ascii", "ignore").decode().replace("\r\n", "")
        headers = {**program.headers, "If-None-Match": self.chance.choice(TAGS), "Idempotency-Key": key}
        answer = program.client.generic(method, BASE + address, raw, self.chance.choice(TYPES), headers=headers)
        return f"{method} {address} {raw[:300]!r}", answer


@pytest.mark.rounds
@pytest.mark.again
def test_no_junk_makes_the_api_fail() -> None:
    thrower, statuses = Thrower(), set[int]()
    for program in thrower.programs:
        program.client.raise_request_exception = False
    for _ in range(count_rounds("junk_api")):
        asked, answer = thrower.throw()
        statuses.add(answer.status_code)
        assert answer.status_code < 500, asked
        if answer.status_code >= 400:
            assert answer.headers["Content-Type"] == "application/problem+json", asked
            assert SPY not in answer.content.decode().replace(f'"{SPY}"', "") or "fields" in answer.json(), asked
    assert {200, 401, 403, 404, 405, 409, 422} <= statuses
