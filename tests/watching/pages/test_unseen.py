"""What spectators must not notice leaves no trace in what they are answered: status, headers, body, nor queries."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.models import Game, Player
from games.state.table import load_table
from games.tables.services import deadlines, pauses, seats, stand_ins, substitutes, vacations
from games.tables.services.premoves import store_premove
from games.tables.services.talk import say
from insidejob.cache_stamps import name_table
from tests.rounds import one_in
from tests.tables.acts import answer
from tests.tables.builders import asked, play_to_the_vote
from tests.tables.pages import polls as player_polls
from tests.tables.pages.browser import HTMX, link, page_of
from tests.tables.pages.polls import committed
from tests.watching.asks import open_to_spectators
from tests.watching.pages.polls import Scene, poll, read_version

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("polls_from_cache")]

Told = dict[str, tuple[int, dict[str, str], bytes, int]]


def ask_all(scene: Scene) -> Told:
    """Return everything that spectators are told, and how many queries it took."""
    answers = {name: poll(client, scene.game, scene.shown[name]) for name, client in scene.watching.items()}
    return {
        name: (found.status_code, dict(found.headers), found.content, queries)
        for name, (found, queries) in answers.items()
    }


def press(name: str, **fields: str) -> Callable[[Scene], object]:
    """Return an act of Ada on the table page."""
    return lambda scene: scene.clients["ada"].post(link(name, scene.game), fields, headers=HTMX)


def propose_to_end(scene: Scene, *, agrees: bool = True) -> None:
    stand_ins.agree_to_end(code=scene.game.code, user=scene.ada, agrees=agrees)


def propose_a_pause(scene: Scene, *, agrees: bool = True) -> None:
    pauses.agree_to_pause(code=scene.game.code, user=scene.ada, agrees=agrees)


def take_bank(scene: Scene) -> None:
    Game.objects.filter(pk=scene.game.pk).update(bank=86400, due_at=timezone.now() - timedelta(seconds=1))
    deadlines._close_expired(timezone.now())


def go_on_holiday(scene: Scene) -> None:
    today = timezone.localdate()
    vacations.take_vacation(scene.ada, today + timedelta(days=2), today + timedelta(days=3))


def prepare(scene: Scene) -> None:
    store_premove(Player.objects.get(game=scene.game, user=scene.ada), {"B": "B7"}, 0)


ANNOUNCED: dict[str, Callable[[Scene], object]] = {
    "talk": lambda scene: say(game=scene.game, seat=0, text="Well"),
    "talk on the page": press("talk", text="Well, well"),
    "an end proposed": propose_to_end,
    "a pause proposed": propose_a_pause,
    "more time": player_polls.give_time,
    "a deadline put off": take_bank,
    "a line hidden": player_polls.hide_a_line,
    "a holiday": go_on_holiday,
}
"""Of these the pages of players learn at once."""
PRIVATE: dict[str, Callable[[Scene], object]] = {
    "muted": lambda scene: seats.mute(code=scene.game.code, user=scene.ada, muted=True),
    "a note": press("write_note", text="Ben, surely"),
    "a suspicion": press("suspect", **{"suspicion-1": "4"}),
    "a mark": press("mark", mark="B7", changed="B7"),
    "a premove": prepare,
    "the page read": lambda scene: page_of(scene.game, scene.clients["ada"]),
    "talk read": lambda scene: page_of(scene.game, scene.clients["ada"], "talk"),
    "a refused move": press("move", decision="lead-99"),
    "a player asks for news": lambda scene: scene.clients["ada"].get(link("news", scene.game), headers=HTMX),
}


@pytest.mark.parametrize("names", [*([name] for name in ANNOUNCED), [*PRIVATE]])
def test_what_is_not_for_spectators_changes_nothing_for_them(names: list[str]) -> None:
    scene = Scene()
    scene.warm_up()
    before = ask_all(scene)
    for name in names:
        version = Game.objects.get(pk=scene.game.pk).version
        with committed():
            (ANNOUNCED | PRIVATE)[name](scene)
        assert name in PRIVATE or Game.objects.get(pk=scene.game.pk).version > version
        assert ask_all(scene) == before, f"{name}: and without a query, so not even the time tells"
        cache.clear()
        after = ask_all(scene)
        assert {key: told[:3] for key, told in after.items()} == {key: told[:3] for key, told in before.items()}, name
        assert all(told[3] for told in after.values()), f"{name}: answered by the view"
        scene.warm_up()


def warm_up_again(scene: Scene) -> Told:
    """Let spectators load what is there now."""
    scene.shown = {name: read_version(client, scene.game) for name, client in scene.watching.items()}
    scene.warm_up()
    return ask_all(scene)


def test_an_opened_seat_and_what_is_taken_back_change_nothing() -> None:
    scene = Scene()
    code = scene.game.code
    stand_ins.hand_over(code=code, user=scene.ben)
    propose_to_end(scene)
    propose_a_pause(scene)
    before = warm_up_again(scene)
    acts: list[Callable[[], object]] = [
        lambda: substitutes.open_seat(code=code, user=scene.ada, seat=1),
        lambda: substitutes.close_seat(code=code, user=scene.ada, seat=1),
        lambda: propose_to_end(scene, agrees=False),
        lambda: pauses.decline_pause(code=code, user=scene.ada),
    ]
    for act in acts:
        with committed():
            act()
        assert ask_all(scene) == before


def test_a_vote_is_seen_and_that_it_was_changed_is_not() -> None:
    scene = Scene()
    scene.game = play_to_the_vote(4)
    Game.objects.filter(pk=scene.game.pk).update(**open_to_spectators())
    scene.game.refresh_from_db()
    voter = asked(load_table(scene.game))[0]
    warm_up_again(scene)
    with committed():
        answer(scene.game, voter)
    assert all(status == 200 for status, *_ in ask_all(scene).values())
    before = warm_up_again(scene)
    for _ in range(4):
        with committed():
            answer(scene.game, voter)
        assert ask_all(scene) == before


@pytest.mark.parametrize("name", one_in(4, ANNOUNCED))
def test_a_planted_stamp_that_dies_with_everything_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.models.game.name_watched", name_table)
    monkeypatch.setattr("games.watching.polls.name_watched", name_table)
    scene = Scene()
    scene.warm_up()
    before = ask_all(scene)
    with committed():
        ANNOUNCED[name](scene)
    assert ask_all(scene) != before


def test_a_planted_header_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene()
    scene.warm_up()
    monkeypatch.setattr("games.watching.polls.strip", lambda response: response)
    before = ask_all(scene)
    cache.clear()
    assert [told[1] for told in ask_all(scene).values()] != [told[1] for told in before.values()]
