"""People with browsers: each reads the page of a table, picks at random, sends the form, and remembers the answer."""

import http.client
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from urllib.parse import urlencode

from tests.races.answers import CSRF
from tests.tables.pages.browser import Form, Page
from tools.torture.processes import slowdown
from tools.torture.stage import Stage

TIME_OUT = 60.0
THINKING = (0.1, 0.5)
AGAIN = 0.15
"""How often a person sends the same form once more, after it was taken."""
TAKE_BACK = 0.2
PREPARES, MEDDLES = 0.25, 0.2
"""How often a person who waits prepares an answer, and how often they give more time, propose a pause, or end one."""
PREPARED = 2
"""How many fields of a premove are filled together: a rule for a lead takes two."""
MEDDLING = ("resume", "time", "pause")
FOUND = 302


class Answer(StrEnum):
    """What the site said to a move."""

    TAKEN = "taken"
    REFUSED = "refused"
    # No answer, or one that says that something broke: the move may have landed or not.
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Attempt:
    """A move that a person sent."""

    code: str
    user: int
    decision: str
    fields: Mapping[str, str]
    answer: Answer


@dataclass(frozen=True)
class Premove:
    """An answer that a person prepared, or may have prepared if the form got no answer."""

    code: str
    user: int
    fields: Mapping[str, str]


@dataclass
class Memory:
    """What all people remember: their moves in order, and the requests that failed without a reason."""

    attempts: list[Attempt] = field(default_factory=list)
    premoves: list[Premove] = field(default_factory=list)
    # How often each thing was done to a table's time.
    meddled: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)
    # Who has sent a move and waits for the answer.
    sending: set[int] = field(default_factory=set)
    # The tables that each person has a seat at, and whether they do not care to play there.
    seats: dict[int, list[tuple[str, bool]]] = field(default_factory=dict)

    def count(self, answer: Answer) -> int:
        return sum(attempt.answer == answer for attempt in list(self.attempts))


@dataclass(frozen=True)
class Received:
    """An answer of the site. Status 0 means that none came."""

    status: int
    location: str = ""
    body: str = ""


class Person(threading.Thread):
    """One scripted person."""

    def __init__(self, user: int, cookies: str, stage: Stage, memory: Memory, seed: int) -> None:
        super().__init__(daemon=True)
        self.user, self.stage, self.memory, self.chance = user, stage, memory, Random(seed)
        self.headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        self.left = threading.Event()

    def run(self) -> None:
        while not self.left.wait(self.chance.uniform(*THINKING)):
            if seats := self.memory.seats.get(self.user):
                code, is_absent = self.chance.choice(seats)
                self.visit(code, is_absent=is_absent)

    def visit(self, code: str, *, is_absent: bool) -> None:
        """Look at a table and do what is asked there.

        An absent person only comes now and then to take their seat back.
        """
        if is_absent and self.chance.random() > TAKE_BACK:
            return
        page = Page(self.ask("GET", f"/g/{code}/").body)
        if page.form_to(f"/g/{code}/take-back/"):
            self.ask("POST", f"/g/{code}/take-back/", {})
        elif not is_absent and (form := page.form_to(f"/g/{code}/move/")):
            self.play(code, form)
        elif not is_absent and (form := page.form_to(f"/g/{code}/prepare/")) and self.chance.random() < PREPARES:
            self.premove(code, form)
        if not is_absent and self.chance.random() < MEDDLES:
            self.meddle(code)

    def premove(self, code: str, form: Form) -> None:
        """Prepare an answer, and remember it unless it was refused.

        Only few fields are filled, because more would break a rule.
        """
        filled = [(name, value) for name, value in form.fill(self.chance).items() if name != "forget"]
        first = self.chance.randrange(len(filled))
        fields = {**dict(filled[first : first + PREPARED]), "premove": "1"}
        if read_answer(self.ask("POST", f"/g/{code}/prepare/", fields), code) != Answer.REFUSED:
            self.memory.premoves.append(Premove(code, self.user, fields))

    def meddle(self, code: str) -> None:
        """End the table's pause if there is one; otherwise give another player more time, or propose a pause."""
        page = Page(self.ask("GET", f"/g/{code}/?tab=about").body)
        forms = {name: form for name in MEDDLING if (form := page.form_to(f"/g/{code}/{name}/"))}
        if "pause" in forms and ("agrees", "1") not in forms["pause"].buttons:
            # Once someone would pause, they stay with it.
            del forms["pause"]
        if forms:
            name = "resume" if "resume" in forms else self.chance.choice(sorted(forms))
            received = self.ask("POST", f"/g/{code}/{name}/", forms[name].fill(self.chance))
            self.memory.meddled[name] += read_answer(received, code) == Answer.TAKEN

    def play(self, code: str, form: Form) -> None:
        """Send a move, and sometimes the same form once more, as a double click or the back button does."""
        fields = form.fill(self.chance)
        answer = self.send(code, fields)
        if answer == Answer.TAKEN and self.chance.random() < AGAIN:
            self.send(code, fields)

    def send(self, code: str, fields: Mapping[str, str]) -> Answer:
        """Send a move and remember what became of it."""
        self.memory.sending.add(self.user)
        received = self.ask("POST", f"/g/{code}/move/", fields)
        self.memory.sending.discard(self.user)
        answer = read_answer(received, code)
        self.memory.attempts.append(Attempt(code, self.user, fields.get("decision", ""), fields, answer))
        return answer

    def ask(self, method: str, path: str, fields: Mapping[str, str] | None = None) -> Received:
        """Send a request. Note it as a fault if it failed while everything that it needs was up."""
        begun = time.monotonic()
        received = self.request(method, path, fields)
        is_fault = received.status not in (200, FOUND, 409)
        if is_fault and not self.stage.explains(begun, time.monotonic()):
            self.memory.unexplained.append(f"{method} {word_path(path)}: status {received.status} and nothing was down")
        return received

    def request(self, method: str, path: str, fields: Mapping[str, str] | None) -> Received:
        """Send one request over its own connection."""
        connection = self.stage.connect_web(TIME_OUT * slowdown())
        body = None if fields is None else urlencode({**fields, "csrfmiddlewaretoken": CSRF})
        try:
            connection.request(method, path, body, self.headers)
            answer = connection.getresponse()
            return Received(answer.status, answer.getheader("Location", ""), answer.read().decode())
        except (OSError, http.client.HTTPException):
            return Received(0)
        finally:
            connection.close()


def word_path(path: str) -> str:
    return "/".join(part for number, part in enumerate(path.split("/")) if number != 2)


def read_answer(received: Received, code: str) -> Answer:
    if received.status == FOUND and received.location == f"/g/{code}/":
        return Answer.TAKEN
    return Answer.REFUSED if received.status == 409 else Answer.UNKNOWN


class Crowd:
    """All people, playing while the block runs."""

    def __init__(self, cookies: Mapping[int, str], stage: Stage, memory: Memory, chance: Random) -> None:
        self.people = [Person(user, text, stage, memory, chance.getrandbits(32)) for user, text in cookies.items()]

    def __enter__(self) -> "Crowd":
        for person in self.people:
            person.start()
        return self

    def __exit__(self, *error: object) -> None:
        for person in self.people:
            person.left.set()
        for person in self.people:
            person.join()
