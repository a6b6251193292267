"""Charts of who suspected whom: what their lines and tables say."""

from itertools import pairwise

import pytest

from games.models import Game, Player
from games.rules.engine.suspicion import Shares
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.selectors.notes import Line, Suspect, load_notebook
from games.tables.services import notes
from games.tables.suspicion_charts import LEFT, WIDTH, Chart, draw_suspects
from tests.builders_people import make_person
from tests.tables.builders import finish, start_table

STARTS = {1: 0, 2: 4, 3: 8, -1: 12}


def draw(*lines: Line, truth: dict[int, bool | None] | None = None) -> Chart:
    return draw_suspects([Suspect(2, lines, truth or dict.fromkeys(STARTS, True))], STARTS, 15)[0]


def test_a_line_goes_along_what_was_thought_to_where_that_changed_and_on_to_the_end() -> None:
    [path] = draw(Line(0, {2: 1, 8: 5})).paths
    half = LEFT + WIDTH / 8
    assert path.d == f"M{half:g} 130 H{LEFT + WIDTH / 2:g} V26 H{LEFT + WIDTH}"


def test_a_line_has_gaps_where_it_begins_anew() -> None:
    [path] = draw(Line(0, {0: None, 1: 5, 4: None, 8: None, 9: 1, 12: None})).paths
    assert path.d.count("M") == 2
    assert "V" not in path.d


def test_lines_that_agree_lie_side_by_side() -> None:
    one, other = draw(Line(0, {0: 3}), Line(1, {0: 3})).paths
    assert one.d != other.d
    assert (one.index, other.index) == (0, 1)


def test_the_table_says_what_was_thought_when_each_scene_ended() -> None:
    rows = draw(Line(0, {5: 2, 6: 4}), Line(1, {8: 1})).rows
    assert [(row.scene, row.steps) for row in rows] == [(2, (4, None)), (3, (4, 1)), (-1, (4, 1))]


def test_moments_lie_in_order_within_the_chart_and_scenes_are_equally_wide() -> None:
    chart = draw(Line(0, {at: 1 + at % 5 for at in range(15)}))
    ends = [float(part[1:]) for part in chart.paths[0].d.split() if part.startswith("H")]
    assert ends == sorted(ends)
    assert max(ends) == LEFT + WIDTH
    lefts = [band.left for band in chart.bands]
    assert {right - left for left, right in pairwise(lefts)} == {WIDTH / 4}


def test_what_was_thought_after_the_last_move_stands_at_the_end() -> None:
    chart = draw(Line(0, {5: 2, 15: 4}))
    assert chart.paths[0].d.endswith(f"H{LEFT + WIDTH}")


def test_where_neither_holds_there_is_no_band() -> None:
    assert draw(Line(0, {0: 3}), truth=dict.fromkeys(STARTS)).bands == ()


def share(*percents: int, **proofs: str) -> Shares:
    return Shares(percents, (25.0,) * 4, {int(seat[1:]): code for seat, code in proofs.items()})


def test_what_the_observer_said_is_drawn_beside_what_knowing_nothing_says() -> None:
    proven = share(0, 0, 100, 0, s2="broke_suit")
    shares = {4: share(25, 25, 25, 25), 8: proven, 12: proven}
    [chart] = draw_suspects([Suspect(2, (), dict.fromkeys(STARTS, True))], STARTS, 15, shares)
    assert chart.observed is not None
    quarter = LEFT + WIDTH / 4
    assert chart.observed.d == f"M{quarter:g} 104 H{LEFT + WIDTH / 2:g} V26 H269 V26 H{LEFT + WIDTH}"
    assert chart.observed.level == f"M{quarter:g} 104 H180 V104 H269 V104 H{LEFT + WIDTH}"
    assert [(proof.scene, proof.code) for proof in chart.observed.proofs] == [(2, "broke_suit")], "known from then on"
    assert [(row.scene, row.percent) for row in chart.rows] == [(1, 25), (2, 100), (3, 100)]
    assert draw(Line(0, {0: 3})).observed is None


@pytest.mark.django_db
@pytest.mark.parametrize("title", [name for name, title in TITLES.items() if title.TEXTS.suspicion])
def test_the_truth_is_told_of_each_scene_of_a_finished_game(title: str) -> None:
    game = start_table(make_person(), make_person(), bots=TITLES[title].USUAL_SEATS - 2, title=title)
    for about in range(1, game.seat_count):
        notes.suspect(code=game.code, user=game.host, steps={about: 3})
    table = finish(game)
    Player.objects.filter(game=game).update(opens_notes=True)
    table = load_table(Game.objects.get())
    suspects = load_notebook(table, table.players[0]).suspects
    assert [suspect.about for suspect in suspects if suspect.lines] == list(range(1, game.seat_count))
    assert len(suspects) == game.seat_count - (TITLES[title].SUSPICION_MODEL is None), "all, where there is an observer"
    for suspect in suspects:
        assert len(suspect.truth) == len({table.title.scene(state) for state in table.states[:-1]})
