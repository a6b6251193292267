"""Bot accounts at tables: who lets them in, who may not sit with them, what counts, what moderators and blocks do."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts import suspensions
from accounts.models import AccountEmail, Block, User
from accounts.tokens.bots import MARK, make_bot, remove_bot
from games.circles import selectors as circles
from games.circles.seasons import _count_months
from games.models import Answers, Game, Member, Notification, Player, Report
from games.moderation.services.reports import PLAYER, rename, report_player, send_report, warn
from games.people.selectors.blocks import is_kept_apart, name_kept_apart
from games.people.selectors.head_to_head import list_head_to_head
from games.people.selectors.recent_players import list_recent_players
from games.people.selectors.statistics import Wanted, count_results
from games.personal_data.deletion import close_account, close_due
from games.personal_data.selectors import _describe_games, _describe_talk
from games.state.refusals import Refusal
from games.state.table import load_players, load_table
from games.state.view import view_table
from games.tables.selectors.series import load_series
from games.tables.selectors.talk import name_line
from games.tables.services import invitations, lobby, pauses, stand_ins, substitutes, talk
from games.tables.services.guests import pass_seats
from games.tables.services.reliability import _note_game
from tests.access_circles import make_circle
from tests.builders_people import make_person, reload
from tests.tables.acts import agree_to_end, agree_to_pause, fresh, open_seat, refuse
from tests.tables.builders import ask_for_table, asked, finish, open_table, play_on, start_table
from tests.tables.builders_deadlines import let_lapse
from tests.tables.clocks import Clock
from tests.tables.moderation_builders import make_moderator

pytestmark = pytest.mark.django_db


def make(owner: User, name: str = "Ticker") -> User:
    return make_bot(owner, name)[0]


@pytest.fixture
def bot(ada: User) -> User:
    return make(ada)


def open_to_bots(*people: User, **chosen: Any) -> Game:
    return open_table(*people, allows_bots=True, **chosen)


def join(game: Game, user: User) -> Game:
    return lobby.join_game(code=game.code, user=user)


def play_with_bot(*people: User, owner: User, **chosen: Any) -> Game:
    """A game of `people` and a bot account, played to its end."""
    game = open_to_bots(*people, seats=len(people) + 1, **chosen)
    join(game, make(owner, f"Ticker {owner.pk}"))
    finish(game)
    return game


def test_a_host_lets_bots_in_or_not(ada: User, ben: User, bot: User) -> None:
    refuse("no_bots", lobby.join_game, code=open_table(ben).code, user=bot)
    game = join(open_to_bots(ben), bot)
    assert game.players.get(user=bot).is_taken


def test_bots_join_public_tables_whose_host_lets_them_in(ben: User, bot: User) -> None:
    refuse("no_bots", lobby.join_game, code=open_table(ben, is_public=True).code, user=bot)
    assert join(open_to_bots(ben, is_public=True), bot).players.get(user=bot).is_taken


def test_a_bot_account_opens_tables_that_are_not_public(ada: User, ben: User, bot: User) -> None:
    with pytest.raises(Refusal, match="bot_account"):
        ask_for_table(bot, is_public=True)
    game = open_table(bot, seats=3)
    join(game, ben)
    refuse("own_bot", lobby.join_game, code=game.code, user=ada)
    lobby.fill_with_bots(code=game.code, host=bot)
    assert fresh(game).has_bot_account
    assert finish(game).outcome


def test_a_game_of_a_bot_account_and_the_sites_bots_ends_without_it(bot: User) -> None:
    game = open_table(bot, seats=3)
    lobby.fill_with_bots(code=game.code, host=bot)
    assert fresh(game).is_running
    stand_ins.hand_over(code=game.code, user=bot)
    assert fresh(game).status == Game.Status.OVER, "a table without people never stands still"


def test_an_owner_and_their_bots_open_so_many_tables_together(ada: User, bot: User, settings: Settings) -> None:
    settings.OPENINGS_AN_HOUR = 2
    ask_for_table(ada)
    ask_for_table(bot)
    for host in (ada, bot, make(ada, "Tacker")):
        with pytest.raises(Refusal, match="many_openings"):
            ask_for_table(host)


def test_a_bot_account_takes_no_seat_over(ada: User, ben: User, cleo: User, bot: User) -> None:
    game = start_table(ben, cleo, make_person("Dan"), allows_bots=True)
    stand_ins.hand_over(code=game.code, user=cleo)
    refuse("bot_account", substitutes.sit_in, code=game.code, user=bot, token=open_seat(game, ben, 1))


def test_owner_and_bot_do_not_sit_with_others_in_either_order(ada: User, ben: User, bot: User) -> None:
    refuse("own_bot", lobby.join_game, code=open_to_bots(ben, ada, seats=4).code, user=bot)
    refuse("own_bot", lobby.join_game, code=join(open_to_bots(ben, seats=4), bot).code, user=ada)


def test_two_bots_of_one_owner_do_not_sit_with_others(ada: User, ben: User) -> None:
    game = join(open_to_bots(ben, seats=4), make(ada))
    refuse("own_bot", lobby.join_game, code=game.code, user=make(ada, "Tacker"))
    join(game, make(make_person("Cleo"), "Cleo"))


def test_a_table_of_one_owner_alone_may_hold_their_bots(ada: User, ben: User) -> None:
    game = open_to_bots(ada, seats=4)
    join(game, make(ada))
    join(game, make(ada, "Tacker"))
    refuse("own_bot", lobby.join_game, code=game.code, user=ben)
    lobby.fill_with_bots(code=game.code, host=ada)
    assert fresh(game).is_running


def test_a_kept_seat_is_no_way_in(ada: User, ben: User, cleo: User, bot: User) -> None:
    """After a rematch with a free seat, or by an invitation."""
    start_table(ben, ada, cleo)
    game = join(open_to_bots(ben, seats=4), bot)
    refuse("not_invited", invitations.invite_person, code=game.code, host=ben, person=ada.code)
    Player.objects.filter(game=game, seat=2).update(user=ada, invited=True)
    refuse("own_bot", lobby.join_game, code=game.code, user=ada)


def test_a_rematch_keeps_the_bots_seat(ada: User, ben: User, cleo: User) -> None:
    first = play_with_bot(ben, cleo, owner=ada)
    rematch = lobby.open_rematch(code=first.code, user=ben)
    assert rematch.allows_bots
    bot = User.objects.get(bot_owner=ada)
    join(rematch, bot)
    assert rematch.players.get(user=bot).is_taken


@pytest.mark.parametrize("shut", [suspensions.suspend, suspensions.close])
def test_a_rematch_keeps_no_seat_for_the_bot_of_an_owner_who_cannot_sign_in(
    ada: User, ben: User, cleo: User, shut: Callable[[User], bool]
) -> None:
    first = play_with_bot(ben, cleo, owner=ada)
    shut(ada)
    rematch = lobby.open_rematch(code=first.code, user=ben)
    assert set(rematch.players.values_list("user", flat=True)) == {ben.pk, cleo.pk, None}


def test_an_owner_takes_over_no_seat_where_their_bot_sits_or_sat(ada: User, ben: User, cleo: User, bot: User) -> None:
    game = join(open_to_bots(ben, cleo, seats=3), bot)
    for leaver in (cleo, bot):
        stand_ins.hand_over(code=game.code, user=leaver)
    one, other = (open_seat(game, ben, seat) for seat in (1, 2))
    for link in (one, other):
        refuse("own_bot", substitutes.sit_in, code=game.code, user=ada, token=link)
    substitutes.sit_in(code=game.code, user=make_person("Dan"), token=other)
    refuse("own_bot", substitutes.sit_in, code=game.code, user=ada, token=one)


def test_removing_the_bot_opens_no_seat_to_its_owner(ada: User, ben: User, cleo: User, bot: User) -> None:
    game = join(open_to_bots(ben, cleo, seats=3), bot)
    remove_bot(bot)
    close_due(timezone.now())
    stand_ins.hand_over(code=game.code, user=cleo)
    refuse("own_bot", substitutes.sit_in, code=game.code, user=ada, token=open_seat(game, ben, 1))


def test_a_guest_who_signs_in_as_the_owner_keeps_the_seat_as_guest(ada: User, ben: User, guest: User) -> None:
    game = join(open_to_bots(ben, seats=3, guests_welcome=True), make(ada))
    join(game, guest)
    assert pass_seats(guest, ada) == (0, 1)
    assert pass_seats(guest, make_person("Cleo")) == (1, 0)


def test_a_block_of_the_owner_keeps_the_bot_away_too(ada: User, ben: User, cleo: User, bot: User) -> None:
    for by, person in ((ben, ada), (ada, ben)):
        Block.objects.all().delete()
        Block.objects.create(by=by, person=person)
        refuse("table_full", lobby.join_game, code=open_to_bots(ben).code, user=bot)
        with_bot = join(open_to_bots(cleo), bot)
        refuse("table_full", lobby.join_game, code=with_bot.code, user=ben)
        assert is_kept_apart(ben, load_players(with_bot))
        assert Game.objects.filter(name_kept_apart(ben, "pk")).get() == with_bot
        assert not is_kept_apart(make_person(), load_players(with_bot))
        with_bot.delete()


def test_the_seat_shows_the_owner_by_the_name_of_the_deal(ada: User, ben: User, cleo: User) -> None:
    game = join(open_to_bots(ben, cleo, seats=3), make(ada))
    ada.display_name = "Zoe"
    ada.save()
    places = view_table(load_table(game), 0).places
    seen = [(place.name, place.bot_by, place.is_bot) for place in places]
    assert seen[1:] == [("Cleo", "", False), ("Ticker (bot)", "Ada", False)]


def report_seat(game: Game, by: User, line: str) -> Report:
    send_report(game=game, players=load_players(game), by=by, line=line, reason="insult", words="")
    return Report.objects.latest("pk")


def test_an_owner_who_removes_a_reported_bot_leaves_the_line_to_the_moderators(
    ada: User, ben: User, cleo: User, bot: User
) -> None:
    game = join(open_to_bots(ben, cleo, seats=3), bot)
    said = [talk.say(game=game, seat=2, text=text, author=bot) for text in ("Rude", "Hello")]
    report = report_seat(game, ben, name_line(said[0]))
    remove_bot(bot)
    close_due(timezone.now())
    report.refresh_from_db()
    assert [line["text"] for line in report.context] == [report.said] == ["Rude"]
    close_account(ada)
    assert not Report.objects.exists()


def test_a_warning_about_the_name_of_a_bot_says_that_it_is_the_bots(
    ada: User, ben: User, cleo: User, bot: User
) -> None:
    game = join(open_to_bots(ben, cleo, seats=3), bot)
    warn(report=report_seat(game, ben, f"{PLAYER}2"), moderator=make_moderator(), words="Please choose another.")
    told = " ".join(AccountEmail.objects.get(email=ada.email).text.split())
    assert "It’s about your bot account." in told


def test_the_name_of_a_bot_is_taken_away(ada: User, ben: User, cleo: User, bot: User) -> None:
    game = join(open_to_bots(ben, cleo, seats=3), bot)
    report = report_seat(game, ben, f"{PLAYER}2")
    assert report.can_be_renamed
    version = fresh(game).version
    rename(report=report, moderator=make_moderator())
    name = reload(bot).display_name
    assert name.startswith("Agent ")
    assert name.endswith(MARK)
    assert (reload(ada).display_name, game.players.get(seat=2).name) == ("Ada", name)
    assert fresh(game).version > version
    assert not reload(report).can_be_renamed
    assert "the name of your bot account" in AccountEmail.objects.get(email=ada.email).text


def test_a_name_that_is_taken_away_does_not_stay_next_to_the_bot(ada: User, ben: User, cleo: User, bot: User) -> None:
    with_bot, with_ada = join(open_to_bots(ben, cleo, seats=3), bot), start_table(ben, ada, bots=1)
    version = fresh(with_bot).version
    rename(report=report_seat(with_ada, ben, f"{PLAYER}1"), moderator=make_moderator())
    assert with_bot.players.get(seat=2).bot_by == with_ada.players.get(seat=1).name == reload(ada).display_name != "Ada"
    assert (with_bot.players.get(seat=2).name, fresh(with_bot).version > version) == (bot.display_name, True)


def test_a_removed_bot_is_a_former_agent(ada: User, ben: User) -> None:
    game = play_with_bot(ben, make_person(), owner=ada)
    remove_bot(User.objects.get(bot_owner=ada))
    close_due(timezone.now())
    place = view_table(load_table(game), 0).places[2]
    assert (place.bot_by, place.person) == ("", "")
    assert "Ticker" not in place.name
    assert "Ada" not in str(list(Player.objects.filter(game=game, seat=2).values()))


def test_such_games_count_for_no_one_and_the_bot_is_told_of_nothing(ada: User, ben: User, cleo: User) -> None:
    circle = make_circle(ben, cleo, ada)
    game = play_with_bot(ben, cleo, owner=ada)
    Game.objects.update(circle=circle)
    assert game.has_bot_account
    assert {told.recipient for told in Notification.objects.filter(game=game)} == {ben, cleo}
    assert list(list_recent_players(ben)) == [cleo], "the bot is not invited"
    bot = User.objects.get(bot_owner=ada)
    for user in (ben, cleo, ada, bot):
        assert not count_results(user)
        assert not count_results(user, Wanted(against_bots=True))
        assert not list_head_to_head(user, user)
    members = list(Member.objects.filter(circle=circle))
    assert not circles.count_statistics(circle, members)
    assert not _count_months(circle, members)
    assert not start_table(ben, bots=2, allows_bots=True).has_bot_account, "it had none"
    Game.objects.update(has_bot_account=False)
    assert count_results(ben)
    assert circles.count_statistics(circle, members)


def test_a_series_shows_the_game_without_a_score(ben: User, cleo: User) -> None:
    first = play_with_bot(ben, cleo, owner=make_person("Ada"))
    rematch = lobby.open_rematch(code=first.code, user=ben)
    series = load_series(rematch, load_players(rematch), ben)
    assert series
    assert series.counted == 0
    assert all(score.tally.games == 0 for score in series.scores)


def test_in_time_is_counted_only_among_people(ada: User, ben: User) -> None:
    game = open_to_bots(ben, seats=3)
    join(game, make(ada))
    lobby.fill_with_bots(code=game.code, host=ben)
    finish(game)
    assert _note_game(game.pk)
    assert not Answers.objects.exists()


def test_people_agree_without_the_bot(ada: User, ben: User, cleo: User) -> None:
    game = join(open_to_bots(ben, cleo, seats=3), make(ada))
    agree_to_pause(game, ben, cleo)
    assert fresh(game).paused_at
    pauses.resume(code=game.code, user=ben)
    agree_to_end(game, ben, cleo)
    assert fresh(game).status == Game.Status.AGREED
    for person in (ben, cleo):
        stand_ins.agree_to_open(code=game.code, user=person, agrees=True)
    assert view_table(load_table(fresh(game)), 0).opened is not None


def test_a_late_bot_account_loses_its_seat_to_a_stand_in(clock: Clock, ada: User, bot: User) -> None:
    game = join(open_to_bots(ada, seats=3, options={"wagers": False}), bot)
    lobby.fill_with_bots(code=game.code, host=ada)
    seat = game.players.get(user=bot).seat
    while not game.players.get(user=bot).stand_in:
        if asked(load_table(fresh(game))) == [seat]:
            let_lapse(clock, game)
        else:
            play_on(game, 1)
    assert not fresh(game).stands_still
    assert not Notification.objects.filter(kind="stand_in").exists()


def test_a_moderator_who_stops_the_owners_talk_stops_the_bots(ada: User, ben: User, bot: User) -> None:
    game = join(open_to_bots(ben), bot)
    talk.say(game=game, seat=1, text="Hi", author=bot)
    ada.talk_stopped_until = timezone.now() + timedelta(days=1)
    ada.save()
    refuse("talk_stopped", talk.say, game=game, seat=1, text="Hi", author=User.objects.get(pk=bot.pk))


def test_the_owner_answers_for_what_the_bot_says_and_is_called(ada: User, ben: User, bot: User) -> None:
    game = join(open_to_bots(ben), bot)
    said = talk.say(game=game, seat=1, text="Hi", author=bot)
    about: Any = {"game": game, "players": load_players(game), "by": ben, "reason": Report.Reason.OTHER, "words": ""}
    send_report(line=name_line(said), **about)
    report_player(seat=1, **about)
    report_player(seat=1, **about)
    assert [report.reported for report in Report.objects.all()] == [ada, ada]
    assert "Ticker (bot)" in str(Report.objects.first().context)  # type: ignore[union-attr]


def test_the_owners_export_has_what_the_bot_did(ada: User, ben: User, bot: User) -> None:
    game = join(open_to_bots(ben), bot)
    talk.say(game=game, seat=1, text="Beep", author=bot)
    assert [row["code"] for row in _describe_games(ada).rows] == [game.code]
    assert [row["text"] for row in _describe_talk(ada).rows] == ["Beep"]
    assert not _describe_games(make_person()).rows
