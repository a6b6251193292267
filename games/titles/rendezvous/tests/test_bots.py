"""Bots fill a table: they play legally, say what anybody might say, and betray neither spies nor counter-spies."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from statistics import fmean

import pytest

from games.rules.engine.play import play_out
from games.rules.engine.values import STAND_IN, Chance
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.bots import BOTS
from games.titles.rendezvous.rules.deal import list_spies
from games.titles.rendezvous.rules.evidence import Evidence
from games.titles.rendezvous.rules.folding import contains, fold
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.state import Round, State
from games.titles.rendezvous.rules.talk import _count_suited
from games.titles.rendezvous.rules.words import LANGUAGES, NUMBERS, Association, find_pack, list_associations
from games.titles.rendezvous.tests.builders import table
from games.titles.rendezvous.tests.strength import BETTER, count_suited_by_spies, measure_seat, play_game
from tests.rounds import choose, one_in

GAMES = 60
TALKERS = ("steady", STAND_IN)
any_language = pytest.mark.parametrize("language", LANGUAGES)
any_talker = pytest.mark.parametrize("bot", one_in(2, TALKERS))
"""In small rounds a test that asks it with every card shows that a stand-in betrays nothing by its words."""
Words = Sequence[str]
Topics = Sequence[Association]


@cache
def play(bot: str, seats: int, seed: int, language: str = "en") -> State:
    dice = Chance(seed)
    options = rendezvous.parse_options({"language": language}, seats)
    deal = rendezvous.make_deal(options, seats, dice)
    state, _ = play_out(rendezvous, options, deal, dict.fromkeys(range(seats), rendezvous.BOTS[bot]), dice)
    assert isinstance(state, State)
    return state


@cache
def talk(bot: str, seats: int = 5) -> tuple[tuple[bool, Words, Words, Topics], ...]:
    """Return for each seat and round: whether it is a spy, its words, those of others, and all possible topics."""
    return tuple(found for seed in range(GAMES) for found in talk_of(bot, seats, seed))


def talk_of(bot: str, seats: int, seed: int) -> Iterator[tuple[bool, Words, Words, Topics]]:
    state = play(bot, seats, seed)
    assert state.number is not None
    for finished in state.rounds:
        said = words_by_seat(finished)
        for seat in range(seats):
            others = [word for other, words in said.items() for word in words if other != seat]
            yield seat in list_spies(finished.cards), said[seat], others, list_associations("en", state.number)


def words_by_seat(finished: Round) -> dict[int, list[str]]:
    said: dict[int, list[str]] = defaultdict(list)
    for say in finished.says:
        said[say.seat].append(fold(say.word or ""))
    return said


def count_topics(words: Words, others: Words, topics: Topics) -> float:
    return fmean(sum(word in topic.folded for topic in topics) for word in words)


CLUES: dict[str, Callable[[Words, Words, Topics], float]] = {
    "whether a word is in any list": lambda words, others, topics: all(
        any(word in topic.folded for topic in topics) for word in words
    ),
    "in how many lists it is": count_topics,
    "how long it is": lambda words, others, topics: fmean(map(len, words)),
    "whether somebody said it already": lambda words, others, topics: bool({*words} & {*others}),
    "whether one said it twice": lambda words, others, topics: len({*words}) < len(words),
    "whether one's own words go together": lambda words, others, topics: any(
        topic.folded.issuperset(words) for topic in topics
    ),
}


def is_told_by(clue: str, talk: Sequence[tuple[bool, Words, Words, Topics]]) -> bool:
    """Tell whether spies and counter-spies differ in a clue, on average, by more than chance would have it."""
    seen: dict[bool, list[float]] = {True: [], False: []}
    for is_spy, words, others, topics in talk:
        seen[is_spy].append(float(CLUES[clue](words, others, topics)))
    assert min(len(seen[True]), len(seen[False])) > 500
    spies, counter_spies = fmean(seen[True]), fmean(seen[False])
    return abs(spies - counter_spies) > 0.06 * max(1.0, spies)


@any_talker
@pytest.mark.parametrize("clue", CLUES)
def test_what_a_seat_says_by_itself_is_the_same_of_spies_and_counter_spies(bot: str, clue: str) -> None:
    assert not is_told_by(clue, talk(bot))


SPIES_WHO_TALK_OTHERWISE: dict[str, Callable[[Words, Words, Topics], Words]] = {
    "whether a word is in any list": lambda words, others, topics: ["abracadabra", *words[1:]],
    "in how many lists it is": lambda words, others, topics: [list_common(topics)[0], words[1]],
    "how long it is": lambda words, others, topics: [words[0] + "s", words[1] + "s"],
    "whether somebody said it already": lambda words, others, topics: [others[0], words[1]],
    "whether one said it twice": lambda words, others, topics: [words[0], words[0]],
    "whether one's own words go together": lambda words, others, topics: ["abracadabra", words[1]],
}


def list_common(topics: Topics) -> Words:
    every = Counter(word for topic in topics for word in topic.folded)
    return sorted(every, key=lambda word: (-every[word], word))


@pytest.mark.parametrize("clue", CLUES)
def test_spies_who_talk_otherwise_would_be_found_out(clue: str) -> None:
    change = SPIES_WHO_TALK_OTHERWISE[clue]
    changed = [
        (is_spy, change(words, others, topics) if is_spy else words, others, topics)
        for is_spy, words, others, topics in talk("steady")
    ]
    assert is_told_by(clue, changed)


def goes_with_others(words: Words, others: Words, topics: Topics) -> bool:
    return any(topic.folded >= {*words} and len(topic.folded & {*others}) > 1 for topic in topics)


def test_neither_what_goes_with_others_nor_what_does_not_is_proof() -> None:
    counts = {(is_spy, fits): 0 for is_spy in (True, False) for fits in (True, False)}
    for is_spy, words, others, topics in talk("steady"):
        counts[is_spy, goes_with_others(words, others, topics)] += 1
    fitting = counts[True, True] / (counts[True, True] + counts[False, True])
    alone = counts[True, False] / (counts[True, False] + counts[False, False])
    assert fitting < 0.6, "who says what goes with others is plainly a spy"
    assert alone > 0.02, "who stands alone is plainly no spy"


@any_talker
def test_bots_are_no_better_than_chance_without_listening_and_better_with(bot: str) -> None:
    hits = [found_spies(bot, seed) for seed in range(GAMES)]
    usual = 1 / 6
    share = fmean(hits)
    assert (share > 1.5 * usual) if bot == "steady" else abs(share - usual) < 0.06, share


def found_spies(bot: str, seed: int) -> float:
    return fmean(
        point.at in finished.pairs
        for finished in play(bot, 5, seed).rounds
        for point in finished.pointings
        if point.seat not in list_spies(finished.cards)
    )


@pytest.mark.rounds
@pytest.mark.parametrize("bot", one_in(2, rendezvous.BOTS))
@pytest.mark.parametrize("language", one_in(2, LANGUAGES))
def test_no_bot_ever_says_a_password_of_the_number_of_any_player(bot: str, language: str) -> None:
    """A player who says one shows that they do not hold that card."""
    passwords = {number: [each.password for each in list_associations(language, number)] for number in NUMBERS}
    said, games = 0, choose(5, deep=10, long=30)
    for seed in range(games):
        state = play(bot, 6, seed, language)
        assert state.number is not None
        words = [str(say.word) for finished in state.rounds for say in finished.says]
        assert not [word for word in words if any(contains(word, each) for each in passwords[state.number])]
        said += len(words)
    assert said > 50 * games


@any_language
def test_some_hints_hold_other_passwords_so_that_bots_have_something_to_leave_out(language: str) -> None:
    pack = find_pack(language)
    for number in NUMBERS:
        left = [hint for each in list_associations(language, number) for hint in each.hints]
        hints = [hint for card in pack.cards for hint in pack.associations[card[number - 1]].hints]
        assert len(left) < len(hints)


def test_a_stand_in_says_the_same_with_every_card() -> None:
    for number in NUMBERS:
        passwords = [each.password for each in list_associations("en", number)]
        now = table("A??A", number=number)
        for seed, password in enumerate((*passwords, None)):
            seen = replace(now.seen_by(0), password=password, is_spy=password is not None)
            blind = replace(seen, password=None, is_spy=False, card=None)
            assert rendezvous.BOTS[STAND_IN](seen, Chance(seed)) == rendezvous.BOTS[STAND_IN](blind, Chance(seed))


def test_bots_of_the_silent_variant_show_emoji_with_any_card() -> None:
    spy, counter_spy = (table(letters, silent=True).seen_by(0) for letters in ("A??A", "?AA?"))
    for bot in TALKERS:
        for seed in range(20):
            assert rendezvous.BOTS[bot](spy, Chance(seed)) == rendezvous.BOTS[bot](counter_spy, Chance(seed))


@pytest.mark.deep
def test_spies_among_experts_hint_less_plainly_than_among_gentle_bots() -> None:
    suited = {
        bot: fmean(
            count
            for seed in range(8)
            for count in count_suited_by_spies(play_game(dict.fromkeys(range(5), rendezvous.BOTS[bot]), seed))
        )
        for bot in ("gentle", "steady", "expert")
    }
    assert 1.3 * suited["gentle"] < min(suited["steady"], suited["expert"]), suited


def test_the_expert_points_at_the_two_whose_words_share_a_password_that_few_suit() -> None:
    own, *_ = list_associations("en", 1)[3:]
    first, second, third, fourth = [hint for hint in own.hints if _count_suited(hint, list_associations("en", 1)) == 1][
        :4
    ]
    now = table("A??A?").says(first, "music", "bread", second, "rain", third, "song", "night", fourth, "dance")
    seen = now.seen_by(2)
    assert {BOTS["expert"](seen, Chance(seed)).at for seed in range(10)} == {(0, 3)}
    guessing = replace(seen, phase="guess", pointed=(0, 3))
    guesses = Counter(BOTS["expert"](guessing, Chance(seed)).password for seed in range(40))
    assert guesses.most_common(1)[0][0] == own.password
    assert len(guesses) > 1, "it may be a feint"


def test_a_spy_of_the_expert_points_at_whoever_shares_its_own_password() -> None:
    own, other = list_associations("en", 1)[3:5]
    (theirs, once_more), (loud, louder) = (
        [hint for hint in each.hints if _count_suited(hint, list_associations("en", 1)) == 1][:2]
        for each in (own, other)
    )
    now = table("A??A?").says("zygote", loud, louder, theirs, "quagga", "syzygy", louder, loud, once_more, "umbel")
    seen = replace(now.seen_by(0), password=own.password)
    assert {BOTS["expert"](seen, Chance(seed)).at for seed in range(10)} == {(0, 3)}


def test_a_word_that_suits_no_password_says_nothing_of_who_said_it() -> None:
    evidence = Evidence(table("A??A?").says("abracadabra", "xylem").seen_by(2))
    assert all(odds == 1 for row in evidence.odds for odds in row)


def test_the_topics_that_a_seat_may_hint_at_have_a_chance_of_one_together() -> None:
    evidence = Evidence(table("A??A?").says("music", "bread", "rain").seen_by(2))
    assert evidence.heard
    for seat in range(5):
        chances = evidence.foresee(seat)
        assert min(chances.values()) > 0
        assert sum(chances.values()) == pytest.approx(1)


def test_a_word_of_the_expert_takes_as_many_steps_with_every_card(monkeypatch: pytest.MonkeyPatch) -> None:
    now = table("A??A?").says("music", "night").seen_by(2)
    passwords = [None, *(each.password for each in list_associations("en", 1)[::10])]
    steps = {password: count_weighed(replace(now, password=password), monkeypatch) for password in passwords}
    assert len(set(steps.values())) == 1, steps


def count_weighed(seen: Observation, monkeypatch: pytest.MonkeyPatch) -> int:
    weighed = []

    def counted(method: Callable[..., object]) -> Callable[..., object]:
        def count(*given: object) -> object:
            weighed.append(method)
            return method(*given)

        return count

    with monkeypatch.context() as patch:
        for method in (Evidence.weigh, Evidence.weigh_pairs):
            patch.setattr(Evidence, method.__name__, counted(method))
        rendezvous.BOTS["expert"](seen, Chance(1))
    return len(weighed)


@pytest.mark.deep
@pytest.mark.parametrize(("bot", "against"), BETTER)
def test_one_stronger_bot_among_others_wins_more_than_its_share(bot: str, against: str) -> None:
    share = measure_seat(bot, against, 50)
    assert share.rate + share.margin > 0.3, str(share)
    assert share.rate > 1 / 5, str(share)
