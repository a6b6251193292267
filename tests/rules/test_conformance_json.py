"""What must hold for what any title stores and reads: moves, deals and options as JSON, and junk in their place."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import settings as limits
from hypothesis import strategies as some

from games.rules.engine import option_versions
from games.rules.engine.errors import InvalidOption, MalformedMove
from games.rules.engine.options import Option
from games.rules.engine.play import fold
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import CLOCK
from tests.rounds import count_rounds
from tests.rules import conformance
from tests.rules.conformance import Setting, any_setting, random_game, share, through_json
from tests.titles import may_be_null, worlds_of

pytestmark = pytest.mark.rounds
GAMES = count_rounds("games")
BAD_LISTS: list[Any] = [[None], [True], [1.0], [[]], [{}]]
OTHER_KINDS: list[Any] = [None, True, 1, 1.0, "no such", {}, *BAD_LISTS]
JSON = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text(max_size=8),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@any_setting
def test_a_game_read_back_from_json_is_the_same_game(setting: Setting) -> None:
    title = setting.title
    for seed in share(setting, GAMES):
        steps = random_game(setting, seed)
        options = title.parse_options(through_json(title.dump_options(setting.parse())), setting.seats)
        deal = title.load_deal(conformance.deal_through_json(title.dump_deal(setting.deal(seed))))
        moves = [
            title.load_move(step.entry.move.seat, through_json(title.dump_move(step.entry.move))) for step in steps
        ]
        assert (options, deal) == (setting.parse(), setting.deal(seed))
        assert moves == [step.entry.move for step in steps]
        assert fold(title, title.start(options, deal, title.RULES), moves) == steps[-1].after


@any_setting
def test_the_moves_of_the_clock_survive_json_too(setting: Setting) -> None:
    _, log = conformance.play_with_absent_seats(setting, 1, frozenset(range(setting.seats)))
    closed = [entry for entry in log if entry.by == CLOCK]
    assert closed
    for entry in closed:
        raw = through_json(setting.title.dump_move(entry.move))
        assert setting.title.load_move(entry.move.seat, raw) == entry.move


@any_setting
def test_what_dealing_gives_one_seat_is_stored_apart_from_the_others(setting: Setting) -> None:
    assert len(setting.title.dump_deal(setting.deal(1)).hands) == setting.seats


@any_setting
def test_a_move_with_a_value_of_another_kind_is_malformed(setting: Setting) -> None:
    for step in random_game(setting, 0):
        raw = setting.title.dump_move(step.entry.move)
        for name, value in raw.items():
            for wrong in OTHER_KINDS:
                if wrong is None and may_be_null(setting.title, step.entry.move, name):
                    continue
                if type(wrong) is not type(value) or wrong in BAD_LISTS:
                    with pytest.raises(MalformedMove):
                        setting.title.load_move(step.entry.move.seat, {**raw, name: wrong})


@any_setting
def test_a_move_with_a_field_too_many_or_too_few_is_malformed(setting: Setting) -> None:
    for step in random_game(setting, 0):
        raw = setting.title.dump_move(step.entry.move)
        wrong = [{**raw, "extra": 1}, *({key: raw[key] for key in raw if key != name} for name in raw)]
        for fields in wrong:
            with pytest.raises(MalformedMove):
                setting.title.load_move(step.entry.move.seat, fields)


@any_setting
def test_options_left_out_take_their_default(setting: Setting) -> None:
    title = setting.title
    defaults = {option.name: option.default for option in title.OPTIONS}
    assert title.parse_options({}, setting.seats) == title.parse_options(defaults, setting.seats)
    assert title.dump_options(setting.parse()).keys() == defaults.keys()


@conformance.any_title
def test_each_option_came_with_a_version_of_the_rules_and_each_version_has_its_defaults(title: AnyTitle) -> None:
    assert {option.since for option in title.OPTIONS} <= {*title.VERSIONS}
    for rules in title.VERSIONS:
        options = option_versions.parse_options(title, {}, title.USUAL_SEATS, rules)
        written = option_versions.dump_options(title, options, rules)
        assert option_versions.parse_options(title, written, title.USUAL_SEATS, rules) == options
        assert written.keys() == {option.name for option in title.OPTIONS if option.since <= rules}


@conformance.any_title
def test_the_proofs_draw_tables_with_more_than_one_value_of_each_option(title: AnyTitle) -> None:
    worlds = worlds_of(title.NAME)
    drawn = [title.dump_options(worlds.draw_table(Random(f"table-{number}"))[0]) for number in range(100)]
    for option in title.OPTIONS:
        assert len({json.dumps(options[option.name]) for options in drawn}) > 1, option.name


@conformance.any_title
@limits(max_examples=100, deadline=None, derandomize=True, database=None)
@given(value=JSON)
@example(value=1)
@example(value=0.0)
@example(value="true")
def test_an_option_or_value_that_is_not_offered_is_refused(title: AnyTitle, value: Any) -> None:
    with pytest.raises(InvalidOption):
        title.parse_options({"no_such_option": value}, title.SEATS[0])
    for option in title.OPTIONS:
        if is_offered(option, value):
            continue
        with pytest.raises(InvalidOption) as refused:
            title.parse_options({option.name: value}, title.SEATS[0])
        assert refused.value.option == option.name


def is_offered(option: Option, value: Any) -> bool:
    """Tell whether `value` is one of an option's; a list is its entries with commas between, a number its digits."""
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        value = ",".join(value)
    if type(value) is int:
        value = str(value)
    return any(type(value) is type(offered) and value == offered for offered in conformance.values_of(option))
