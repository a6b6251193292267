"""People with a browser each: what they do on every page, and what went wrong while they did it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, Response, WebError, expect

from tests.browser.playing import PASSWORD
from tests.browser.site import Site
from tests.browser.waiting import PATIENCE, follow, wait_until
from tests.run_browser import ADVICE

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
]
MAILED_WITHIN = 4 * PATIENCE
"""Milliseconds until a mail has come: the worker sends every ten seconds."""
EXPECTED = re.compile("status of 4|htmx:(timeout|sendAbort|afterRequest)")
TABLE = re.compile(r"/g/([^/]+)/(move/)?")
CODE = re.compile(r"[A-Z0-9]{3,}-?[A-Z0-9]{3,}")


class Person:
    """Somebody at a page of the site. `troubles` gathers what no page should do, for a test to look at, and `console`
    all that pages wrote there.

    `opened` and `played` are the codes of the tables that they looked at, and where a move of theirs was accepted.
    """

    def __init__(self, browser: Browser, site: Site, *, reveals: bool = False, **options: Any) -> None:
        self.site = site
        # Nothing moves, unless a test is about that.
        chosen = {"locale": "en-GB", "reduced_motion": "reduce", **options}
        self.language = str(chosen["locale"])[:2]
        self.context = browser.new_context(base_url=site.url, **chosen)
        self.context.set_default_timeout(PATIENCE)
        # Roles stay folded, unless a test is about their being shown.
        if not reveals:
            self.context.add_init_script("try { localStorage.setItem('revealed', 'all') } catch {}")
        self.troubles: list[str] = []
        self.console: list[str] = []
        self.context.on("console", self._note_console)
        self.context.on("weberror", self._note_error)
        self.context.on("request", self._note_stranger)
        self.opened: set[str] = set()
        self.played: set[str] = set()
        self.context.on("response", self._note_table)
        self.page = self.context.new_page()

    def _note_console(self, message: ConsoleMessage) -> None:
        # A refusal (403, 404, 409, 422) is an answer; the browser calls it an error all the same. A question for news
        # that a busy machine has not answered in ten seconds is asked again, and a newer one replaces an older; of
        # these, and of real errors, HTMX logs `afterRequest` first.
        self.console.append(f"{message.type}: {message.text}")
        if message.type in ("error", "warning") and not EXPECTED.search(message.text):
            self.troubles.append(f"console: {message.text}")

    def _note_error(self, error: WebError) -> None:
        self.console.append(f"thrown: {error.error}")
        self.troubles.append(f"script: {error.error}")

    def _note_stranger(self, request: Request) -> None:
        parts = urlsplit(request.url)
        # Streams have a port of their own.
        is_stream = (parts.hostname, parts.path) == ("127.0.0.1", "/stream/")
        is_ours = is_stream or parts.netloc == urlsplit(self.site.url).netloc
        if parts.scheme in ("http", "https") and not is_ours:
            self.troubles.append(f"third party: {request.url}")

    def _note_table(self, response: Response) -> None:
        if at_table := TABLE.fullmatch(urlsplit(response.url).path):
            code, move = at_table.groups()
            self.opened.add(code)
            if move and response.ok:
                self.played.add(code)

    def forget_refused(self, code: str) -> None:
        """Take a move for none: a refusal has the status of an answer."""
        self.played.discard(code)

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def sign_up(self, name: str) -> None:
        """Sign up on the sign-up page now open, with the code from the mail. No other test takes the name."""
        email = f"{name.lower()}@example.org"
        self.page.fill("[name=email]", email)
        self.page.fill("[name=display_name]", name)
        follow(self.page.locator("main form button.primary"))
        self.page.fill("[name=code]", self.read_code(email))
        follow(self.page.locator("main form button.primary"))
        expect(self.page.locator("#messages .success")).to_contain_text(name)

    def read_code(self, email: str) -> str:
        """Return the code in the newest mail to an address, read on the development site's own page."""
        self.wait_for_mail(email)
        mailbox = self.context.new_page()
        mailbox.goto("/dev/mail/")
        mailbox.locator("li", has_text=email).first.get_by_role("link").click()
        codes = CODE.findall(mailbox.locator(".mail-text").inner_text())
        mailbox.close()
        return str(codes[0])

    def wait_for_mail(self, email: str, subject: str = "") -> None:
        """Wait for a mail to an address. The list is read without drawing it, as it is read often."""

        def has_come() -> bool:
            lines = unescape(self.context.request.get("/dev/mail/").text()).lower().split("<li>")
            return any(email in line and subject.lower() in line for line in lines)

        try:
            wait_until(self.page, has_come, f"a mail {subject!r} to {email}", MAILED_WITHIN)
        except AssertionError as error:
            error.add_note(self.site.describe_post(email))
            raise

    def open_mail(self, email: str, subject: str) -> str:
        """Wait for the newest mail to an address about `subject`, open it in its page, and return its text."""
        self.wait_for_mail(email, subject)
        newest = self.go("/dev/mail/").locator("li", has_text=email).filter(has_text=subject).first
        # The style sheet keeps the lines of the text apart.
        follow(newest.get_by_role("link"))
        return self.page.locator(".mail-text").inner_text()

    def sign_in(self, name: str) -> None:
        """Come back as somebody who signed in earlier and reads in the browser's language. No page is drawn."""
        cookie, value = self.site.start_session(f"{name.lower()}@example.org", self.language)
        self.context.add_cookies([{"name": cookie, "value": value, "url": self.site.url}])

    def type_password(self, name: str) -> None:
        """Sign in on the page, with the password."""
        self.go("/accounts/login/")
        self.page.fill("[name=login]", f"{name.lower()}@example.org")
        self.page.fill("[name=password]", PASSWORD)
        follow(self.page.locator("main form button.primary"))
        expect(self.page).to_have_url(re.compile("/games/$"))

    def choose_language(self, language: str) -> None:
        """Choose a language at the bottom of the page, if it is not the page's already."""
        button = self.page.locator(f".site-footer button[value={language}]")
        if button.count():
            follow(button)
        expect(self.page.locator("html")).to_have_attribute("lang", language)

    def forgive(self, *words: str) -> None:
        """Forget the troubles with one of these words in them, which the test has made itself."""
        self.troubles[:] = [trouble for trouble in self.troubles if not any(word in trouble for word in words)]

    def leave(self) -> None:
        self.context.close()


@contextmanager
def run_chromium(playwright: Playwright, program: str | None) -> Iterator[Browser]:
    """Run the Chromium at the path `program`, without a window."""
    assert program, ADVICE
    browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
    try:
        yield browser
    finally:
        browser.close()


def start_with_bots(page: Page, level: str = "") -> None:
    """Fill the free seats of a lobby with bots, and so start the game; `level` says how they play.

    The page shows all who sit there: it is loaded again when somebody does, and folds what was unfolded.
    """
    page.wait_for_load_state()
    page.locator("#ask-fill").click()
    if level:
        page.select_option("#fill-level", level)
    follow(page.locator("#do-fill"))
    expect(page.locator("#board")).to_be_visible()


def play_late(*people: Person) -> None:
    """Let the game that these people look at come close to its end, in the database, and show it to them."""
    path = urlsplit(people[0].page.url).path
    people[0].site.pass_time("late", path.split("/")[2])
    for person in people:
        person.go(path)
