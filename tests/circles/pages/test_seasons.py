"""Seasons of a circle: what counts, who sees what, and pages that stay."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import AccountEmail, Audience, User
from games.circles import closed_seasons
from games.circles import seasons as reads
from games.circles import services as circles
from games.circles.ranking import find_winners, rank
from games.clock.weekly import Season
from games.models import Circle, ClosedSeason, Game, Heartbeat, Player
from games.notifications import preferences
from games.people.selectors.statistics import Tally
from games.personal_data.deletion import _remove_rows, close_account
from games.rules.engine.statistics import Share
from games.rules.registry import TITLES
from games.state import wall_clock
from tests.builders_people import make_person, reload
from tests.tables.builders import play_on, start_table, start_usual
from tests.tables.pages.browser import has_form, read_form, sign_in, text_of
from tests.tables.pages.circle import make_circle, path_of
from tests.tables.pages.seating import follow

pytestmark = pytest.mark.django_db
MADE = datetime(2026, 2, 10, 12, tzinfo=UTC)
NOW = datetime(2026, 6, 10, 12, tzinfo=UTC)
FIRST, SECOND = Season(date(2026, 2, 1), date(2026, 5, 1)), Season(date(2026, 5, 1), date(2026, 8, 1))
INSIDER, AGENT = "insider", "agent"


@pytest.fixture(autouse=True)
def stand_still() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


def make_old_circle(*people: User) -> Circle:
    circle = make_circle(*people)
    Circle.objects.filter(pk=circle.pk).update(made_at=MADE)
    return reload(circle)


def end_game(
    circle: Circle, roles: dict[User, str], insider_wins: bool = False, reason: str = "missions", **more: Any
) -> Game:
    """Store how a game of the circle ended, without playing it."""
    game = start_table(*roles, bots=more.get("bots", 1))
    for player in Player.objects.filter(game=game):
        role = roles.get(player.user, AGENT) if player.user else AGENT
        player.role, player.won = role, (role == INSIDER) == insider_wins
        player.statistics, player.owes, player.asked_at = {"missions": [4, 10]}, "", None
        player.save()
    ended: Any = {"status": "over", "ended_at": more.get("at", NOW), "result": {"reason": reason, "winners": []}}
    Game.objects.filter(pk=game.pk).update(circle=circle, due_at=None, **ended)
    return game


def count(circle: Circle, viewer: User, season: Season = SECOND) -> reads.TitleSeason:
    [found] = reads.count_season(circle, reads_members(circle), season, viewer)
    return found


def reads_members(circle: Circle) -> Any:
    return list(circle.members.select_related("user").order_by("pk"))


def of(season: reads.TitleSeason, person: User) -> reads.MemberResults:
    return next(each for each in season.members if each.person.code == person.code)


def test_a_season_counts_wins_by_side_and_role_and_who_was_found_out() -> None:
    ada, ben, cleo = (make_person(name) for name in ("Ada", "Ben", "Cleo"))
    circle = make_old_circle(ada, ben, cleo)
    end_game(circle, {ada: INSIDER, ben: AGENT, cleo: AGENT}, reason="vote_insider")
    end_game(circle, {ada: INSIDER, ben: AGENT, cleo: AGENT}, insider_wins=True, reason="vote_wrong")
    end_game(circle, {ada: AGENT, ben: INSIDER, cleo: AGENT}, reason="missions")
    season = count(circle, ada)
    assert season.games == 3
    mine, theirs = of(season, ada), of(season, ben)
    assert (mine.results.total.won, mine.results.total.games) == (2, 3)
    sides = {side: (tally.won, tally.games) for side, tally in mine.results.by_side.items()}
    assert sides == {"insiders": (1, 2), "agents": (1, 1)}
    assert mine.results.by_role[INSIDER].games == 2
    assert mine.found_out == Share(1, 2)
    assert theirs.found_out == Share(0, 1), "the missions were met before anybody voted"
    assert of(season, cleo).found_out is None
    assert mine.results.statistics["missions"] == Share(12, 30)


def test_the_best_partner_is_with_whom_one_won_most_on_the_same_side() -> None:
    ada, ben, cleo = (make_person(name) for name in ("Ada", "Ben", "Cleo"))
    circle = make_old_circle(ada, ben, cleo)
    end_game(circle, {ada: AGENT, ben: AGENT, cleo: INSIDER})
    end_game(circle, {ada: AGENT, ben: AGENT, cleo: INSIDER}, insider_wins=True)
    end_game(circle, {ada: AGENT, ben: INSIDER, cleo: AGENT})
    end_game(circle, {ada: AGENT, ben: INSIDER, cleo: AGENT})
    season = count(circle, ada)
    for person, expected in ((ada, ("Cleo", 2, 2)), (ben, ("Ada", 1, 2))):
        best = of(season, person).partner
        assert best
        assert (best.person.name, best.tally.won, best.tally.games) == expected


def test_what_does_not_count() -> None:
    ada, ben, stranger = (make_person(name) for name in ("Ada", "Ben", "Cleo"))
    circle, other = make_old_circle(ada, ben), make_old_circle(stranger)
    end_game(circle, {ada: AGENT, ben: AGENT})
    end_game(circle, {ada: AGENT}, bots=2)
    end_game(other, {ada: AGENT, ben: AGENT})
    end_game(circle, {ada: AGENT, ben: AGENT}, at=datetime(2026, 4, 30, 23, 59, tzinfo=UTC))
    named = end_game(circle, {ada: AGENT, ben: AGENT})
    Game.objects.filter(pk=named.pk).update(house_name="Mole")
    running = start_table(ada, ben, bots=1)
    Game.objects.filter(pk=running.pk).update(circle=circle)
    assert count(circle, ada).games == 1
    assert count(circle, ada, FIRST).games == 1
    end_game(circle, {ada: AGENT, ben: AGENT}, at=datetime(2026, 5, 1, tzinfo=UTC))
    assert count(circle, ada).games == 2


def test_only_members_are_named_and_those_who_left_are_not() -> None:
    ada, ben, guest = (make_person(name) for name in ("Ada", "Ben", "Cleo"))
    circle = make_old_circle(ada, ben)
    end_game(circle, {ada: AGENT, ben: AGENT, guest: AGENT}, bots=0)
    assert {each.person.name for each in count(circle, ada).members} == {"Ada", "Ben"}
    assert of(count(circle, ada), ada).partner
    circles.leave_circle(code=circle.code, user=ben)
    assert {each.person.name for each in count(circle, ada).members} == {"Ada"}
    assert of(count(circle, ada), ada).partner is None


def close_season() -> None:
    with time_machine.travel(datetime(2026, 8, 1, 0, 30, tzinfo=UTC)):
        closed_seasons.close_due(timezone.now())


def read_page(circle: Circle, reader: User) -> str:
    with time_machine.travel(datetime(2026, 8, 2, tzinfo=UTC)):
        page = text_of(sign_in(reader).get(path_of(circle, "season", "2026-05")))
    return page[page.index("<main") : page.index("</main")]


def play_a_season() -> tuple[Circle, User, User, User]:
    """Return a circle in which Cleo wins three games of four, Ben two of three, and Ada one of four."""
    ada, ben, cleo = (make_person(name) for name in ("Ada", "Ben", "Cleo"))
    circle = make_old_circle(ada, ben, cleo)
    end_game(circle, {ada: INSIDER, ben: AGENT, cleo: AGENT})
    end_game(circle, {ada: INSIDER, ben: AGENT, cleo: AGENT}, reason="vote_insider")
    end_game(circle, {ada: AGENT, ben: INSIDER, cleo: AGENT}, insider_wins=False)
    end_game(circle, {ada: AGENT, cleo: AGENT}, insider_wins=True, bots=2)
    return circle, ada, ben, cleo


def test_a_closed_season_stays_when_members_leave_and_delete_their_accounts() -> None:
    circle, ada, ben, cleo = play_a_season()
    close_season()
    before = read_page(circle, ada)
    assert before.count("Ben") > 1
    circles.leave_circle(code=circle.code, user=ben)
    left = count(circle, ada)
    assert read_page(circle, ada) == before
    close_account(cleo)
    after = count(circle, ada)
    assert (after.games, after.together) == (left.games, left.together)
    assert [each.results.total for each in after.members] == [each.results.total for each in left.members]
    page = read_page(circle, ada)
    assert "Cleo" not in page
    assert "A former agent" in page
    assert cleo.code not in page


def test_a_season_that_runs_shows_members_of_now() -> None:
    circle, ada, ben, _ = play_a_season()
    closed_seasons.close_due(NOW)
    circles.leave_circle(code=circle.code, user=ben)
    assert {each.person.name for each in count(circle, ada).members} == {"Ada", "Cleo"}


def test_a_closed_season_shows_no_more_of_a_deleted_account_than_before() -> None:
    circle, ada, ben, cleo = play_a_season()
    User.objects.filter(pk=cleo.pk).update(statistics_shown_to=Audience.NOBODY)
    User.objects.filter(pk=ben.pk).update(statistics_shown_to=Audience.EVERYBODY)
    close_season()
    before = count(circle, ada)
    for person in (ben, cleo):
        close_account(reload(person))
    after = count(circle, ada)
    assert [each.is_private for each in after.members] == [each.is_private for each in before.members]
    assert after.together == before.together
    Game.objects.filter(circle=circle).delete()
    _remove_rows()
    assert not User.objects.filter(pk=cleo.pk).exists()
    assert [each.results for each in count(circle, ada).members] == [each.results for each in after.members]


def test_who_joins_later_is_not_in_a_closed_season() -> None:
    circle, ada, _, _ = play_a_season()
    dora = make_person("Dora")
    end_game(circle, {ada: AGENT, dora: AGENT})
    close_season()
    circles.join_circle(key=circle.invitation, user=dora)
    assert "Dora" not in {each.person.name for each in count(circle, ada).members}


def test_the_order_is_by_share_of_wins_with_a_minimum_of_games() -> None:
    circle, ada, _, _ = play_a_season()
    dora, eve = make_person("Dora"), make_person("Eve")
    for person in (dora, eve):
        circles.join_circle(key=circle.invitation, user=person)
    end_game(circle, {dora: AGENT, eve: AGENT})
    for _ in range(2):
        end_game(circle, {ada: INSIDER, eve: AGENT})
    rows = [(each.rank, each.person.name, each.results.total.won) for each in count(circle, ada).members]
    assert rows == [(1, "Eve", 3), (2, "Cleo", 3), (3, "Ben", 2), (4, "Ada", 1), (None, "Dora", 1)]


def test_equal_results_share_a_rank() -> None:
    alike = {1: Tally(4, 2), 2: Tally(4, 2), 3: Tally(3, 1), 4: Tally(1, 1)}
    assert rank(alike) == {1: 1, 2: 1, 3: 3, 4: None}
    assert find_winners(alike) == [1, 2]
    assert rank({1: Tally(1, 0), 2: Tally(1, 1)}) == {2: 1, 1: 2}
    assert find_winners({1: Tally(5, 0)}) == []


def test_a_closed_season_names_its_winner_and_emails_the_members_once() -> None:
    circle, ada, ben, cleo = play_a_season()
    ben.language = "fr"
    ben.save()
    preferences.turn(cleo, "weekly", on=False)
    close_season()
    close_season()
    page = read_page(circle, ada)
    assert "<strong>Cleo</strong> won the season" in page
    mails = {row.email: row for row in AccountEmail.objects.all()}
    assert set(mails) == {ada.email, ben.email}
    assert "May – July 2026" in page
    assert "the May – July 2026 season is over" in mails[str(ada.email)].subject
    assert "Cleo won the season" in mails[str(ada.email)].text
    assert path_of(circle, "season", "2026-05") in mails[str(ada.email)].text
    assert "La saison mai – juillet 2026" in mails[str(ben.email)].text
    assert "<h1>Mai – juillet 2026</h1>" in text_of(sign_in(ben).get(path_of(circle, "season", "2026-05")))


def test_a_season_that_ended_long_ago_is_stored_without_an_email() -> None:
    circle, _, _, _ = play_a_season()
    with time_machine.travel(datetime(2026, 8, 20, tzinfo=UTC)):
        assert closed_seasons.close_due(timezone.now()) == 2
        assert closed_seasons.close_due(timezone.now()) == 0
    assert not AccountEmail.objects.exists()
    assert ClosedSeason.objects.filter(circle=circle).count() == 2


def test_a_season_is_not_closed_before_its_end_nor_while_the_clock_is_in_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play_a_season()
    closed_seasons.close_due(datetime(2026, 8, 1, 0, 5, tzinfo=UTC))
    assert [row.season for row in ClosedSeason.objects.all()] == [FIRST]
    monkeypatch.setattr(wall_clock, "is_trusted", lambda now: False)
    closed_seasons.close_due(datetime(2026, 8, 1, 1, tzinfo=UTC))
    assert ClosedSeason.objects.count() == 1


def test_no_season_is_closed_while_a_clock_that_an_operator_accepted_can_still_be_refuted() -> None:
    play_a_season()
    accepted_at = datetime(2026, 8, 1, 0, 30, tzinfo=UTC)
    Heartbeat.objects.create(pk=1, beat_at=accepted_at, accepted_at=accepted_at, sure_at=NOW)
    assert closed_seasons.close_due(accepted_at + timedelta(minutes=59)) == 0
    assert closed_seasons.close_due(accepted_at + timedelta(minutes=60)) == 2


def test_a_deleted_account_is_not_named() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_old_circle(ada, ben)
    end_game(circle, {ada: AGENT, ben: AGENT})
    close_account(ben)
    page = text_of(sign_in(ada).get(path_of(circle, "season", "2026-05")))
    assert "Ben" not in page
    assert "Ada" in page


def test_who_keeps_their_statistics_private_shows_wins_alone() -> None:
    ada, ben, cleo = (make_person(name) for name in ("Ada", "Ben", "Cleo"))
    circle = make_old_circle(ada, ben, cleo)
    end_game(circle, {ada: AGENT, ben: INSIDER, cleo: AGENT}, reason="vote_insider")
    User.objects.filter(pk=ben.pk).update(statistics_shown_to=Audience.NOBODY)
    User.objects.filter(pk=cleo.pk).update(statistics_shown_to=Audience.NOBODY)
    season = count(circle, ada)
    hidden = of(season, ben)
    assert hidden.is_private
    assert (hidden.results.total.games, hidden.results.by_side, hidden.results.by_role) == (1, {}, {})
    assert (hidden.results.statistics, hidden.found_out, hidden.partner) == ({}, None, None)
    assert of(season, ada).partner is None, "one who is hidden is nobody's partner"
    assert season.together.by_side.keys() == {"agents"}
    assert of(count(circle, ben), ben).found_out == Share(1, 1)
    assert "private" in text_of(sign_in(ada).get(path_of(circle, "season", "2026-05")))


def test_a_season_has_a_page_for_members_alone() -> None:
    ada, ben, stranger = (make_person(name) for name in ("Ada", "Ben", "Cleo"))
    circle = make_old_circle(ada, ben)
    end_game(circle, {ada: INSIDER, ben: AGENT}, reason="vote_insider")
    path = path_of(circle, "season", "2026-05")
    assert path in text_of(sign_in(ben).get(path_of(circle)))
    page = text_of(sign_in(ben).get(path))
    said = ("May – July 2026", "Found out as the Insider", "<svg", "running")
    assert [words for words in said if words not in page] == []
    assert sign_in(stranger).get(path).status_code == 404


def test_any_month_leads_to_its_season_and_none_before_the_first_or_in_the_future() -> None:
    ada = make_person("Ada")
    circle = make_old_circle(ada)
    client = sign_in(ada)
    assert client.get(path_of(circle, "season", "2026-06"))["Location"] == path_of(circle, "season", "2026-05")
    for month in ("2026-01", "2026-08", "0001-01", "9999-12", "2026-13", "nonsense", "2026"):
        assert client.get(path_of(circle, "season", month)).status_code == 404
    assert client.get(path_of(circle, "season", "2026-02")).status_code == 200


def test_a_season_that_is_over_stays_as_it_is_when_the_owner_chooses_another_length() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_old_circle(ada, ben)
    end_game(circle, {ada: AGENT, ben: AGENT}, at=datetime(2026, 3, 3, tzinfo=UTC))
    address = path_of(circle, "act_in_circle", "season-length")
    assert not has_form(sign_in(ben).get(path_of(circle)), address)
    assert "Only the owner" in follow(sign_in(ben), address, months="1")
    before = text_of(sign_in(ben).get(path_of(circle, "season", "2026-02")))
    assert read_form(sign_in(ada).get(path_of(circle)), address)
    follow(sign_in(ada), address, months="1")
    assert reload(circle).seasons == [["2026-02-01", 3], ["2026-08-01", 1]]
    after = text_of(sign_in(ben).get(path_of(circle, "season", "2026-02")))
    assert before.count("February – April 2026") == after.count("February – April 2026") > 0
    with time_machine.travel(datetime(2026, 9, 2, tzinfo=UTC)):
        assert "September 2026" in text_of(sign_in(ben).get(path_of(circle)))
    follow(sign_in(ada), address, months="13")
    assert reload(circle).seasons[-1] == ["2026-08-01", 1]
    follow(sign_in(ada), address, months="12")
    assert reload(circle).season_lengths[-1] == (date(2026, 8, 1), 12)


def test_a_season_is_read_in_few_queries_however_many_games() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_old_circle(ada, ben)
    counts = []
    for games in (1, 4):
        for _ in range(games):
            end_game(circle, {ada: AGENT, ben: AGENT})
        members = reads_members(circle)
        with CaptureQueriesContext(connection) as queries:
            reads.count_season(circle, members, SECOND, ada)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 5


def test_a_circle_says_for_three_weeks_that_a_season_is_over() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_old_circle(ada, ben)
    reader, link = sign_in(ben), path_of(circle, "season", "2026-05")

    def is_told(on: date) -> bool:
        with time_machine.travel(datetime(on.year, on.month, on.day, tzinfo=UTC)):
            page = sign_in(ben).get(path_of(circle))
        return page.context["just_over"] is not None and 'id="season-over"' in text_of(page)

    assert not is_told(date(2026, 8, 1)), "a season without games"
    end_game(circle, {ada: AGENT, ben: AGENT})
    told = [is_told(day) for day in (date(2026, 7, 31), date(2026, 8, 1), date(2026, 8, 21), date(2026, 8, 22))]
    assert told == [False, True, True, False]
    assert reader.get(link).status_code == 200


def test_seasons_are_listed_with_their_games_and_empty_ones_are_not() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_old_circle(ada, ben)
    Circle.objects.filter(pk=circle.pk).update(made_at=datetime(2025, 8, 3, tzinfo=UTC))
    end_game(circle, {ada: AGENT, ben: AGENT}, at=datetime(2025, 8, 3, tzinfo=UTC))
    rows = reads.list_rows(reload(circle), reads_members(circle))
    assert [(row.season.code, row.games, row.is_over) for row in rows] == [("2026-05", 0, False), ("2025-08", 1, True)]


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_a_page(title: str) -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_old_circle(ada, ben)
    game = start_usual(ada, ben, title=title)
    Game.objects.filter(pk=game.pk).update(circle=circle)
    play_on(game)
    answer = sign_in(ada).get(path_of(circle, "season", "2026-05"))
    assert answer.status_code == 200
    assert "<table" in text_of(answer)
