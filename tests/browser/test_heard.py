"""What a blind player hears: Orca reads Firefox, and what it says stands in `heard/`. Only `make prove` runs this.

`GOLDEN=write make prove ARGS="--only heard"` writes the texts anew.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.engines import wait_for
from tests.browser.orca import QUIET, Reader, find_missing, run_reader
from tests.browser.people import Person
from tests.browser.playing import PASSWORD
from tests.browser.playing_rendezvous import write
from tests.browser.site import Site
from tests.browser.turns import take_turn, vote
from tests.browser.waiting import put_away_tips, send

MISSING = find_missing()
pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(bool(MISSING), reason=f"a screen reader is heard with {', '.join(MISSING)}"),
]
HEARD = Path(__file__).parent / "heard"
NAMES = {"en": ("honorine", "casimir", "ursule"), "fr": ("hyacinthe", "clotaire", "ursula")}
MY_TURN = "Your turn|À toi de jouer"
WAITING = "Waiting for|attend"
OVER = "game is over|partie est (finie|terminée)"
HEADING = "heading|en-tête"
HAS_COME = "return document.querySelector('#board').innerText.includes('cratere');"
CARDS = "return document.querySelectorAll('#board .slot .card').length;"
FIELD = "entry .*required|zone de saisie"
VARIES = (
    # Chance deals the first table, and names it and the guest.
    (re.compile(r"\b(blue|green|yellow|pink) \d+|\b\d+ (bleu|vert|jaune|rose)\b"), "CARD"),
    (re.compile(r"(Operation|Opération) [\w’-]+"), r"\1 …"),
    (re.compile(r"(Guest|Invité) \w+"), r"\1 …"),
    # The texts were written when a bot pointed by chance, which changed what the others got.
    (re.compile(r"(Dario (?:pointed at|a désigné)) [^.]*|\d+ (points)"), r"\1\2 …"),
    # The rest of a deadline.
    (re.compile(r"\d+ (h|min|hours?|days?|heures?|jours?)\b.*?\)"), "…"),
)


@dataclass
class Listener:
    """A reader in a language, and the games of the person who reads."""

    reader: Reader
    language: str
    url: str
    games: dict[str, str]

    def show(self, game: str) -> Reader:
        self.reader.said.clear()
        self.reader.open(f"{self.url}/g/{self.games[game]}/", "a table")
        self.reader.listen(quiet=6)
        return self.reader

    def compare(self, name: str, *, is_dealt: bool = False) -> None:
        """Compare what was heard with its file; of a game that chance deals, cards and names are left out."""
        text = "\n".join(self.reader.said).strip() + "\n"
        for pattern, instead in VARIES if is_dealt else VARIES[-1:]:
            text = pattern.sub(instead, text)
        path = HEARD / f"{name}-{self.language}.txt"
        if os.environ.get("GOLDEN") == "write":
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        assert sort_answers(text) == sort_answers(path.read_text("utf-8"))


def sort_answers(text: str) -> list[list[str]]:
    """Return what was said after each key: an announcement may come before or after what has the focus."""
    return [sorted(answer.splitlines()) for answer in re.split(r"^(?=> |## )", text, flags=re.MULTILINE)]


@pytest.fixture(scope="module", params=("en", "fr"))
def visitor(
    request: pytest.FixtureRequest, site: Site, scenes: Scenes, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Listener]:
    language = str(request.param)
    with run_reader(tmp_path_factory.mktemp(language) / "home", language, f"{site.url}/rules/") as reader:
        yield Listener(reader, language, site.url, scenes["heard"][language])


@pytest.fixture(scope="module")
def player(visitor: Listener) -> Listener:
    sign_in(visitor.reader, visitor.url, NAMES[visitor.language][0])
    return visitor


@pytest.fixture
def others(visitor: Listener, member: NewPerson) -> tuple[Person, Person]:
    one, two = (member(name) for name in NAMES[visitor.language][1:])
    return one, two


def find(reader: Reader, key: str, what: str, most: int = 40) -> None:
    """Press a key until something is said in which `what` is found."""
    for _ in range(most):
        before = len(reader.said)
        reader.press(key)
        if any(re.search(what, line) for line in reader.said[before:]):
            return
    raise AssertionError(f"{what} was not said:\n" + "\n".join(reader.said[-20:]))


def find_button(reader: Reader, name: str) -> None:
    find(reader, "b", name)
    reader.reach(name)


def sign_in(reader: Reader, url: str, name: str) -> None:
    reader.open(f"{url}/accounts/login/")
    find(reader, "Tab", FIELD)
    reader.type(f"{name}@example.org")
    find(reader, "Tab", "password text|champ de mot de passe")
    reader.type(PASSWORD)
    reader.press("Return")
    reader.listen(quiet=10)
    reader.said.clear()


def test_the_first_page(visitor: Listener) -> None:
    visitor.reader.said.clear()
    visitor.reader.open(f"{visitor.url}/")
    visitor.reader.press("h", "h", "h", "h")
    visitor.compare("landing")


def test_signing_up(visitor: Listener) -> None:
    visitor.reader.said.clear()
    visitor.reader.open(f"{visitor.url}/accounts/signup/")
    find(visitor.reader, "Tab", FIELD)
    visitor.reader.press("Tab", "Tab", "Tab")
    visitor.compare("sign-up")


def test_the_next_trick_of_a_case(visitor: Listener) -> None:
    visitor.reader.said.clear()
    visitor.reader.open(f"{visitor.url}/case/2/")
    find_button(visitor.reader, "Next trick|Pli suivant")
    visitor.reader.press("Return", until="(TRICK|PLI) 2")
    visitor.compare("case")


def test_a_first_table(visitor: Listener) -> None:
    # At this address nobody is signed in.
    visitor.reader.said.clear()
    visitor.reader.open(visitor.url.replace("localhost", "127.0.0.1") + "/")
    find_button(visitor.reader, "Play|Jouer|bots")
    visitor.reader.follow("F2")
    visitor.reader.press("Escape")
    visitor.compare("first-table", is_dealt=True)


def test_opening_a_table(player: Listener) -> None:
    player.reader.open(f"{player.url}/games/new/insidejob/")
    player.reader.said.clear()
    find(player.reader, "b", "button|bouton")
    player.reader.press("Tab", "Tab", "Tab")
    player.compare("open-table")


def test_a_trick(player: Listener, others: tuple[Person, Person]) -> None:
    last, first = others
    reader = player.show("trick")
    path = f"/g/{player.games['trick']}/"
    reader.note("Another player leads")
    take_turn(first.go(path), Random(1))
    reader.listen(MY_TURN)
    # Tips of a first game stand where the button comes.
    find_button(reader, "Stop showing|Ne plus en montrer")
    reader.press("Return", until="Your card|Ta carte")
    reader.note("My move")
    reader.press("F2", "r", "space", "Tab")
    reader.press("Return", until=WAITING)
    reader.note("Another player ends the trick")
    take_turn(last.go(path), Random(1))
    reader.listen("Mission")
    reader.note("What happened last")
    reader.press("F4", "Down", "Down")
    player.compare("trick")


def test_the_vote_and_the_result(player: Listener, others: tuple[Person, Person]) -> None:
    for person in others:
        vote(person.go(f"/g/{player.games['vote']}/"), "0")
    reader = player.show("vote")
    reader.press("F2", until=HEADING)
    reader.press("r", "space", "Tab")
    reader.press("Return", until=OVER)
    player.compare("vote")


def test_hiding(player: Listener) -> None:
    reader = player.show("hide")
    reader.press("F2", until=HEADING)
    reader.press("r", "space", "Tab", "r", "space", "Tab", "r", "r", "space")
    player.compare("target-hide")


def test_an_attack(player: Listener) -> None:
    reader = player.show("attack")
    reader.note("My attack")
    reader.press("F2", until=HEADING)
    reader.press("r", "space")
    find(reader, "shift+r", "Attack the|Attaque la")
    reader.press("space")
    find_button(reader, "Attack .* with|Attaquer? .* avec")
    reader.press("Return", until="You attack|Tu attaques")
    player.compare("target-attack")


def test_a_word(player: Listener, others: tuple[Person, Person]) -> None:
    reader = player.show("word")
    # A tip of a first game stands in the place of the field.
    reader.press("F2", "space")
    reader.note("My word")
    reader.press("F2", "Tab")
    reader.type("volcan")
    reader.press("Return", until=WAITING)
    reader.note("The next word")
    page = others[0].go(f"/g/{player.games['word']}/")
    put_away_tips(page)
    write(page, "#word", "cratere")
    reader.listen("cratere")
    player.compare("rendezvous-word")


def test_words_behind_an_open_sheet(player: Listener, others: tuple[Person, Person]) -> None:
    reader = player.show("sheet")
    reader.note("The list of keys")
    reader.press("question", until="button|bouton")
    for person, word in zip(others, ("volcan", "cratere"), strict=True):
        page = person.go(f"/g/{player.games['sheet']}/")
        put_away_tips(page)
        write(page, "#word", word)
    wait_for(lambda: reader.firefox.run(HAS_COME), "news")
    reader.listen(quiet=2 * QUIET)
    reader.note("The list is closed")
    reader.press("Escape", until="cratere")
    player.compare("rendezvous-sheet")


def test_cards_behind_the_open_sheet_of_my_role(player: Listener, others: tuple[Person, Person]) -> None:
    reader = player.reader
    reader.said.clear()
    path = f"/g/{player.games['role']}/"
    reader.open(f"{player.url}{path}", "a new table", until="F2")
    for person in others:
        take_turn(person.go(path), Random(1))
    wait_for(lambda: reader.firefox.run(CARDS) == len(others), "news")
    reader.listen(quiet=2 * QUIET)
    reader.note("The sheet is closed")
    reader.press("Escape", until=MY_TURN)
    player.compare("role-sheet")


def test_pointing(player: Listener, others: tuple[Person, Person]) -> None:
    point(player, others, "point", until="point")
    player.compare("rendezvous-point")


def test_the_end_of_a_game_of_four(player: Listener, others: tuple[Person, Person]) -> None:
    reader = point(player, others, "last_point", until=OVER)
    reader.note("The result")
    reader.press("F2", "Down", "Down")
    player.compare("rendezvous-end", is_dealt=True)


def point(player: Listener, others: tuple[Person, Person], game: str, until: str) -> Reader:
    """Point at the two players who come last on the page of a table, and let the others point."""
    reader = player.show(game)
    reader.press("F2", until=HEADING)
    for _ in range(2):
        find(reader, "shift+x", "Point at|Désigne")
        reader.press("space")
    find_button(reader, "Point at .* and|Désigner? .* et")
    reader.press("Return", until=WAITING)
    reader.note("The others point")
    for person in others:
        point_at_first(person.go(f"/g/{player.games[game]}/"))
    reader.listen(until)
    return reader


def point_at_first(page: Page) -> None:
    """Point at one as a spy, or else at two."""
    choices = page.locator(".voice [name=at]")
    for place in range(1 if choices.first.get_attribute("type") == "radio" else 2):
        choices.nth(place).check()
    send(page.locator("#point-button"))
