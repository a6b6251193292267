"""Circles: who gets in and how, what members see and nobody else, and tables for a circle."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.http import Http404
from django.test import Client
from django.urls import reverse

from accounts.models import AccountEmail, User
from games.circles import services as circles
from games.models import Circle, Game, Notification
from games.people import services as blocks
from games.state.refusals import Refusal
from games.tables.services import lobby
from tests.builders_people import make_person, reload
from tests.notifications.email.builders import send_after
from tests.tables.builders import start_table
from tests.tables.pages.browser import has_form, link, read_form, sign_in, text_of
from tests.tables.pages.circle import MINE, NAME, belongs, link_of, make_circle, path_of, play_for
from tests.tables.pages.seating import follow, names

pytestmark = pytest.mark.django_db
CSRF = re.compile(r"\b\w{64}\b")


def test_a_person_makes_a_circle_and_finds_it_from_my_games() -> None:
    ada = make_person("Ada")
    page = follow(sign_in(ada), MINE, name="  The  Night Shift ")
    circle = Circle.objects.get()
    assert (circle.name, circle.owner) == (NAME, ada)
    assert NAME in page
    assert f'href="{MINE}"' in text_of(sign_in(ada).get("/games/"))
    assert path_of(circle) in text_of(sign_in(ada).get(MINE))


@pytest.mark.parametrize("name", ["", " ", "x", "x" * 41, "Thurs\u202eday", "T\u0001b", "\u2800\u2800\u2800"])
def test_a_bad_name_is_refused_kindly(name: str) -> None:
    answer = sign_in(make_person()).post(MINE, {"name": name})
    assert answer.status_code == 422
    assert 'class="errors"' in text_of(answer)
    assert not Circle.objects.exists()


@pytest.mark.parametrize("name", ["علی\u200cرضا", "👨\u200d👩\u200d👧"])
def test_a_name_keeps_its_joiners(name: str) -> None:
    sign_in(make_person()).post(MINE, {"name": name})
    assert Circle.objects.get().name == name


def test_two_circles_of_one_person_have_different_names_and_those_of_others_may_have_the_same() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    first, other = make_circle(ada), make_circle(ada, name="Friday")
    make_circle(ben)
    answer = sign_in(ada).post(MINE, {"name": "THE NIGHT SHÍFT"})
    assert answer.status_code == 422
    assert "already belong to a circle with this name" in text_of(answer)
    assert "a circle with this name" in follow(sign_in(ada), path_of(other, "act_in_circle", "rename"), name=NAME)
    renamed = follow(sign_in(ada), path_of(first, "act_in_circle", "rename"), name="The NIGHT shift")
    assert "with this name" not in renamed
    assert sorted(Circle.objects.values_list("name", flat=True)) == ["Friday", "The NIGHT shift", NAME]


def test_the_link_leads_in_and_visitors_sign_up_on_the_way() -> None:
    circle, ben = make_circle(make_person("Ada")), make_person("Ben")
    visitor = Client(headers={"accept-language": "en"})
    page = visitor.get(link_of(circle))
    assert NAME in text_of(page)
    assert page["Referrer-Policy"] == "strict-origin"
    assert visitor.post(link_of(circle))["Location"].startswith(reverse("account_signup"))
    assert visitor.post(link_of(circle))["Location"].endswith(f"next={link_of(circle)}")
    form = read_form(sign_in(ben).get(link_of(circle)), link_of(circle))
    assert NAME in follow(sign_in(ben), link_of(circle), **form.fields)
    assert belongs(ben, circle)
    assert sign_in(ben).get(link_of(circle))["Location"] == path_of(circle)
    assert link_of(circle) not in text_of(sign_in(ben).get(path_of(circle))), "its owner alone invites"


def test_to_everybody_else_there_is_no_such_circle() -> None:
    circle, stranger = make_circle(make_person("Ada"), make_person("Ben")), make_person("Cleo")
    client = sign_in(stranger)
    acts = [("act_in_circle", name) for name in ("rename", "invite", "remove", "hand-over", "renew")]
    for name, *more in [("circle",), ("open_for_circle",), ("answer_circle",), ("leave_circle",), *acts]:
        path = path_of(circle, name, *more)
        send = client.get if name == "circle" else client.post
        there, nowhere = send(path), send(path.replace(circle.code, "aaaaaaaaaa"))
        assert (there.status_code, nowhere.status_code) == (404, 404)
        bodies = CSRF.sub("", text_of(there)), CSRF.sub("", text_of(nowhere))
        assert bodies[0].replace(circle.code, "") == bodies[1].replace("aaaaaaaaaa", "")
    assert client.get(reverse("games:join_circle", args=["aaaaaaaaaa"])).status_code == 404


def test_the_owner_alone_decides() -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, ben, cleo)
    for act in ("rename", "invite", "remove", "hand-over", "renew"):
        page = follow(sign_in(ben), path_of(circle, "act_in_circle", act), person=cleo.code, name="Ours")
        assert "Only the owner" in page
        assert not has_form(sign_in(ben).get(path_of(circle)), path_of(circle, "act_in_circle", act))
    assert (reload(circle).name, circle.owner, belongs(cleo, circle)) == (NAME, ada, True)


def test_removing_a_member_renews_the_link() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    old = link_of(circle)
    follow(sign_in(ada), path_of(circle, "act_in_circle", "remove"), person=ben.code)
    assert not belongs(ben, circle)
    assert sign_in(ben).get(path_of(circle)).status_code == 404
    assert sign_in(ben).get(old).status_code == sign_in(ben).post(old).status_code == 404
    follow(sign_in(ben), link_of(circle))
    assert belongs(ben, circle), "the new link leads in, as somebody passed it on"
    renewed = link_of(circle)
    follow(sign_in(ada), path_of(circle, "act_in_circle", "renew"))
    assert link_of(circle) != renewed


def test_a_removed_member_cannot_sit_down_at_open_tables_of_the_circle() -> None:
    people = ada, ben, cleo, _ = [make_person(name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    circle = make_circle(*people)
    games = [circles.open_for_circle(code=circle.code, user=ada, title="target", options={}) for _ in range(2)]
    assert sign_in(ben).get(link("table", games[0])).status_code == 200
    follow(sign_in(ada), path_of(circle, "act_in_circle", "remove"), person=ben.code)
    for game in games:
        assert sign_in(ben).get(link("table", game)).status_code == 403
        sign_in(ben).post(link("join", game))
        assert not game.players.filter(user=ben).exists()
        with pytest.raises(Refusal, match="started"):
            lobby.join_game(code=game.code, user=ben)
        assert reload(game).invitation in text_of(sign_in(ada).get(link("table", game))), "the host has the new link"
    lobby.join_game(code=games[0].code, user=cleo)
    lobby.join_game(code=games[1].code, user=ben, key=reload(games[1]).invitation)


def test_withdrawing_an_invitation_renews_no_links() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    start_table(ada, ben, bots=1)
    circle = make_circle(ada)
    game = circles.open_for_circle(code=circle.code, user=ada, title="target", options={})
    circles.invite_member(code=circle.code, owner=ada, person=ben.code)
    circles.remove_member(code=circle.code, owner=ada, person=ben.code)
    assert not reload(game).invitation


def test_a_circle_is_handed_over_and_left_and_goes_with_its_last_member() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    assert "make someone else the owner" in follow(sign_in(ada), path_of(circle, "leave_circle"))
    assert belongs(ada, circle)
    assert "Ben now owns" in follow(sign_in(ada), path_of(circle, "act_in_circle", "hand-over"), person=ben.code)
    email = AccountEmail.objects.get()
    assert (email.email, NAME in email.subject, path_of(circle) in email.text) == (ben.email, True, True)
    assert f"You have left the circle {NAME}." in follow(sign_in(ada), path_of(circle, "leave_circle"))
    assert not belongs(ada, circle)
    assert reload(circle).owner == ben
    game = play_for(circle, ben)
    follow(sign_in(ben), path_of(circle, "leave_circle"))
    assert not Circle.objects.exists()
    assert reload(game).circle is None


def test_somebody_is_invited_by_name_if_they_let_themselves_be() -> None:
    ada, ben, cleo, dora = (make_person(name) for name in ("Ada", "Ben", "Cleo", "Dora"))
    start_table(ada, ben, cleo)
    User.objects.filter(pk=cleo.pk).update(takes_invitations=False)
    circle, invite = make_circle(ada), "invite"
    form = read_form(sign_in(ada).get(path_of(circle)), path_of(circle, "act_in_circle", invite))
    assert form.buttons == [("person", ben.code)]
    for person in (cleo.code, dora.code, ada.code, "nonsense"):
        assert "can’t be invited" in follow(sign_in(ada), path_of(circle, "act_in_circle", invite), person=person)
    follow(sign_in(ada), path_of(circle, "act_in_circle", invite), person=ben.code)
    assert not belongs(ben, circle)
    assert sign_in(ben).get(path_of(circle)).status_code == 404, "not before they accept"
    assert "1 invitation" in text_of(sign_in(ben).get("/games/"))
    assert NAME in text_of(sign_in(ben).get(MINE))
    follow(sign_in(ben), path_of(circle, "answer_circle"), accepts="1")
    assert belongs(ben, circle)


def test_an_invitation_is_declined_and_may_be_taken_back() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    start_table(ada, ben, bots=1)
    circle = make_circle(ada)
    for _ in range(2):
        circles.invite_member(code=circle.code, owner=ada, person=ben.code)
        follow(sign_in(ben), path_of(circle, "answer_circle"))
        assert circle.members.count() == 1
    circles.invite_member(code=circle.code, owner=ada, person=ben.code)
    before = link_of(circle)
    circles.remove_member(code=circle.code, owner=ada, person=ben.code)
    assert sign_in(ben).post(path_of(circle, "answer_circle"), {"accepts": "1"}).status_code == 404
    assert link_of(circle) == before, "who was only asked knows no link"


@pytest.mark.parametrize("removed", [True, False])
def test_seats_kept_for_a_member_are_free_once_they_left_the_circle(removed: bool) -> None:
    ada, ben, cleo = (make_person(name) for name in ("Ada", "Ben", "Cleo"))
    circle = make_circle(ada, ben, cleo)
    game = circles.open_for_circle(code=circle.code, user=cleo, title="insidejob", options={})
    assert game.players.filter(user=ben, invited=True).exists()
    if removed:
        circles.remove_member(code=circle.code, owner=ada, person=ben.code)
    else:
        circles.leave_circle(code=circle.code, user=ben)
    assert [*game.players.filter(invited=True).values_list("user__display_name", flat=True)] == ["Ada"]
    assert game.players.filter(user=None).count() == 1


@pytest.mark.parametrize("of_owner", [True, False])
@pytest.mark.parametrize("by_member", [True, False])
def test_those_kept_apart_from_a_member_hear_nothing_and_the_owner_notices_nothing(
    of_owner: bool, by_member: bool
) -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, cleo)
    circle.members.create(user=make_person("Dan"), invited=True)
    member = ada if of_owner else cleo
    circle.members.create(user=ben, invited=True)
    assert NAME in text_of(sign_in(ben).get(MINE))
    blocks.block(by=member if by_member else ben, person=ben if by_member else member)
    assert NAME not in text_of(sign_in(ben).get(MINE))
    assert "invitation" not in text_of(sign_in(ben).get("/games/"))
    assert sign_in(ben).post(path_of(circle, "answer_circle"), {"accepts": "1"}).status_code == 404
    assert "invited" in text_of(sign_in(ada).get(path_of(circle)))


@pytest.mark.parametrize("of_owner", [True, False])
@pytest.mark.parametrize("by_member", [True, False])
def test_no_link_leads_into_a_circle_with_a_member_from_whom_one_is_kept_apart(of_owner: bool, by_member: bool) -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, cleo)
    member = ada if of_owner else cleo
    blocks.block(by=member if by_member else ben, person=ben if by_member else member)
    client, path, void = sign_in(ben), link_of(circle), reverse("games:join_circle", args=["aaaaaaaaaa"])
    report = reverse("games:report_circle_name", args=[circle.invitation])
    pages = [
        (client.get(path), client.get(void)),
        (client.post(path), client.post(void)),
        (client.post(report, {"reason": "insult"}), client.post(report.replace(circle.invitation, "aaaaaaaaaa"))),
    ]
    for there, nowhere in pages:
        assert (there.status_code, nowhere.status_code) == (404, 404)
        bodies = CSRF.sub("", text_of(there)), CSRF.sub("", text_of(nowhere))
        assert bodies[0].replace(circle.invitation, "") == bodies[1].replace("aaaaaaaaaa", "")
    with pytest.raises(Http404):
        circles.join_circle(key=circle.invitation, user=ben)
    assert not belongs(ben, circle)
    assert sign_in(cleo).get(path)["Location"] == path_of(circle)
    blocks.unblock(by=member if by_member else ben, person=ben if by_member else member)
    client.post(path)
    assert belongs(ben, circle)


def test_a_circle_and_a_person_take_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circles, "MAX_MEMBERS", 2)
    monkeypatch.setattr(circles, "MAX_CIRCLES", 1)
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, ben)
    assert "This circle is full" in text_of(sign_in(cleo).post(link_of(circle)))
    assert "maximum number of circles" in text_of(sign_in(ada).post(MINE, {"name": "Another"}))


def test_one_press_opens_a_table_with_a_seat_for_every_member() -> None:
    ada, ben, cleo, dora = (make_person(name) for name in ("Ada", "Ben", "Cleo", "Dora"))
    circle = make_circle(ada, ben, cleo, dora)
    User.objects.filter(pk=cleo.pk).update(takes_invitations=False)
    follow(sign_in(ada), path_of(circle, "open_for_circle"), title="insidejob")
    game = Game.objects.get()
    assert (names(game), game.circle) == (["Ada", "(Ben)", "(Dora)", ""], circle)
    assert {notification.recipient for notification in Notification.objects.filter(kind="rematch")} == {ben, dora}
    assert link("table", game) in text_of(sign_in(cleo).get("/games/")), "who is not invited by name finds it"
    assert "there’s a seat for you" in text_of(sign_in(ben).get(path_of(circle)))
    assert "1 free seat" in text_of(sign_in(cleo).get(path_of(circle)))
    lobby.join_game(code=game.code, user=cleo)
    assert link("table", game) in text_of(sign_in(ben).get("/games/"))
    send_after(timedelta(0))
    assert mail.outbox
    assert not any(NAME in str(letter.message()) for letter in mail.outbox), "what people typed is never mailed"


def test_of_a_large_circle_the_first_to_come_sit_down() -> None:
    people = [make_person(f"Agent {letter}") for letter in "ABCDEF"]
    circle = make_circle(*people)
    circles.open_for_circle(code=circle.code, user=people[0], title="insidejob", options={})
    game = Game.objects.get()
    assert names(game) == ["Agent A", "", "", "", ""]
    assert not Notification.objects.exists()
    assert all(link("table", game) in text_of(sign_in(person).get("/games/")) for person in people)
    assert link("table", game) not in text_of(sign_in(make_person()).get("/games/"))


def test_the_next_table_is_like_the_last_one() -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, ben, cleo)
    first = circles.open_for_circle(code=circle.code, user=ada, title="insidejob", options={"wagers": False})
    Game.objects.filter(pk=first.pk).update(pace=300, talk="off")
    second = circles.open_for_circle(code=circle.code, user=ben, title="insidejob", options={})
    assert (second.pace, second.talk, second.options, second.seat_count) == (300, "off", first.options, 3)
    assert second.options["wagers"] is False
    assert names(second) == ["Ben", "(Ada)", "(Cleo)"]


def test_a_table_with_other_settings_is_opened_by_the_usual_form() -> None:
    ada, ben, stranger = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, ben)
    choice = f"{reverse('games:choose_title')}?circle={circle.code}"
    assert choice in text_of(sign_in(ada).get(path_of(circle)))
    assert f"?circle={circle.code}" in text_of(sign_in(ada).get(choice))
    path = f"{reverse('games:open_table', args=['insidejob'])}?circle={circle.code}"
    form = read_form(sign_in(ada).get(path), "")
    assert form.fields["circle"] == circle.code
    chosen = {"circle": circle.code, "seats": "4", "preset": "evening", **form.checked}
    sign_in(ada).post(path, chosen)
    game = Game.objects.get()
    assert (game.circle, game.seat_count, names(game)) == (circle, 4, ["Ada", "", "", ""])
    assert link("table", game) in text_of(sign_in(ben).get("/games/"))
    for code in (circle.code, "aaaaaaaaaa"):
        page = sign_in(stranger).get(path.replace(circle.code, code))
        assert "circle" not in read_form(page, "").fields
    sign_in(stranger).post(path, chosen)
    assert Game.objects.latest("pk").circle is None


@pytest.mark.parametrize("title", ["insidejob", "target", "rendezvous"])
def test_every_title_opens_with_one_press(title: str) -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    page = sign_in(ada).post(path_of(circle, "open_for_circle"), {"title": title}, follow=True)
    assert page.status_code == 200
    assert Game.objects.get().title == title
    assert sign_in(ada).post(path_of(circle, "open_for_circle"), {"title": "chess"}).status_code == 404


@pytest.mark.parametrize("blocker", [0, 1])
def test_two_who_block_each_other_belong_to_a_circle_and_never_meet(blocker: int) -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, ben, cleo)
    blocks.block(by=(ada, ben)[blocker], person=(ben, ada)[blocker])
    game = circles.open_for_circle(code=circle.code, user=ada, title="insidejob", options={})
    assert [notification.recipient for notification in Notification.objects.all()] == [cleo]
    assert "a seat for you" not in text_of(sign_in(ben).get("/games/"))
    page = text_of(sign_in(ben).get(path_of(circle)))
    assert "no free seat" in page
    assert "a seat for you" not in page
    assert "This table is full" in text_of(sign_in(ben).get(link("table", game)))
    with pytest.raises(Refusal, match="table_full"):
        lobby.join_game(code=game.code, user=ben)


@pytest.mark.parametrize("blocker", [0, 1])
def test_a_seat_is_kept_for_whoever_blocked_the_host_and_not_for_whom_the_host_blocked(blocker: int) -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, ben, cleo)
    blocks.block(by=(ada, ben)[blocker], person=(ben, ada)[blocker])
    game = circles.open_for_circle(code=circle.code, user=ada, title="insidejob", options={})
    assert sorted(names(game)) == [["", "(Cleo)", "Ada"], ["(Ben)", "(Cleo)", "Ada"]][blocker]


def test_a_free_seat_beside_somebody_blocked_is_offered_nowhere() -> None:
    people = [make_person(f"Agent {letter}") for letter in "ABCDEF"]
    circle = make_circle(*people)
    blocks.block(by=people[1], person=people[0])
    game = circles.open_for_circle(code=circle.code, user=people[0], title="insidejob", options={})
    assert link("table", game) not in text_of(sign_in(people[1]).get("/games/"))
    assert "no free seat" in text_of(sign_in(people[1]).get(path_of(circle)))
    assert "4 free seats" in text_of(sign_in(people[2]).get(path_of(circle)))


def test_members_need_no_new_link_and_one_who_was_removed_does() -> None:
    people = [make_person(f"Agent {letter}") for letter in "ABCDEF"]
    circle = make_circle(*people)
    game = circles.open_for_circle(code=circle.code, user=people[0], title="insidejob", options={})
    lobby.join_game(code=game.code, user=people[1])
    lobby.remove_player(code=game.code, host=people[0], seat=1, person=people[1].code)
    lobby.join_game(code=game.code, user=people[2])
    for person in (people[1], make_person()):
        with pytest.raises(Refusal, match="started"):
            lobby.join_game(code=game.code, user=person)
    assert link("table", game) not in text_of(sign_in(people[1]).get("/games/"))
    assert "no free seat" in text_of(sign_in(people[1]).get(path_of(circle)))


def test_nothing_a_member_is_shown_names_the_link() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    assert circle.invitation in text_of(sign_in(ada).get(path_of(circle)))
    assert not re.search(circle.invitation, text_of(sign_in(ben).get(path_of(circle))))
