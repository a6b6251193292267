"""A substitute on the pages: opening a seat, what its link shows before and after, and what the leaver still sees."""

import random
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.archive.services import share_replay
from games.models import FormerPlayer, Game, Notification, Player
from games.notifications import email_dispatch, emails
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import marks, stand_ins, substitutes
from tests.builders_people import make_guest, make_person
from tests.rounds import choose, one_in
from tests.rules.worlds import World
from tests.tables.acts import open_seat, person_in, replace_by
from tests.tables.builders import asked, finish, play_on, start_table
from tests.tables.pages import worlds
from tests.tables.pages.browser import has_form, link, page_of, read_form, sign_in, text_of
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db
# More pairs than it takes to find those of the public.
MAX_PAIRS = 200


@pytest.fixture
def game(people: list[User]) -> Game:
    """A game in which a stand-in plays for Ada."""
    game = start_table(*people)
    stand_ins.hand_over(code=game.code, user=people[0])
    return game


def open_path(game: Game, by: User, seat: int = 0) -> str:
    """Open a seat and return the path of its link."""
    return link("sit_in", game, open_seat(game, by, seat))


def test_a_seat_is_opened_closed_and_its_link_changed_by_forms(game: Game, people: list[User]) -> None:
    game.players.update(handed_over=False)
    ada, ben, cleo = map(sign_in, people)
    form = read_form(ben.get(link("table", game) + "?tab=about"), link("open_seat", game))
    ben.post(link("open_seat", game), dict(form.buttons), follow=True)
    path = link("sit_in", game, game.players.get(seat=0).link)
    for client in (ada, ben, cleo):
        page = page_of(game, client, "about")
        assert f"http://testserver{path}" in page
        assert "Ada’s seat is open to a substitute." in page
        assert "Offered by Ben." in page
    cleo.post(link("open_seat", game), {"seat": "0"})
    changed = link("sit_in", game, game.players.get(seat=0).link)
    assert changed != path
    assert [Client().get(each).status_code for each in (path, changed)] == [410, 200]
    form = read_form(ada.get(link("table", game) + "?tab=about"), link("close_seat", game))
    ada.post(link("close_seat", game), dict(form.buttons))
    assert Client().get(changed).status_code == 410
    assert "seat is open to a substitute" not in page_of(game, ben, "about")


def test_a_link_shows_what_one_sits_down_to_and_one_press_takes_the_seat(game: Game, people: list[User]) -> None:
    path = open_path(game, people[1])
    zoe = sign_in(make_person("Zoe"))
    answer = zoe.get(path)
    page = text_of(answer)
    shown = (
        "Take over Ada’s seat",
        game.name,
        "Inside Job",
        "The game so far: Trick 1.",
        "at least one move a day",
        "Ben",
    )
    assert [said for said in shown if said not in page] == []
    assert answer["Referrer-Policy"] == "strict-origin"
    answer = zoe.post(path, read_form(answer, path).fields, follow=True)
    assert answer.redirect_chain == [(link("table", game), 302)]
    assert answer.context["view"].me.name == "Zoe"
    assert "Zoe" in page_of(game, people[1], "about")
    # A second press in another tab changes nothing.
    assert zoe.post(path)["Location"] == link("table", game)
    while asked(load_table(game)) != [0]:
        play_on(game, 1)
    assert has_form(zoe.get(link("table", game)), link("move", game))


def test_whoever_lost_their_seat_sees_the_game_no_more(game: Game, people: list[User]) -> None:
    ada = sign_in(people[0])
    seen = ada.get(link("table", game))
    assert seen.context["view"].seen.hand
    replace_by(game, people[1], make_person("Zoe"))
    page = ada.get(link("table", game))
    assert page.status_code == 403
    assert "Zoe took over your seat" in text_of(page)
    assert "view" not in page.context
    for name, more in (("replay", ()), ("record", ()), ("replay_step", (1,))):
        assert ada.get(link(name, game, *more)).status_code == 403
    for name in ("move", "talk", "mark", "premove"):
        assert ada.post(link(name, game), {"decision": "play-1", "text": "Hm"}).status_code == 403
    for name in ("news", "panel"):
        answer = ada.get(link(name, game, *["log"] * (name == "panel")), headers={"HX-Request": "true"})
        assert answer["HX-Refresh"] == "true"
        assert not answer.content
    finish(game)
    assert ada.get(link("table", game)).status_code == 403
    assert ada.get(link("record", game)).status_code == 403
    assert game.code not in text_of(ada.get("/games/"))


def test_a_shared_replay_does_not_name_who_had_the_seat_before(game: Game, people: list[User], zoe: User) -> None:
    play_on(game, 2)
    replace_by(game, people[1], zoe)
    finish(game)
    last = len(load_table(game).entries)
    path = link("replay_step", game, last)
    assert "Zoe takes over Ada’s seat." in text_of(sign_in(people[1]).get(path))
    for person in (zoe, *people[1:]):
        share_replay(code=game.code, user=person, agrees=True)
    for visitor in (Client(), sign_in(people[0])):
        page = text_of(visitor.get(path, headers={"accept-language": "en"}))
        assert "Player 1" in page
        assert not any(said in page.partition("<main")[2] for said in ("Zoe", "Ada", "Ben", "takes over"))


def test_visitors_and_guests_are_led_to_sign_up_and_back(game: Game, people: list[User]) -> None:
    path = open_path(game, people[1])
    visitor, guest = Client(headers={"accept-language": "en"}), sign_in(make_guest())
    for client in (visitor, guest):
        assert "confirmed email address" in text_of(client.get(path))
        assert client.post(path)["Location"] == f"/accounts/signup/?next={path}"
    assert Player.objects.get(game=game, seat=0).user == people[0]


def test_one_who_may_not_take_the_seat_is_told_why_and_given_no_button(game: Game, people: list[User]) -> None:
    zoe = make_person()
    replace_by(game, people[1], zoe)
    stand_ins.hand_over(code=game.code, user=zoe)
    path = open_path(game, people[1])
    ada = sign_in(people[0])
    for answer in (ada.get(path), ada.post(path)):
        assert answer.status_code == 409
        assert "You’ve already had a seat in this game" in text_of(answer)
        assert not has_form(answer, path)


def test_a_void_link_says_nothing_of_the_game(game: Game, people: list[User]) -> None:
    path = open_path(game, people[1])
    stand_ins.take_back(code=game.code, user=people[0])
    zoe = sign_in(make_person())
    for answer in (zoe.get(path), zoe.post(path)):
        assert answer.status_code == 410
        assert not any(said in text_of(answer) for said in (game.name, "Ada", "Ben"))


def test_the_leaver_hands_over_their_notes_by_a_press_when_leaving_or_later(people: list[User]) -> None:
    game = start_table(*people[:2], title="target")
    ada, zoe = sign_in(people[0]), make_person("Zoe")
    assert "they get my notes" not in page_of(game, ada, "about"), "there are none"
    marks.keep_marks(player=Player.objects.get(game=game, seat=0), marks=["1-0-4"])
    assert "they get my notes" in page_of(game, ada, "about")
    ada.post(link("hand_over", game))
    replace_by(game, people[1], zoe)
    assert sign_in(zoe).get(link("table", game)).context["view"].marks == ()
    form = read_form(ada.get(link("table", game)), link("hand_notes", game))
    ada.post(link("hand_notes", game), form.fields)
    assert sign_in(zoe).get(link("table", game)).context["view"].marks == ("1-0-4",)
    assert not has_form(ada.get(link("table", game)), link("hand_notes", game))


def test_the_leaver_hands_over_what_they_wrote_by_a_press_later(people: list[User]) -> None:
    game = start_table(*people)
    ada, zoe = sign_in(people[0]), make_person("Zoe")
    ada.post(link("suspect", game), {"suspicion-1": "5"})
    assert "they get my notes" in page_of(game, ada, "about")
    ada.post(link("write_note", game), {"text": "rhubarb"})
    ada.post(link("hand_over", game))
    replace_by(game, people[1], zoe)
    tab = f"{link('table', game)}?tab=notes"
    assert "rhubarb" not in text_of(sign_in(zoe).get(tab))
    assert "rhubarb" not in text_of(ada.get(tab)), "the table is closed to them"
    form = read_form(ada.get(link("table", game)), link("hand_notes", game))
    ada.post(link("hand_notes", game), form.fields)
    assert "rhubarb" in text_of(sign_in(zoe).get(tab))
    assert not has_form(ada.get(link("table", game)), link("hand_notes", game))


def test_who_ticks_it_when_leaving_hands_over_their_notes_at_once(people: list[User]) -> None:
    game = start_table(*people[:2], title="target")
    ada, zoe = sign_in(people[0]), make_person("Zoe")
    marks.keep_marks(player=Player.objects.get(game=game, seat=0), marks=["1-0-4"])
    form = read_form(ada.get(link("table", game) + "?tab=about"), link("hand_over", game))
    ada.post(link("hand_over", game), form.fields | form.boxes)
    replace_by(game, people[1], zoe)
    assert sign_in(zoe).get(link("table", game)).context["view"].marks == ("1-0-4",)


def test_all_are_mailed_and_the_mail_of_the_leaver_leads_to_their_notes(
    game: Game, people: list[User], mailoutbox: list[object]
) -> None:
    Notification.objects.all().delete()
    token = open_seat(game, people[1])
    email_dispatch.send_due()
    bodies = {mail.to[0]: str(mail.body) for mail in mailoutbox}  # type: ignore[attr-defined]
    assert "Ben is offering your seat to a substitute" in bodies[str(people[0].email)]
    assert "Ben is offering Ada’s seat to a substitute" in bodies[str(people[2].email)]
    assert token not in "".join(bodies.values())
    mailoutbox.clear()
    Notification.objects.all().delete()
    substitutes.sit_in(code=game.code, user=make_person("Zoe"), token=token)
    email_dispatch.send_due()
    bodies = {mail.to[0]: str(mail.body) for mail in mailoutbox}  # type: ignore[attr-defined]
    assert set(bodies) == {str(person.email) for person in people}
    assert "Zoe has taken over your seat" in bodies[str(people[0].email)]
    assert "Hello Ada" in bodies[str(people[0].email)]
    assert "Zoe takes over Ada’s seat" in bodies[str(people[1].email)]


@pytest.mark.rounds
@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_link_mails_and_the_leavers_page_are_the_same_in_worlds_that_nobody_can_tell_apart(title: str) -> None:
    compared = differing = 0
    with worlds.frozen(), translation.override("en"):
        for pair in find_public_pairs(title):
            if differing and compared >= choose(4, deep=6, long=8):
                break
            game = worlds.make_table(pair.worlds.TITLE, pair.options, pair.seats)
            game.players.filter(seat=0).update(stand_in=True, link="token", opened_by=1, since=0)
            FormerPlayer.objects.create(game=game, seat=0, user=make_person(), until=0)
            received = [list(receive(game, pair, world)) for world in (pair.ours, pair.theirs)]
            assert received[0][1:] == received[1][1:]
            differing += received[0][0] != received[1][0]
            compared += 1
    assert compared
    assert differing, "there was nothing to tell"


def find_public_pairs(title: str) -> Iterator[worlds.Pair]:
    """Yield pairs of worlds that the public cannot tell apart; in some the owner of the first seat can."""
    pairs = worlds.find_pairs(worlds_of(title), "substitutes", MAX_PAIRS)
    return (pair for pair in pairs if pair.viewer is None)


def receive(game: Game, pair: worlds.Pair, world: World) -> Iterator[object]:
    """Yield what the owner of the first seat sees, and what anybody gets who may see nothing of it."""
    random.seed(0)
    worlds.lay_out(game, world.deal, world.log)
    cache.clear()
    path, former = link("sit_in", game, "token"), game.former_players.get()
    owner, other = person_in(game, 0), person_in(game, 1)
    yield page_of(game, owner)
    if not game.is_running:
        return
    for client in (Client(), sign_in(former.user)):
        yield read(client, path)
    yield read(sign_in(former.user), link("table", game))
    told = (("seat_open", other), ("seat_open", owner), ("seat_taken", other), ("replaced", former.user))
    for kind, recipient in told:
        key = f"{game.code}/0/{former.pk}"
        mail = emails.make_mail(Notification(pk=1, recipient=recipient, game=game, kind=kind, key=key), "id")
        yield mail.subject, mail.body, mail.alternatives[0][0]


def read(client: Client, path: str) -> tuple[int, str]:
    answer = client.get(path)
    assert answer.status_code in (200, 403, 409)
    return answer.status_code, text_of(answer)


def test_the_leaver_is_not_told_that_a_finished_game_continues(game: Game, people: list[User]) -> None:
    zoe, ada = make_person("Zoe"), sign_in(people[0])
    sign_in(zoe).post(open_path(game, people[0]))
    finish(game)
    page = text_of(ada.get(link("table", game)))
    assert "Zoe took over your seat" in page
    assert "continues" not in page
