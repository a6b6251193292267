"""A browser that translates a page changes no name, no word of the game, no card and no code."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.names.reserved import BOT_NAMES
from games.archive.services import share_replay
from games.models import Game
from games.notifications import email_dispatch
from games.people import services as blocks
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import stand_ins, substitutes
from games.tables.services.notes import write_note
from games.tables.services.talk import say
from tests.builders_people import make_person
from tests.rounds import choose, one_in
from tests.tables.builders import open_table, play_on, start_table, start_usual
from tests.tables.pages.browser import HTMX, link, sign_in
from tests.tables.pages.circle import MINE, make_circle, path_of
from tests.tables.pages.translated import Translator

pytestmark = pytest.mark.django_db
ADA, BEN = "Zoelie", "Quorra"
NAMES = (ADA, BEN, *BOT_NAMES)
OURS = {"phare", "espion", "mission", "agent", "table", "page", "secret", "question", "marge", "point", "seal"}
"""Words that stand in our own texts, too."""
PANELS = ("log", "talk", "notes", "past", "about")
EVERY = choose(50, deep=20, long=9)
"""Moves between two looks at a table."""
WORDS = re.compile(r"[^\W\d_]{2,}")


def find_changed(page: str, names: tuple[str, ...] = NAMES) -> list[str]:
    """Return the texts of a page that a translation would change although they hold a name."""
    read = Translator(page)
    assert not [text for text in read.attributes if "<bdi" in text or "&lt;bdi" in text]
    assert not [text for text, _ in (*read.kept, *((text, "") for text in read.translated)) if "<bdi" in text]
    return [text for text in read.translated if set(names) & set(WORDS.findall(text))]


def start(title: str, names: tuple[str, str] = (ADA, BEN)) -> tuple[Game, User, User]:
    """Start a game of two people, in French where it has words, with bots if it has room."""
    ada, ben = map(make_person, names)
    return start_usual(ada, ben, title=title, language="fr"), ada, ben


def pages_of(client: Client, game: Game) -> Iterator[str]:
    """Yield all that a table shows: its page, its panels, the answer to a poll, what one may report."""
    for path in (link("table", game), link("trouble", game), *(f"{link('table', game)}?tab={name}" for name in PANELS)):
        yield client.get(path, follow=True).content.decode()
    for name in PANELS:
        yield client.get(link("panel", game, name), headers=HTMX).content.decode()
    yield client.get(f"{link('news', game)}?v=0&o=0", headers=HTMX).content.decode()
    yield client.get(link("premove_form", game), headers=HTMX).content.decode()


@pytest.mark.rounds
@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_no_name_and_no_card_is_translated_at_a_table_from_its_start_to_its_replay(title: str) -> None:
    game, ada, ben = start(title)
    clients, cards = [sign_in(ada), sign_in(ben)], 0
    for seat, person in enumerate((ada, ben)):
        say(game=game, seat=seat, text="Hello", author=person)
        write_note(code=game.code, user=person, text="Hm")
    stand_ins.agree_to_end(code=game.code, user=ben, agrees=True)
    stand_ins.agree_to_open(code=game.code, user=ben, agrees=True)
    while game.is_running:
        for page in (page for client in clients for page in pages_of(client, game)):
            assert find_changed(page) == []
            cards += require_kept_cards(page)
        play_on(game, EVERY) if len(load_table(game).entries) < 60 else play_on(game)
    share_replay(code=game.code, user=ben, agrees=True)
    for page in (page for client in clients for page in pages_of(client, game)):
        assert find_changed(page) == []
    for step in range(0, len(load_table(game).entries), EVERY):
        for eyes in range(game.seat_count):
            page = clients[0].get(f"{link('replay_step', game, step)}?eyes={eyes}").content.decode()
            assert find_changed(page) == []
            cards += require_kept_cards(page)
    assert cards or not TITLES[title].TEXTS.drawn, "there was no card to translate"


def require_kept_cards(page: str) -> int:
    """Require that no letter or number on a card is translated; return how many there are."""
    cards = Translator(page).cards
    assert all(is_kept for _, is_kept in cards), cards
    return len(cards)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("seats", "options"),
    one_in(4, [(4, {}), (4, {"laps": "at_once"}), (3, {"variant": "three"}), (4, {"silent": True})]),
)
def test_each_word_of_rendezvous_is_kept_and_says_its_language(seats: int, options: dict[str, object]) -> None:
    people = [make_person(f"{ADA}{letter}", language="en") for letter in "abcd"[:seats]]
    game = start_table(*people, title="rendezvous", options={"language": "fr", "rounds": "1", **options})
    clients, kept = [sign_in(person) for person in people[:2]], 0
    while True:
        words = list_words(game)
        for page in (page for client in clients for page in pages_of(client, game)):
            read = Translator(page)
            assert [text for text in read.translated if words & set(text.split())] == []
            langs = [lang for text, lang in read.kept if text in words]
            assert set(langs) <= {"fr"}
            kept += len(langs)
        if not game.is_running:
            break
        play_on(game, 3) if len(load_table(game).entries) < 12 else play_on(game)
        game.refresh_from_db()
    assert kept > 20 or options.get("silent"), "there was no word to translate"


def list_words(game: Game) -> set[str]:
    """Return the words on the cards of a game and what was said, but for those that are in our texts, too."""
    state = load_table(game).states[-1]
    said = {say.word for say in state.says if say.word}
    held = {card[(state.number or 1) - 1] for card in state.cards if card}
    passed = {word for finished in state.rounds for word in finished.passwords}
    return {word for word in said | held | passed if word not in OURS}


def read_mails() -> Iterator[str]:
    """Yield the HTML of each mail that was sent."""
    for each in mail.outbox:
        assert isinstance(each, EmailMultiAlternatives)
        yield from (str(content) for content, _ in each.alternatives)


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_no_name_is_translated_in_a_mail(title: str) -> None:
    game, *_ = start(title)
    for _ in range(6):
        email_dispatch.send_due(timezone.now() + timedelta(days=1))
        play_on(game, 7 if game.is_running else 10_000) if game.is_running else None
        game.refresh_from_db()
    pages = list(read_mails())
    assert sum(ADA in page or BEN in page for page in pages) > 3
    for page in pages:
        assert find_changed(page) == []


def test_no_name_is_translated_on_any_other_page() -> None:
    game, ada, ben = start("insidejob")
    play_on(game)
    lobby, circle = open_table(ada, ben, seats=4), make_circle(ada, ben)
    gone, substitute = start("target", ("Ulrika", "Ysolde"))[0], make_person("Perdita")
    absent, other = gone.players.get(seat=0).user, gone.players.get(seat=1).user
    assert absent
    assert other
    stand_ins.hand_over(code=gone.code, user=absent)
    substitutes.open_seat(code=gone.code, user=other, seat=0)
    blocks.block(by=ben, person=substitute)
    seat = reverse("games:sit_in", args=[gone.code, gone.players.get(seat=0).link])
    paths = [
        reverse("games:my_games"), reverse("games:home"), link("table", lobby), MINE, path_of(circle), seat,
        reverse("games:profile", args=[ada.code]), reverse("games:statistics", args=[ada.code]),
        reverse("games:blocked"), reverse("games:join_circle", args=[circle.invitation]), reverse("games:open_tables"),
        reverse("accounts:settings"), link("table", gone), reverse("games:choose_title"), link("replay", game),
        reverse("accounts:safety"), reverse("games:vacations"), reverse("games:mail"),
    ]  # fmt: skip
    named = 0
    for client in (sign_in(ada), sign_in(ben), sign_in(substitute)):
        for path in paths:
            page = client.get(path, follow=True).content.decode()
            assert find_changed(page, (*NAMES, "Perdita", "Ulrika", "Ysolde")) == [], path
            named += ADA in page
    assert named > 20
    page = sign_in(ben).post(reverse("games:block", args=[ada.code]), {"blocked": "1"}, follow=True).content.decode()
    assert "You’ve blocked" in page
    assert find_changed(page) == []


def test_codes_are_kept() -> None:
    sign_up = Client(headers={"accept-language": "en"})
    sign_up.post(reverse("account_signup"), {"email": "z@example.org", "display_name": ADA})
    email_dispatch.send_due()
    (page,) = read_mails()
    (code,) = {*re.findall(r"[A-Z0-9]{4}-[A-Z0-9]{4}", page)}
    assert code in [text for text, _ in Translator(page).kept]
    game, ada, _ = start("insidejob")
    seal = Game.objects.values_list("commitment", flat=True).get(pk=game.pk)
    page = sign_in(ada).get(link("table", game) + "?tab=about").content.decode()
    assert any(seal in text for text, _ in Translator(page).kept)
