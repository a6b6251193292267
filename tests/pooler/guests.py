"""Guests who play against bots over HTTP, each in a browser of their own, and count what they are answered."""

import http.client
from collections import Counter
from collections.abc import Mapping
from random import Random
from threading import Thread
from urllib.parse import urlencode

from games.rules.registry import TITLES
from tests.races.answers import CSRF
from tests.tables.pages.browser import Page
from tools.torture.stage import HOST

TIME_OUT = 60.0
CSRF_COOKIE = "__Host-csrf"
FOUND = 302


class Guest(Thread):
    """One guest: opens a table, and then looks at it, asks for news and plays, so many times."""

    def __init__(self, port: int, number: int, turns: int) -> None:
        super().__init__(daemon=True)
        self.port, self.turns, self.chance = port, turns, Random(number)
        self.title = list(TITLES)[number % len(TITLES)]
        self.cookies = {CSRF_COOKIE: CSRF}
        self.answers = Counter[int]()
        self.moves = 0

    def run(self) -> None:
        table, _ = self.ask("/play/", {"title": self.title})
        for _ in range(self.turns):
            form = Page(self.ask(table)[1]).form_to(f"{table}move/")
            if form:
                self.moves += bool(self.ask(form.action, form.fill(self.chance))[0])
            self.ask(f"{table}news/?v=0&c=none")

    def ask(self, path: str, fields: Mapping[str, str] | None = None) -> tuple[str, str]:
        """Send a request, and return where the answer leads and what it says."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=TIME_OUT)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        body = None if fields is None else urlencode({**fields, "csrfmiddlewaretoken": CSRF})
        try:
            connection.request("GET" if fields is None else "POST", path, body, headers)
            answer = connection.getresponse()
            self.answers[answer.status] += 1
            self.take_cookies(answer)
            return answer.getheader("Location", ""), answer.read().decode()
        finally:
            connection.close()

    def take_cookies(self, answer: http.client.HTTPResponse) -> None:
        for line in answer.headers.get_all("Set-Cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            if name != CSRF_COOKIE:
                self.cookies[name] = value


def play(port: int, guests: int, turns: int) -> tuple[Counter[int], int]:
    """Let guests play at one time. Returns how often each status was answered, and how many moves were taken."""
    people = [Guest(port, number, turns) for number in range(guests)]
    for guest in people:
        guest.start()
    for guest in people:
        guest.join()
    return sum((guest.answers for guest in people), Counter[int]()), sum(guest.moves for guest in people)
