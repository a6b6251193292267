"""The page of statistics: who sees it and what of it, its filters, and its charts with their tables."""

import datetime as dt
import re
from collections.abc import Iterator
from itertools import product
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Audience, Block, User
from games.models import Player
from games.people.charts import FIELD_HEIGHT, MAX_MONTHS, MIN_MONTHS, WIDTH
from games.people.selectors.head_to_head import list_head_to_head
from games.people.selectors.statistics import EVERYTHING, Wanted, count_results, may_see_statistics
from games.personal_data.deletion import close_account
from games.rules.registry import TITLES
from tests.builders_people import make_guest, make_person
from tests.rounds import one_in
from tests.site.pages.counting import count_get
from tests.tables.builders import open_table
from tests.tables.pages.browser import sign_in, text_of
from tests.tables.pages.pasts import finish, path_of, read, record, show_to
from tests.tables.pages.worlds import frozen
from tests.tables.stored import store_game

pytestmark = pytest.mark.django_db
PARIS = ZoneInfo("Europe/Paris")
on_each_page = pytest.mark.parametrize("page", ["games:profile", "games:statistics"])
"""What both pages keep."""


@pytest.fixture(autouse=True)
def _in_paris() -> Iterator[None]:
    """Count months as people in Paris do."""
    with timezone.override(PARIS):
        yield


def test_a_period_is_whole_months_of_the_reader_and_nonsense_in_the_address_counts_as_nothing() -> None:
    me, friend = make_person(), make_person()
    for month, hour in ((9, 21), (9, 23), (10, 12)):
        # 21:00 and 23:00 UTC on 31 August are 23:00 in Paris, and 1:00 on 1 September.
        when = dt.datetime(2026, 8, 31, hour, tzinfo=dt.UTC) if month == 9 else dt.datetime(2026, 10, 5, tzinfo=dt.UTC)
        finish(me, friend, None, when=when)
    with time_machine.travel("2026-11-22T12:00Z", tick=False):
        assert read(me, me).count("past-game") == 3
        assert read(me, me, "?period=season").count("past-game") == 2
        for query in ("?period=x", "?title=x", "?seats=99", "?against=x", "?page=x", "?seats=-1"):
            assert read(me, me, query).count("past-game") == 3
        assert "No finished games match" in read(me, me, "?seats=5")


@on_each_page
@pytest.mark.parametrize("as_owner", one_in(2, [True, False]))
def test_a_running_game_changes_no_byte_until_it_is_over(as_owner: bool, page: str) -> None:
    with frozen():
        owner, mate = make_person(), make_person()
        finish(owner, mate, None, number=1)
        client, path = sign_in(owner if as_owner else mate), reverse(page, args=[owner.code])
        before = client.get(path).content
        recorded = record("insidejob", 3, 2)
        for length in (0, 1, len(recorded.entries) - 1):
            store_game(recorded, [owner, mate, None], length)
            assert client.get(path).content == before
        open_table(owner, seats=3)
        assert client.get(path).content == before
        finish(owner, mate, None, number=2)
        assert client.get(path).content != before


SEES = {
    "anonymous": set(),
    "guest": set(),
    "stranger": {Audience.EVERYBODY},
    "mate": {Audience.EVERYBODY, Audience.TABLEMATES},
    "owner": set(Audience),
}


def test_who_may_see_statistics_does_and_nobody_else_whoever_sees_the_history() -> None:
    owner, mate = make_person("Olive"), make_person("Maude")
    game = finish(owner, mate, None)
    people = {"guest": make_guest(), "stranger": make_person(), "mate": mate, "owner": owner}
    clients = {"anonymous": Client()} | {kind: sign_in(person) for kind, person in people.items()}
    # One of the two is shown to everybody.
    pairs = [pair for pair in product(Audience, Audience) if Audience.EVERYBODY in pair]
    for (kind, client), (audience, history) in product(clients.items(), pairs):
        show_to(owner, audience, history)
        answer = client.get(path_of(owner))
        sees, sees_games = audience in SEES[kind], history in SEES[kind]
        assert (answer.status_code == 200) is sees, (kind, audience, history)
        page = text_of(answer)
        assert ("chart-won" in page) is sees
        assert ("past-game" in page) is (sees and sees_games), (kind, audience, history)
        assert ('id="head-to-head"' in page) is (sees and sees_games)
        # Who did not sit there is led to no game, and so under no mask.
        assert (game.code in page) is (sees and sees_games and kind in ("mate", "owner"))


@on_each_page
def test_a_kept_page_is_the_same_with_games_and_without_whoever_else_may_see_them(page: str) -> None:
    with frozen():
        owner, client = make_person(), sign_in(make_person())
        path, pages = reverse(page, args=[owner.code]), []
        for _ in range(2):
            for shown_to in product((Audience.NOBODY, Audience.TABLEMATES), repeat=2):
                show_to(owner, *shown_to)
                pages.append(client.get(path))
            finish(owner, make_person(), None)
        assert {answer.status_code for answer in pages} == {403}
        assert len({answer.content for answer in pages}) == 1
        assert page == "games:statistics" or "keeps past games private" in text_of(pages[0])
        show_to(owner, Audience.EVERYBODY)
        assert client.get(path).content != pages[0].content


def test_whoever_keeps_their_games_is_not_named_among_companions_of_others() -> None:
    owner, mate, shy, stranger = make_person("Olive"), make_person("Maude"), make_person("Sylvain"), make_person()
    show_to(owner, Audience.EVERYBODY)
    show_to(mate, Audience.NOBODY, Audience.EVERYBODY)
    finish(owner, mate, shy)
    for audience, named in ((Audience.NOBODY, False), (Audience.TABLEMATES, False), (Audience.EVERYBODY, True)):
        show_to(shy, Audience.EVERYBODY, audience)
        page = read(stranger, owner)
        assert "Maude" in page
        assert ("Sylvain" in page) is named
    show_to(shy, Audience.EVERYBODY, Audience.TABLEMATES)
    finish(stranger, shy, None)
    assert "Sylvain" in read(stranger, owner)
    show_to(shy, Audience.EVERYBODY, Audience.NOBODY)
    assert "Sylvain" not in read(stranger, owner)
    # Who sat there finds them in the list of games, and nowhere else.
    assert names(owner, mate) == {"Maude"}
    assert names(owner, owner) == {"Maude", "Sylvain"}


def names(owner: User, viewer: User) -> set[str]:
    """Return who a viewer is told was at somebody's games."""
    with translation.override("en"):
        return {str(each.name) for each in list_head_to_head(owner, viewer)}


def test_a_former_agent_is_told_of_to_the_owner_alone() -> None:
    owner, gone, other, stranger = make_person("Olive"), make_person("Gus"), make_person("Ida"), make_person()
    show_to(owner, Audience.EVERYBODY)
    show_to(other, Audience.EVERYBODY)
    finish(owner, gone, other)
    close_account(gone)
    assert names(owner, owner) == {"Former agents", "Ida"}
    assert names(owner, stranger) == {"Ida"}


def test_whom_i_blocked_is_not_named_to_me_and_the_figures_keep_their_games() -> None:
    me, foe, viewer = make_person("Olive"), make_person("Boris"), make_person()
    finish(me, foe, None)
    before = count_results(me)
    for person in (me, foe):
        show_to(person, Audience.EVERYBODY)
    Block.objects.create(by=me, person=foe)
    assert "Boris" not in names(me, me)
    assert names(foe, foe) == {"Olive", "Bots"}, "who is blocked is not told"
    assert may_see_statistics(foe, me)
    assert "Boris" in names(me, viewer)
    assert count_results(me) == before


def test_games_against_bots_are_apart_and_for_their_player_alone() -> None:
    owner, mate, alone = make_person(), make_person(), make_person()
    show_to(owner, Audience.EVERYBODY)
    finish(owner, mate, None, number=1)
    for number in (2, 3):
        finish(owner, None, None, number=number)
    assert [sum(each.total.games for each in count_results(owner, wanted)) for wanted in WITH] == [1, 2]
    assert read(owner, owner).count("past-game") == 1
    assert read(owner, owner, "?against=bots").count("past-game") == 2
    assert read(mate, owner, "?against=bots").count("past-game") == 1
    assert 'name="against"' not in read(mate, owner)
    finish(alone, None, None)
    page = read(alone, alone)
    assert "past-game" in page, "who played against bots alone sees that at once"
    assert 'value="bots" selected' in page
    assert "past-game" not in read(mate, alone)


WITH = (EVERYTHING, Wanted(against_bots=True))


def test_a_guest_sees_their_games_against_bots_and_nobody_elses() -> None:
    guest, other = make_guest(), make_person()
    assert "Your story starts" in read(guest, guest)
    game = finish(guest, None, None)
    page = read(guest, guest)
    assert "chart-won" in page
    assert game.code in page
    show_to(other, Audience.EVERYBODY)
    assert sign_in(guest).get(path_of(other))["Location"] == f"{reverse('account_signup')}?next={path_of(other)}"


def test_each_game_is_one_press_from_its_replay_for_those_who_sat_there() -> None:
    owner, mate, stranger = make_person(), make_person(), make_person()
    show_to(owner, Audience.EVERYBODY)
    game = finish(owner, mate, None)
    replay = reverse("games:replay", args=[game.code])
    for viewer, sees in ((owner, True), (mate, True), (stranger, False)):
        assert (f'href="{replay}"' in read(viewer, owner)) is sees
    assert sign_in(mate).get(replay).status_code == 200
    Player.objects.filter(game=game).update(shares_replay=True)
    assert sign_in(stranger).get(replay).status_code == 200
    assert game.code not in read(stranger, owner), "it would lift the masks of the replay"


def test_the_charts_agree_with_their_tables() -> None:
    me, friend = make_person(), make_person()
    for number in range(8):
        when = dt.datetime(2026, 1 + number, 10, tzinfo=dt.UTC)
        finish(*([me, friend] if number % 2 else [friend, me]), None, number=number, when=when)
    finish(me, friend, title="target")
    page = re.sub(r"\s*\n\s*", "", read(me, me))
    for figure in re.findall(r"<figure.*?</figure>", page):
        rows = re.findall(r'<th scope="row">(.*?)</th><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td>', figure)
        told = re.search(r"<desc.*?>(.*?)</desc>", figure)
        assert told
        for name, games, won, lost in rows:
            assert int(games) == int(won) + int(lost)
            assert (f"{name} won {won} of {games}." in told[1]) is (games != "0"), name
        counts = [(int(won), int(lost)) for _, _, won, lost in rows]
        bars = [re.findall(rf'class="chart-{kind}".*?{side_of(figure)}="(\d+)"', figure) for kind in KINDS]
        most, drawn = max(map(sum, counts)), [(int(won), int(lost)) for won, lost in zip(*bars, strict=True)]
        for (won, lost), (won_length, lost_length) in zip(counts, upright(figure, drawn), strict=True):
            assert won_length == round(unit_of(figure) * won / most)
            assert won_length + lost_length == round(unit_of(figure) * (won + lost) / most)
    assert page.count("<figure") >= 4


def test_a_chart_is_drawn_alike_in_every_language() -> None:
    me, friend = make_person(), make_person()
    for number in range(3):
        finish(me, friend, None, number=number, when=dt.datetime(2026, 4 + number, 10, tzinfo=dt.UTC))
    drawn = []
    for language in ("en", "fr"):
        User.objects.filter(pk=me.pk).update(language=language)
        page = read(User.objects.get(pk=me.pk), me)
        drawn.append(re.findall(r' (viewBox|x|y|dy|x1|x2|y1|y2|width|height)="([^"]*)"', page))
        assert all(re.fullmatch(r"[-\d ]+", value) for _, value in drawn[-1]), "no comma, no point"
    assert drawn[0] == drawn[1]


KINDS = ("won", "lost")


def is_by_month(figure: str) -> bool:
    return 'id="by-month"' in figure


def side_of(figure: str) -> str:
    """Return which side of a bar says how many games it stands for."""
    return "height" if is_by_month(figure) else "width"


def unit_of(figure: str) -> int:
    """Return how long the longest bar is."""
    return FIELD_HEIGHT if is_by_month(figure) else WIDTH


def upright(figure: str, drawn: list[Any]) -> list[Any]:
    """Return the bars in the order of the table, whose latest month is above."""
    return drawn[::-1] if is_by_month(figure) else drawn


def test_a_month_stands_as_high_as_its_games() -> None:
    me, friend = make_person(), make_person()
    finish(me, friend, None, when=dt.datetime(2021, 1, 3, tzinfo=dt.UTC))
    finish(me, friend, None, when=dt.datetime(2026, 10, 3, tzinfo=dt.UTC))
    page = read(me, me)
    months = page[page.index('id="by-month"') : page.index("</figure>")]
    assert months.count('<th scope="row">') == MAX_MONTHS
    assert "The last two years" in months
    assert read(me, me, "?period=year").count('<th scope="row">') > MIN_MONTHS


def test_both_pages_cost_the_same_with_few_games_and_with_many() -> None:
    owner, mate, stranger = make_person(), make_person(), make_person()
    show_to(owner, Audience.EVERYBODY)
    most = {reverse(page, args=[owner.code]): most for page, most in (("games:profile", 11), ("games:statistics", 16))}
    asked = [(sign_in(person), path) for path in most for person in (owner, mate, stranger)]
    for number in range(2):
        finish(owner, mate, None, number=number)
    few = [count_get(client, path) for client, path in asked]
    for number in range(58):
        title = list(TITLES)[number % 3]
        people = [owner, mate if number % 2 else make_person()]
        finish(*people, *[None] * (title != "target"), title=title, number=number % 5)
    assert [count_get(client, path) for client, path in asked] == few
    assert all(count <= most[path] for count, (_, path) in zip(few, asked, strict=True))
