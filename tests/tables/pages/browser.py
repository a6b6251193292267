"""A browser without JavaScript, or with HTMX: signs in, reads the forms of a page, and sends what they hold."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sign_in.session_store import SessionStore
from games.models import Game

HTMX = {"HX-Request": "true"}
"""The header by which HTMX asks for fragments."""


def sign_in(person: User) -> Client:
    """Return a client with a session of that person, as one who signed in earlier.

    `Client.force_login` would let the site do what it does when somebody signs in, which takes as long as a page.
    """
    client, session = Client(), SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save(must_create=True)
    client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return client


def client_of(game: Game, seat: int = 0) -> Client:
    """Return a client at which the person in a seat is signed in."""
    person = game.players.get(seat=seat).user
    assert person
    return sign_in(person)


def link(name: str, game: Game, *more: object) -> str:
    """Return the path of a page of a game: `link("move", game)`, `link("panel", game, "talk")`."""
    return reverse(f"games:{name}", args=[game.code, *more])


MARK = re.compile(r'<bdi translate="no"[^>]*>(.*?)</bdi>', re.DOTALL)
"""A text that no browser translates, as a page shows it (`insidejob.untranslated`)."""


def text_of(answer: Any) -> str:
    """Return an answer's body as text, without the markup against translation and the blanks that pad it."""
    body: str = answer.content.decode()
    return MARK.sub(r"\1", body).rstrip(" ")


def page_of(game: Game, reader: User | Client, tab: str = "") -> str:
    """Return the page of a table as somebody sees it, with a tab open if it is named."""
    client = reader if isinstance(reader, Client) else sign_in(reader)
    return text_of(client.get(link("table", game) + (f"?tab={tab}" if tab else "")))


@dataclass
class Form:
    """A form on a page: hidden and typed fields, what can be picked, and what its buttons send.

    `faded` can be pressed, and the page says that it cannot be taken; `boxes` may be ticked.
    """

    action: str
    name: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    picks: dict[str, list[str]] = field(default_factory=dict)
    faded: dict[str, list[str]] = field(default_factory=dict)
    boxes: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    checked: dict[str, str] = field(default_factory=dict)

    def fill(self, chance: Random) -> dict[str, str]:
        """Return what is sent when somebody picks at random and presses one of the buttons."""
        picked = {name: chance.choice(values) for name, values in self.picks.items()}
        pressed = chance.choice(self.buttons)
        ticked = {name: value for name, value in self.boxes.items() if chance.random() < 0.5}
        return {**self.fields, **picked, **ticked, **({pressed[0]: pressed[1]} if pressed[0] else {})}

    def press(self) -> dict[str, str]:
        """Return what is sent when nothing is changed and its first button is pressed."""
        name, value = self.buttons[0]
        return {**self.fields, **({name: value} if name else {})}


class Page(HTMLParser):
    """A page or a list of fragments, as far as tests look at it: its forms and the ids on it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.ids: set[str] = set()
        self.swapped: set[str] = set()
        self.inside = False
        self.select = ""
        self.elsewhere: list[tuple[str, dict[str, str]]] = []
        self.feed(html)
        # What stands outside of the form that it belongs to, as a place on the board.
        for tag, values in self.elsewhere:
            for form in self.forms:
                if form.name == values["form"]:
                    self.read_control(form, tag, values)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.ids.add(values["id"])
            if "hx-swap-oob" in values:
                self.swapped.add(values["id"])
        if tag == "form":
            self.forms.append(Form(values.get("action", ""), values.get("id", "")))
            self.inside = True
        elif "form" in values:
            self.elsewhere.append((tag, values))
        elif self.inside and "disabled" not in values:
            self.read_control(self.forms[-1], tag, values)

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"

    def read_control(self, form: Form, tag: str, values: Mapping[str, str]) -> None:
        name, value = values.get("name", ""), values.get("value", "")
        if tag == "button" and values.get("type", "submit") == "submit":
            form.buttons.append((name, value))
        elif tag == "input" and values.get("type") == "checkbox" and "data-mode" in values:
            form.boxes[name] = value
        elif tag == "input" and values.get("type") == "radio":
            (form.faded if values.get("aria-disabled") else form.picks).setdefault(name, []).append(value)
            if "checked" in values:
                form.checked[name] = value
        elif tag == "select":
            self.select = name
        elif tag == "option":
            form.picks.setdefault(self.select, []).append(value)
        elif tag in ("input", "textarea") and name:
            form.fields[name] = value

    def form_to(self, action: str) -> Form | None:
        """Return the form that is sent to the path `action`, with a way back (`?tab=about#…`) or without, or None."""
        return next((form for form in self.forms if re.split(r"\?tab=about|#", form.action)[0] == action), None)


def read_form(answer: Any, action: str) -> Form:
    """Return the form on a page that is sent to `action`; it must be there."""
    form = Page(text_of(answer)).form_to(action)
    assert form is not None, f"no form to {action}"
    return form


def has_form(answer: Any, action: str) -> bool:
    return Page(text_of(answer)).form_to(action) is not None
