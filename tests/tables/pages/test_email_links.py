"""The link of a mail that plays one decision: four presses, no session, nothing more; and the way to sign in."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from games.models import Game, Notification, Player
from games.notifications import email_links, emails
from games.rules.engine.errors import IllegalMove
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import stand_ins
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.rules.leaks import at_tables
from tests.rules.swap import play_game, replay
from tests.rules.worlds import World, Worlds
from tests.tables.acts import fresh
from tests.tables.builders import choose, play_on, play_to_the_vote, start_table
from tests.tables.pages import worlds
from tests.tables.pages.browser import Form, Page, link, read_form, sign_in, text_of
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db
SHOW = {"show": "1"}
GZIP = {"Accept-Encoding": "gzip"}


def visit() -> Client:
    """Return somebody's browser that holds no cookie, and takes no form without its token."""
    return Client(enforce_csrf_checks=True)


def find_asked(game: Game) -> tuple[Player, User]:
    """Return the first person at a table who is asked something, and their account."""
    return next((player, player.user) for player in load_table(game).players if player.owes and player.user)


def table_path(game: Game, user: User) -> str:
    """Return the path of the link that leads from a user's mail to a table."""
    return reverse("games:from_mail", args=[game.code, email_links.make_table_token(user)])


def mailed_path(player: Player, kind: str = "turn") -> str:
    """Return the path of the link in a player's mail, or nothing."""
    assert player.user
    notification = Notification(recipient=player.user, game=player.game, kind=kind, key="k")
    found = re.search(r"/mail/turn/\S+", str(emails.make_mail(notification, "m").body))
    return found[0] if found else ""


@pytest.fixture
def game() -> Game:
    """A table of two people and a bot, at which a person is to play a card."""
    cache.clear()
    return play_on(start_table(make_person("Ada"), make_person("Ben"), bots=1), 1).game


def press_show(path: str) -> Form:
    """Open a link, press its one button, and return the form with the hand."""
    visitor = visit()
    [button] = Page(text_of(visitor.get(path))).forms
    assert (button.action, button.fields) == (path, {})
    return read_form(visitor.post(path), path)


def test_a_card_is_played_from_the_mail_with_nothing_but_its_link(game: Game) -> None:
    player, user = find_asked(game)
    path, before = mailed_path(player), load_table(game)
    form = press_show(path)
    visitor = visit()
    answer = visitor.post(path, form.fill(Random(1)))
    assert answer.status_code == 200
    assert f"{user} plays the" in text_of(answer) or f"{user} leads" in text_of(answer)
    after = load_table(game)
    entry = after.entries[len(before.entries)]
    assert (entry.move.seat, entry.by) == (player.seat, "player")
    assert not visitor.cookies
    assert not Session.objects.exists()


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_every_title_is_played_by_its_links_as_far_as_they_go(title: str) -> None:
    played = 0
    game = start_table(make_person(), make_person(), bots=max(TITLES[title].SEATS[0] - 2, 0), title=title)
    for _ in range(5):
        if not fresh(game).is_running:
            break
        cache.clear()
        player, _ = find_asked(game)
        path = mailed_path(player)
        if not path:
            play_on(game, 1)
            continue
        press_show(path)
        # A card that breaks suit, say, is refused: another choice is drawn.
        answers = (visit().post(path, draw_choice(player)) for _ in range(20))
        assert any("Played!" in text_of(answer) for answer in answers)
        played += 1
        game.refresh_from_db()
    assert played


def draw_choice(player: Player) -> dict[str, Any]:
    fields: dict[str, Any] = {"decision": player.owes}
    for move in choose(load_table(player.game), player.seat):
        fields |= worlds_of(player.game.title).write_form(move)
    return fields


def test_what_was_refused_is_said_and_kept(game: Game) -> None:
    path = mailed_path(find_asked(game)[0])
    answer = visit().post(path, {"decision": find_asked(game)[0].owes, "card": "no-such"})
    assert answer.status_code == 409
    assert "choice-error" in Page(text_of(answer)).ids
    assert find_asked(game)[0].owes
    assert visit().post(path, {"decision": "lead-99"}).status_code == 409


def test_a_link_is_good_for_one_decision_and_ends_with_it(game: Game) -> None:
    path = mailed_path(find_asked(game)[0])
    fields = press_show(path).fill(Random(1))
    moves = len(load_table(game).entries)
    assert visit().post(path, fields).status_code == 200
    count = len(load_table(game).entries)
    assert count > moves
    for answer in (visit().get(path), visit().post(path), visit().post(path, fields)):
        assert answer.status_code == 410
        assert "This has already been answered" in text_of(answer)
        assert "@" not in text_of(answer)
    assert len(load_table(game).entries) == count


@pytest.mark.parametrize(
    "end",
    [
        lambda user: User.objects.filter(pk=user.pk).update(email="new@example.org"),
        lambda user: User.objects.filter(pk=user.pk).update(sessions_ended=1),
        lambda user: User.objects.filter(pk=user.pk).update(plays_by_mail=False),
        lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
        lambda user: stand_ins.hand_over(code=user.players.get().game.code, user=user),
    ],
    ids=["another address", "sessions ended", "switched off", "inactive", "a stand-in"],
)
def test_a_link_ends_with_what_it_was_sent_for(game: Game, end: Any) -> None:
    player, user = find_asked(game)
    path = mailed_path(player)
    end(user)
    assert visit().post(path).status_code == 410


def test_a_link_that_was_tampered_with_is_nowhere(game: Game) -> None:
    path = mailed_path(find_asked(game)[0])
    assert visit().get(path[:-2] + "/").status_code == 404
    elsewhere = reverse("games:play_by_mail", args=[email_links.make_table_token(find_asked(game)[1])])
    assert visit().get(elsewhere).status_code == 404


def test_its_owner_who_is_signed_in_is_at_the_table_at_once(game: Game) -> None:
    player, user = find_asked(game)
    path = mailed_path(player)
    assert sign_in(user).get(path)["Location"] == link("table", game)
    # To anybody else it is what it is to a visitor, in its owner's language.
    User.objects.filter(pk=user.pk).update(language="fr")
    answer = sign_in(make_person()).get(path)
    assert "voir ma main" in text_of(answer).lower()
    assert answer["Content-Language"] == "fr"


def test_a_link_says_whose_turn_it_plays(game: Game) -> None:
    player, user = find_asked(game)
    path = mailed_path(player)
    other = next(name for name in ("Ada", "Ben") if name != str(user))
    for text in map(text_of, (visit().get(path), visit().post(path))):
        assert str(user) in text
        assert "signed in as" not in text
    # In the browser of another player of the same table.
    client = sign_in(User.objects.get(display_name=other))
    ask, hand = client.get(path), client.post(path)
    refused = client.post(path, {"decision": player.owes, "card": "no-such"})
    for answer in (ask, hand, refused):
        assert f"signed in as {other}; this is {user}’s turn" in text_of(answer)
    assert f"I’m {user}: show my hand" in text_of(ask)
    # The other's name comes with the request: it must not change the length of a compressed hand.
    assert visit().post(path, headers=GZIP).has_header("Content-Encoding")
    assert not client.post(path, headers=GZIP).has_header("Content-Encoding")


def test_nothing_keeps_or_passes_on_its_address_nor_leads_elsewhere_but_to_sign_in(game: Game) -> None:
    path = mailed_path(find_asked(game)[0])
    pages = visit().get(path), visit().post(path)
    for answer in (*pages, visit().post(path, {"decision": "x"})):
        assert answer["Referrer-Policy"] == "no-referrer"
        assert "no-store" in answer["Cache-Control"]
        assert "noindex" in answer["X-Robots-Tag"]
    for text in map(text_of, pages):
        [lead] = set(re.findall(r'<a [^>]*href="([^"#]+)"', text))
        assert lead.startswith(f"{link('table', game)}from/")
        assert {form.action for form in Page(text).forms} == {path}
        assert "hx-get" not in text
        assert "hx-post" not in text


def test_too_many_presses_from_one_network_have_to_wait(game: Game, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "turn_link": "3/m/ip"}
    path = mailed_path(find_asked(game)[0])
    statuses = [visit().post(path).status_code for _ in range(4)]
    assert statuses == [200] * 3 + [429]
    assert visit().get(path).status_code == 200


def test_it_is_switched_off_in_the_settings(game: Game) -> None:
    player, user = find_asked(game)
    assert mailed_path(player)
    sign_in(user).post("/mail/", {"turn": "on"})
    user.refresh_from_db()
    assert not user.plays_by_mail
    assert not mailed_path(player)
    sign_in(user).post("/mail/", {"turn": "on", "plays_by_mail": "on"})
    user.refresh_from_db()
    assert mailed_path(player)


@pytest.mark.parametrize(("title", "is_said"), [("insidejob", True), ("target", False)])
def test_that_some_roles_may_do_more_is_said_where_roles_are_secret(title: str, is_said: bool) -> None:
    game = start_table(make_person(), make_person(), bots=2 * is_said, title=title)
    assert ("Things only some roles can do" in text_of(visit().post(mailed_path(find_asked(game)[0])))) is is_said


@pytest.mark.parametrize(("kind", "has_link"), [("reminder", True), ("started", True), ("missed", False)])
def test_mail_that_asks_has_the_link_and_no_other(game: Game, kind: str, has_link: bool) -> None:
    assert bool(mailed_path(find_asked(game)[0], kind)) is has_link


def test_a_vote_by_link_is_sealed_and_not_shown_again() -> None:
    game = play_to_the_vote(3)
    player, _ = find_asked(game)
    path = mailed_path(player, "vote")
    form = press_show(path)
    against = form.picks["against"][0]
    answer = visit().post(path, {**form.fields, "against": against})
    assert "Your vote:" in text_of(answer)
    assert player.seat in load_table(game).sealed
    # What was chosen is in no later answer of the link.
    again = visit().post(path)
    assert again.status_code == 410
    assert "Your vote" not in text_of(again)


def test_no_link_goes_out_where_the_question_is_a_secret_or_tells_the_role() -> None:
    types: dict[str, set[bool]] = {}
    mine = worlds_of("rendezvous")

    def draw_round(chance: Random) -> tuple[Any, int]:
        raw = {"rounds": 1, "silent": chance.random() < 0.5}
        return mine.TITLE.parse_options(raw, 4), 4

    for number in range(5):
        drawn = play_game(at_tables(mine, draw_round), f"links-{number}")
        game = worlds.make_table(mine.TITLE, drawn.states[0].options, drawn.seats)
        for step in range(0, len(drawn.states) - 1, 4):
            worlds.lay_out(game, drawn.states[0].deal, drawn.log[:step])
            state = load_table(game).states[-1]
            for player in load_table(game).players:
                if player.owes:
                    kind = f"{player.owes.partition('-')[0]} {state.options.variant == 'three'} {state.options.silent}"
                    types.setdefault(kind, set()).add(bool(mailed_path(player)))
    assert all(len(found) == 1 for found in types.values()), "the same in every role"
    assert {kind for kind, found in types.items() if True in found} >= {"number False False", "say False True"}
    assert not any(True in found for kind, found in types.items() if kind.startswith(("guess", "say False False")))


def test_signed_out_the_table_link_of_a_mail_asks_for_a_code_with_the_address_filled_in(game: Game) -> None:
    _, user = find_asked(game)
    path = table_path(game, user)
    answer = visit().get(path)
    form = read_form(answer, reverse("account_request_login_code"))
    assert form.fields["email"] == user.email
    assert form.fields["next"] == link("table", game)
    assert answer["Referrer-Policy"] == "strict-origin"
    assert "no-store" in answer["Cache-Control"]
    assert sign_in(user).get(path)["Location"] == link("table", game)


def test_the_address_is_told_to_nobody_once_it_has_changed(game: Game) -> None:
    _, user = find_asked(game)
    path = table_path(game, user)
    User.objects.filter(pk=user.pk).update(email="new@example.org")
    assert visit().get(path)["Location"] == link("table", game)
    assert visit().get(path[:-3] + "/")["Location"] == link("table", game)


def test_signed_out_a_table_offers_a_code_first(game: Game) -> None:
    text = text_of(Client().get(link("table", game)))
    code, password = reverse("account_request_login_code"), reverse("account_login")
    assert 0 < text.index(f'href="{code}?next={link("table", game)}"') < text.index(f'href="{password}?next=')


@pytest.mark.parametrize("title", one_in(2, [title for title in TITLES if worlds_of(title).HIDES_ROLES]))
def test_whoever_holds_a_link_receives_the_same_in_every_role(title: str) -> None:
    mine, compared = worlds_of(title), 0
    with worlds.frozen():
        for drawn, step, seat, other in find_exchanges(mine):
            game = worlds.make_table(mine.TITLE, drawn.states[0].options, drawn.seats)
            log, state = drawn.log[:step], drawn.states[step]
            worlds.lay_out(game, state.deal, log)
            if not mailed_path(Player.objects.get(game=game, seat=seat)):
                continue
            here = receive(mine, game, seat, state)
            worlds.lay_out(game, other.deal, log)
            assert receive(mine, game, seat, state) == here
            compared += 1
    assert compared >= EXCHANGES // 2


EXCHANGES = 3


def draw_held(mine: Worlds, chance: Random) -> tuple[Any, int]:
    """Return a table at which a link plays though a secret role is dealt: of Rendezvous a silent one of four or more.

    At a table of three its card, which is the hand, tells no role.
    """
    while True:
        options, seats = mine.draw_table(chance)
        if getattr(options, "silent", True) and seats > 3:
            return options, seats


def find_exchanges(mine: Worlds) -> Iterator[tuple[Any, int, int, Any]]:
    """Yield a game, a step, a seat asked there by a link, and the same game with that seat in another role."""
    found, number = 0, 0
    while found < EXCHANGES:
        number += 1
        drawn, chance = play_game(at_tables(mine, partial(draw_held, mine)), f"held-{number}"), Random(number)
        step = chance.randrange(1, len(drawn.states) - 1)
        state, seat = drawn.states[step], chance.choice(mine.TITLE.to_act(drawn.states[step]))
        if mine.TITLE.disguise(state, seat) is None:
            continue
        for other in mine.swap_roles(state, seat):
            with suppress(IllegalMove):
                replay(mine.TITLE, state.options, World(other.deal, drawn.log[:step]))
                found += 1
                yield drawn, step, seat, other
                break


def receive(mine: Worlds, game: Game, seat: int, state: Any) -> Any:
    """Return all that a link answers: its first page, the hand, what it refuses and what it plays."""
    player, chance = Player.objects.get(game=game, seat=seat), Random(seat)
    path = reverse("games:play_by_mail", args=[email_links.make_turn_token(player)])
    cache.clear()
    moves = [move for move in mine.attempts(state, seat, chance) if move.seat == seat][:6]
    forms = [{"decision": player.owes, **mine.write_form(move)} for move in moves]
    asks: list[worlds.Ask] = [("get", path, {}, {}), ("post", path, {}, {}), ("post", path, SHOW, {})]
    asks += [("post", path, fields, {}) for fields in forms]
    # Without the SQL: once a move is played, the rows of roles that it opened are their own.
    return [worlds.send(Client(), *ask)[:4] for ask in asks]
