"""The names of house roles and circles are reported, judged and hidden as lines of talk are."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import AccountEmail, User
from games.circles import services as circles
from games.models import Act, Circle, Game, Report
from games.moderation.selectors import list_open_reports
from games.moderation.services import reports
from games.personal_data.deletion import close_account
from games.personal_data.selectors import _describe_circles, describe_play
from games.tables.services import lobby, stand_ins
from tests.builders_people import make_person, reload
from tests.tables.acts import replace_by
from tests.tables.builders import play_on, start_table
from tests.tables.moderation_builders import act, make_moderator, path_of_report
from tests.tables.pages.browser import link, sign_in, text_of
from tests.tables.pages.circle import MINE, link_of, make_circle, path_of

pytestmark = pytest.mark.django_db

RUDE = "Filthbringer"
NEUTRAL = "Circle with a hidden name"
SENT = {"line": reports.HOUSE_ROLE, "reason": "insult", "words": "Look at that name"}


@pytest.fixture
def game(people: list[User]) -> Game:
    """A running table at which Ada named a house role."""
    return start_table(*people, bots=1, options={"roles": ["house-agents-2bt"]}, house_name=RUDE)


@pytest.fixture
def circle(people: list[User]) -> Circle:
    """A circle that Ada named, to which Ben belongs, and Cleo was asked."""
    circle = make_circle(*people[:2], name=RUDE)
    circle.members.create(user=people[2], invited=True)
    return circle


def report_role(game: Game, by: User) -> Report:
    sign_in(by).post(link("report", game), SENT)
    return Report.objects.get(reporter=by)


def report_circle(circle: Circle, by: User) -> Report:
    sign_in(by).post(path_of(circle, "report_circle_name"), SENT)
    return Report.objects.get(reporter=by)


def read_table(game: Game, reader: User) -> str:
    """Return all that a player reads of a house role: their page, its tab and what they may report."""
    client = sign_in(reader)
    paths = (link("table", game), f"{link('table', game)}?tab=table", link("trouble", game))
    return "".join(text_of(client.get(path)) for path in paths)


def read_circle(circle: Circle, reader: User) -> str:
    client = sign_in(reader)
    return "".join(text_of(client.get(path)) for path in (MINE, path_of(circle), link_of(circle)))


def test_the_name_of_a_house_role_is_reported_among_the_lines(game: Game, people: list[User]) -> None:
    ada, ben, _ = people
    assert f'value="{reports.HOUSE_ROLE}"' in text_of(sign_in(ben).get(link("trouble", game)))
    assert f'value="{reports.HOUSE_ROLE}"' not in text_of(sign_in(ada).get(link("trouble", game))), "her own"
    for _ in range(2):
        report = report_role(game, ben)
    assert (report.about, report.game, report.reported, report.words) == ("role", game, ada, SENT["words"])
    assert [(line["name"], line["text"]) for line in report.context] == [("Ada", RUDE)]
    sign_in(ada).post(link("report", game), SENT)
    sign_in(make_person()).post(link("report", game), SENT)
    assert Report.objects.count() == 1


def test_who_named_a_house_role_answers_for_it_after_another_became_host(game: Game, people: list[User]) -> None:
    ada, ben, cleo = people
    for leaver, opener, seat in ((ada, ben, 0), (ben, cleo, 1)):
        stand_ins.hand_over(code=game.code, user=leaver)
        replace_by(game, opener, make_person(), seat=seat)
        assert reload(game).host == opener
    assert report_role(game, cleo).reported == ada
    chose = [
        [row["house_name"] for section in describe_play(person) for row in section.rows if row.get("house_name")]
        for person in people
    ]
    assert chose == [[RUDE], [], []]


def test_a_table_without_a_house_role_has_no_name_to_report(people: list[User]) -> None:
    game = start_table(*people)
    page = sign_in(people[1]).post(link("report", game), SENT, follow=True)
    assert "Please choose the message" in text_of(page)
    assert not Report.objects.exists()


def test_the_name_of_a_circle_is_reported_by_those_who_read_it(circle: Circle, people: list[User]) -> None:
    ada, ben, cleo = people
    assert path_of(circle, "report_circle_name") in text_of(sign_in(ben).get(path_of(circle)))
    assert path_of(circle, "report_circle_name") in text_of(sign_in(cleo).get(MINE))
    for reader in (ben, cleo):
        report = report_circle(circle, reader)
        assert (report.about, report.circle, report.game, report.reported) == ("circle", circle, None, ada)
    assert path_of(circle, "report_circle_name") not in text_of(sign_in(ada).get(path_of(circle)))
    assert sign_in(make_person()).post(path_of(circle, "report_circle_name"), SENT).status_code == 404
    sign_in(ada).post(path_of(circle, "report_circle_name"), SENT)
    assert Report.objects.count() == 2


def test_who_has_the_link_into_a_circle_reports_its_name(circle: Circle) -> None:
    reader = make_person()
    invitation, report = link_of(circle), reverse("games:report_circle_name", args=[circle.invitation])
    assert report in text_of(sign_in(reader).get(invitation))
    assert report not in text_of(Client().get(invitation))
    sign_in(reader).post(report, SENT)
    assert Report.objects.filter(reporter=reader, about="circle", circle=circle).count() == 1
    Circle.objects.update(is_name_hidden=True)
    assert report not in text_of(sign_in(reader).get(invitation))


def test_each_act_on_a_name_is_logged_and_told_to_whom_it_concerns_without_the_name(
    game: Game, circle: Circle, people: list[User]
) -> None:
    ada, ben, _ = people
    moderator = make_moderator("Olga")
    for report in (report_role(game, ben), report_circle(circle, people[2])):
        AccountEmail.objects.all().delete()
        Act.objects.all().delete()
        assert RUDE in text_of(sign_in(moderator).get(path_of_report(report)))
        act(moderator, report, act="warn", words="Please be kind.")
        act(moderator, report, act="hide")
        act(moderator, report, act="mute", words="A week off.", days="7")
        act(moderator, report, act="done")
        assert list(Act.objects.order_by("pk").values_list("kind", "person")) == [
            ("warn", ada.pk), ("hide", ada.pk), ("mute", ada.pk), ("done", report.reporter_id),
        ]  # fmt: skip
        letters = list(AccountEmail.objects.order_by("pk"))
        assert [letter.email for letter in letters[:3]] == [ada.email] * 3
        assert ["name" in letter.subject for letter in letters] == [True, True, True, False]
        assert not any(RUDE in letter.text for letter in letters)
        assert not any(word in letter.text for letter in letters[:3] for word in ("Ben", "Cleo", "what you said"))
        assert report not in list_open_reports(moderator)
        assert "A week off." in text_of(sign_in(ada).get(reverse("games:blocked")))
        assert "Hide the name" not in text_of(sign_in(moderator).get(path_of_report(report)))


def test_a_hidden_name_of_a_house_role_is_shown_to_nobody_here_or_at_a_rematch(game: Game, people: list[User]) -> None:
    assert all(RUDE in read_table(game, person) for person in people)
    before = Game.objects.get(pk=game.pk).version
    act(make_moderator(), report_role(game, people[1]), act="hide")
    assert Game.objects.get(pk=game.pk).version > before, "waiting pages notice"
    for person in people:
        assert RUDE not in read_table(game, person)
        assert "House role" in read_table(game, person)
    assert reports.HOUSE_ROLE not in text_of(sign_in(people[1]).get(link("trouble", game)))
    play_on(game)
    rematch = lobby.open_rematch(code=game.code, user=people[1])
    assert RUDE not in text_of(sign_in(people[1]).get(link("table", rematch)))
    assert Game.objects.get(pk=game.pk).house_name == RUDE, "it still counts in no figures"


def test_at_a_rematch_who_gave_the_name_answers_for_it_and_all_tables_lose_it(game: Game, people: list[User]) -> None:
    ada, ben, cleo = people
    play_on(game)
    rematch = lobby.open_rematch(code=game.code, user=ben)
    lobby.join_game(code=rematch.code, user=cleo)
    report = report_role(rematch, cleo)
    assert (rematch.host, report.reported) == (ben, ada)
    act(make_moderator(), report, act="hide")
    assert set(Game.objects.values_list("is_house_name_hidden", flat=True)) == {True}


def test_a_hidden_name_of_a_circle_is_shown_to_nobody_until_there_is_another(
    circle: Circle, people: list[User]
) -> None:
    ada, ben, _ = people
    stranger = make_person()
    assert all(RUDE in read_circle(circle, reader) for reader in (ada, ben))
    report = report_circle(circle, ben)
    act(make_moderator(), report, act="hide")
    for reader in (ada, ben):
        page = read_circle(circle, reader)
        assert (RUDE in page, NEUTRAL in page) == (False, True)
    assert RUDE not in text_of(sign_in(stranger).get(link_of(circle)))
    assert "Give the circle a new one" in text_of(sign_in(ada).get(path_of(circle)))
    assert [_describe_circles(person).rows[0]["name"] for person in (ada, ben)] == [RUDE, NEUTRAL]
    circles.rename_circle(code=circle.code, owner=ada, name=RUDE.upper())
    assert RUDE.upper() not in read_circle(circle, ben), "the same name in other letters"
    circles.rename_circle(code=circle.code, owner=ada, name="Thursdays")
    assert "Thursdays" in read_circle(circle, ben)


def test_a_name_that_was_changed_since_is_not_hidden(circle: Circle, people: list[User]) -> None:
    report = report_circle(circle, people[1])
    circles.rename_circle(code=circle.code, owner=people[0], name="Thursdays")
    moderator = make_moderator()
    assert "Hide the name" not in text_of(sign_in(moderator).get(path_of_report(report)))
    act(moderator, report, act="hide")
    assert not Act.objects.exists()
    assert "Thursdays" in read_circle(circle, people[1])


def test_a_name_is_reported_again_once_the_first_report_was_closed(circle: Circle, people: list[User]) -> None:
    report = report_circle(circle, people[1])
    act(make_moderator(), report, act="done")
    circles.rename_circle(code=circle.code, owner=people[0], name="Worse")
    sign_in(people[1]).post(path_of(circle, "report_circle_name"), SENT)
    assert [each.context[0]["text"] for each in Report.objects.order_by("pk")] == [RUDE, "Worse"]


def test_an_operator_sees_no_report_of_names_that_they_gave(game: Game, people: list[User]) -> None:
    report = report_role(game, people[1])
    User.objects.filter(pk=people[0].pk).update(is_staff=True)
    assert report.code not in text_of(sign_in(people[0]).get(reverse("games:moderation_queue")))


def test_reports_of_a_circle_stay_when_it_goes_and_go_with_the_account_that_named_it(
    circle: Circle, people: list[User]
) -> None:
    report = report_circle(circle, people[2])
    circle.members.exclude(user=people[0]).delete()
    circles.leave_circle(code=circle.code, user=people[0])
    assert (reload(report).circle, report.context[0]["text"]) == (None, RUDE)
    page = text_of(sign_in(make_moderator()).get(path_of_report(report)))
    assert (RUDE in page, "Hide the name" in page) == (True, False)
    close_account(people[0])
    assert not Report.objects.exists()
