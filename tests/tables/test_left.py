"""A result needs a player: whoever left most of their decisions to a stand-in or the clock neither wins nor loses."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.circles import seasons
from games.circles import selectors as circles
from games.clock.weekly import find_season
from games.models import Circle, Game, Move, Player
from games.notifications import email_dispatch
from games.people.selectors.head_to_head import list_head_to_head
from games.people.selectors.history import list_ended, tell_games
from games.people.selectors.statistics import count_results, find_best_series, list_ends
from games.personal_data.selectors import _describe_games
from games.rules.engine.answers import count_answers, has_played
from games.rules.engine.statistics import Share
from games.rules.engine.values import BOT, CLOCK, PLAYER, Decision, Entry
from games.rules.registry import TITLES
from games.site.consistency import _check_game
from games.state.table import load_table
from games.tables.selectors.series import load_series
from games.tables.services import lobby, stand_ins
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.tables.acts import fresh, healthy, replace_by
from tests.tables.builders import break_log, finish, play_on, start_table
from tests.tables.pages.browser import page_of, sign_in, text_of
from tests.tables.pages.circle import make_circle

pytestmark = pytest.mark.django_db
MIGRATION: Any = import_module("games.migrations.0055_results_of_players")


def play_without(absent: User, *others: User, title: str = "target", circle: Circle | None = None) -> Game:
    """Play a game that `absent` handed over before the first move."""
    game = start_table(absent, *others, title=title)
    Game.objects.filter(pk=game.pk).update(circle=circle)
    stand_ins.hand_over(code=game.code, user=absent)
    finish(game)
    healthy(game)
    return fresh(game)


def player_of(game: Game, user: User) -> Player:
    return Player.objects.select_related("game").get(game=game, user=user)


@pytest.mark.parametrize(
    ("own", "of", "plays"), [(0, 0, False), (0, 5, False), (2, 5, False), (2, 4, True), (3, 5, True), (1, 1, True)]
)
def test_half_of_the_decisions_and_one_at_least_make_a_result(own: int, of: int, *, plays: bool) -> None:
    assert has_played(Share(own, of)) == plays


@pytest.mark.parametrize("title", TITLES)
def test_public_decisions_count_once_each_and_secret_ones_never(title: str) -> None:
    people = [make_person() for _ in range(TITLES[title].USUAL_SEATS)]
    game = start_table(*people, title=title)
    table = finish(game)
    for seat in range(len(people)):
        shown = {
            (decision.name, decision.sealed)
            for place, entry in enumerate(table.entries)
            if entry.move.seat == seat
            and (decision := table.title.decision(table.states[place], seat))
            and decision.public
        }
        answers = count_answers(table.title, table.states, table.entries, seat)
        assert answers == Share(len(shown), len(shown))
        assert shown


def test_secret_decisions_by_the_clock_change_nothing() -> None:
    game = start_table(*(make_person() for _ in range(4)), title="rendezvous")
    table = finish(game)
    secret = [
        place
        for place, entry in enumerate(table.entries)
        if (decision := table.title.decision(table.states[place], entry.move.seat)) and not decision.public
    ]
    assert secret, "some decision of the title is secret"
    before = [count_answers(table.title, table.states, table.entries, seat) for seat in range(4)]
    Move.objects.filter(game=game, sequence__in=secret).update(by=CLOCK)
    Game.objects.filter(pk=game.pk).update(stamp="another")
    table = load_table(fresh(game))
    assert [count_answers(table.title, table.states, table.entries, seat) for seat in range(4)] == before


@pytest.mark.parametrize("title", TITLES)
def test_who_left_before_the_first_move_has_no_result_and_the_others_have(title: str) -> None:
    people = [make_person() for _ in range(TITLES[title].USUAL_SEATS)]
    game = play_without(*people, title=title)
    absent = player_of(game, people[0])
    assert absent.won is None
    if game.result and game.result["winners"]:
        assert absent.has_left
        assert None not in Player.objects.filter(game=game).exclude(pk=absent.pk).values_list("won", flat=True)


def test_a_substitute_counts_for_the_decisions_since_then(ada: User, ben: User, zoe: User) -> None:
    game = start_table(ada, ben, title="target")
    play_on(game, 2)
    stand_ins.hand_over(code=game.code, user=ada)
    replace_by(game, ben, zoe)
    finish(game)
    healthy(game)
    assert player_of(game, zoe).won is not None


def test_a_substitute_without_a_decision_has_no_result(ada: User, ben: User, zoe: User) -> None:
    game = start_table(ada, ben, title="target")
    stand_ins.hand_over(code=game.code, user=ada)
    replace_by(game, ben, zoe)
    stand_ins.hand_over(code=game.code, user=zoe)
    finish(game)
    healthy(game)
    assert player_of(game, zoe).has_left


def test_a_choice_made_before_they_sat_down_is_not_theirs_unless_they_made_it_again() -> None:
    title: Any = SimpleNamespace(decision=lambda asked, seat: asked)
    hiding, attack = Decision("hide", sealed=True), Decision("attack")
    for by, answers in ((BOT, Share(1, 1)), (CLOCK, Share(1, 1)), (PLAYER, Share(2, 2))):
        entries = [Entry(SimpleNamespace(seat=0), PLAYER), Entry(SimpleNamespace(seat=0), by)]
        entries.append(Entry(SimpleNamespace(seat=0), PLAYER))
        assert count_answers(title, [attack, hiding, attack], entries, 0, since=1) == answers


def test_what_differs_from_the_log_is_found(ada: User, ben: User) -> None:
    game = play_without(ada, ben)
    Player.objects.filter(game=game, user=ada).update(won=True)
    assert _check_game(game) == ["seat 0: won differs from the fold"]


def test_a_season_is_won_by_those_who_played(ada: User, ben: User, cleo: User) -> None:
    """Ada hands over at once in twelve games that Ben plays, and in one that Cleo leaves, too."""
    circle = make_circle(ada, ben, cleo)
    for _ in range(12):
        play_without(ada, ben, circle=circle)
    game = start_table(ada, cleo, title="target")
    Game.objects.filter(pk=game.pk).update(circle=circle)
    for person in (ada, cleo):
        stand_ins.hand_over(code=game.code, user=person)
    today = timezone.now().date()
    season = find_season(circle.season_lengths, today)
    assert season
    members = list(circle.members.select_related("user"))
    [found] = seasons.count_season(circle, members, season, ada)
    counted = list(Player.objects.filter(user=ben, won__isnull=False))
    assert [(each.person.name, each.results.total.games) for each in found.members] == [("Ben", len(counted))]
    assert found.members[0].results.total.won == sum(bool(player.won) for player in counted)
    assert (count_results(ada), find_best_series(list_ends(ada))) == ([], 0)
    [standings] = circles.count_statistics(circle, members)
    assert [each.person.name for each in standings.standings] == ["Ben"]


def test_neither_counts_in_results_against_each_other(ada: User, ben: User) -> None:
    play_without(ada, ben)
    assert (list_head_to_head(ada, ada), list_head_to_head(ben, ben)) == ([], [])
    game = start_table(ada, ben, title="target")
    finish(game)
    assert [each.against.games for each in list_head_to_head(ben, ben)] == [1]


def test_lists_pages_and_programs_call_it_left(ada: User, ben: User) -> None:
    circle = make_circle(ada, ben)
    game = play_without(ada, ben, circle=circle)
    while not (game.result and game.result["winners"]):
        game = play_without(ada, ben, circle=circle)
    [told, *_] = tell_games(list(list_ended(ada, ada)[:1]), ada)
    assert (told.won, told.has_left) == (None, True)
    name = "Ada"
    assert f"{name} left this game" in page_of(game, ben)
    assert "left the game" in text_of(sign_in(ada).get("/games/"))
    row = Program(ada).read("games")["games"][0]
    assert (row["won"], row["left"]) == (None, True)
    assert [player["left"] for player in Program(ben).look(game)["players"]] == [True, False]
    assert [row["left"] for row in _describe_games(ada).rows if row["code"] == game.code] == [True]
    ended = circles.tell_game(circles.list_ended(circle)[0], {ada.pk, ben.pk}, ben)
    assert (ended.left, ended.winners) in [((name,), ()), ((name,), ("Ben",))]


def test_the_email_of_the_end_says_who_left(ada: User, ben: User) -> None:
    game = play_without(ada, ben)
    while not (game.result and game.result["winners"]):
        game = play_without(ada, ben)
    email_dispatch.send_due()
    texts = [str(message.body) for message in mail.outbox if "is over" in message.subject]
    assert texts
    assert all("Ada left this game" in text for text in texts[-2:])


def test_the_score_of_rematches_leaves_it_out(ada: User, ben: User) -> None:
    first = start_table(ada, ben, title="target")
    finish(first)
    second = lobby.open_rematch(code=first.code, user=ada)
    lobby.join_game(code=second.code, user=ben)
    stand_ins.hand_over(code=second.code, user=ada)
    finish(second)
    series = load_series(second, load_table(fresh(second)).players, ben)
    assert series
    by_name = {score.name: score.tally.games for score in series.scores}
    won = first.players.exclude(won=None).count() // 2
    assert by_name["Ada"] == won
    assert by_name["Ben"] == won + bool(second.result and second.result["winners"])


# The migration that recounts


def store_as_before(*games: Game) -> None:
    """Give every seat the result that it had before results needed a player."""
    for player in Player.objects.filter(game__in=games).select_related("game"):
        winners = player.game.result["winners"] if player.game.result else []
        Player.objects.filter(pk=player.pk).update(won=player.seat in winners if winners else None)


def results() -> list[bool | None]:
    return list(Player.objects.order_by("pk").values_list("won", flat=True))


@pytest.mark.parametrize("batch", [1, 2, 200])
def test_stored_results_are_recounted_and_come_back(
    batch: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(MIGRATION, "BATCH", batch)
    games = []
    for title in TITLES:
        people = [make_person() for _ in range(TITLES[title].USUAL_SEATS)]
        games.append(play_without(*people, title=title))
        games.append(start_table(*people, title=title))
        finish(games[-1])
    right = results()
    store_as_before(*games)
    before = results()
    assert before != right, "there is something to recount"
    capsys.readouterr()
    MIGRATION.recount(apps, None)
    assert results() == right
    changed = sum(one != other for one, other in zip(before, right, strict=True))
    assert f"{changed} results of {changed} games" in capsys.readouterr().out
    MIGRATION.recount(apps, None)
    assert results() == right
    for game in games:
        healthy(game)
    MIGRATION.restore(apps, None)
    assert results() == before


def test_only_games_with_automatic_moves_are_folded(ada: User, ben: User) -> None:
    for _ in range(3):
        finish(start_table(ada, ben, title="target"))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        MIGRATION.recount(apps, None)
    assert not any("games_deal" in query["sql"] for query in queries)


def test_a_game_that_cannot_be_folded_keeps_its_results(ada: User, ben: User) -> None:
    game = play_without(ada, ben)
    store_as_before(game)
    before = results()
    break_log(game)
    MIGRATION.recount(apps, None)
    assert results() == before


def test_an_unknown_rule_is_left_alone(ada: User, ben: User) -> None:
    game = play_without(ada, ben)
    store_as_before(game)
    before = results()
    Game.objects.filter(pk=game.pk).update(rules=999)
    MIGRATION.recount(apps, None)
    assert results() == before
