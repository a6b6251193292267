"""The page of a case: one trick after the other, one accusation, and then the solution."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from random import Random

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.sign_in.session_store import CASES_KEY
from games.cases import runs
from games.cases.days import DAY, is_open
from games.cases.levels import choose_level
from games.cases.selectors.files import CaseFile, find_file_of_number
from games.cases.selectors.totals import ENOUGH
from games.models import Case, CaseTally, Investigation
from games.rules.cases import Chosen, ends_with_finale, is_fooled, play_case, retell, review_case
from games.rules.engine.play import play_out
from games.rules.record import verify_record
from tests.accounts.forms_and_emails import send_sign_up
from tests.builders_people import make_guest
from tests.cases.builders import BOTS, RULES, TITLE, find_game_of_level, load_game, store_case
from tests.cases.pages.acts import press
from tests.rounds import one_in
from tests.tables.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db
TODAY = "/case/"
DAY_LINK = 'id="day-case"'
a_visitor_or_a_member = pytest.mark.parametrize("client", one_in(2, ["visitor", "member"]), indirect=True)
"""What only shows, and stores nothing new, is one law for both. Small rounds try it as a visitor."""


def get_file(number: int = 1) -> CaseFile:
    file = find_file_of_number(number)
    assert file is not None
    return file


def test_a_guest_plays_as_a_member_does(case: Case) -> None:
    client = sign_in(make_guest())
    press(client, "next")
    assert press(client, "accuse", seat=case.guilty).context["run"].score == 2
    assert Investigation.objects.get().user.is_guest


def see(client: Client, scenes: int) -> None:
    for _ in range(scenes - 1):
        press(client, "next")


@pytest.mark.parametrize("first", ["cases", "sign-up"])
def test_a_visitors_cases_outlive_an_abandoned_sign_up(case: Case, first: str) -> None:
    visitor = Client()
    with time_machine.travel(timezone.now(), tick=False) as now:
        if first == "cases":
            press(visitor, "next")
        send_sign_up(visitor, "ada@example.org", "Ada")
        if first == "sign-up":
            press(visitor, "next")
        now.shift(timedelta(hours=2))
        assert visitor.get("/case/1/").context["run"].seen == 2
        press(visitor, "next")
        assert {*visitor.session.keys()} == {CASES_KEY}


def test_a_first_visit_shows_the_first_trick_and_stores_nothing(case: Case, client: Client) -> None:
    page = client.get(TODAY)
    assert page.context["run"].seen == 1
    assert len(page.context["view"].seen.tricks) == 1
    assert not Investigation.objects.exists()
    assert all(name in page.content.decode() for name in BOTS)


def test_tricks_are_shown_one_by_one(case: Case, client: Client) -> None:
    for scene in range(2, get_file().scenes + 1):
        page = press(client, "next")
        assert page.context["run"].seen == scene
        assert len(page.context["view"].seen.tricks) == scene
    assert press(client, "next").context["run"].seen == get_file().scenes
    assert 'value="next"' not in page.content.decode()


def test_a_click_that_comes_twice_shows_one_trick(case: Case, client: Client) -> None:
    for _ in range(2):
        client.post("/case/1/act/", {"do": "next", "seen": 1, "clue": 0})
    assert client.get(TODAY).context["run"].seen == 2


@a_visitor_or_a_member
def test_a_trick_that_was_not_seen_is_not_shown_on_demand(case: Case, client: Client) -> None:
    see(client, 3)
    assert client.get(TODAY, {"trick": 2}).context["scene"] == 2
    for asked in ("4", "10", "-1", "x", ""):
        assert client.get(TODAY, {"trick": asked}).context["scene"] == 3


def test_who_looks_back_reads_which_trick_comes_next(case: Case, client: Client) -> None:
    see(client, 3)
    next_button = re.compile(r'id="next-button"[^>]*>\s*(\w+ \w+)')
    named = [next_button.findall(client.get(TODAY, {"trick": trick}).content.decode()) for trick in (1, 3)]
    assert named in ([["Trick 4"], ["Next trick"]], [["Pli 4"], ["Pli suivant"]])


def test_being_right_shows_the_solution_and_counts_once(case: Case, client: Client) -> None:
    see(client, 4)
    page = press(client, "accuse", seat=case.guilty)
    run = page.context["run"]
    assert (run.is_right, run.is_in_time, run.score) == (True, True, 4)
    assert page.context["view"].seen.outcome is not None
    assert [*CaseTally.objects.values_list("scenes", "accused", "count")] == [(4, case.guilty, 1)]
    client.post("/case/1/act/", {"do": "accuse", "seen": 4, "clue": 0, "seat": case.guilty})
    other = client.post("/case/1/act/", {"do": "accuse", "seen": 4, "clue": 0, "seat": (case.guilty + 1) % 4})
    assert other.status_code == 302
    assert client.get(TODAY).context["run"] == run
    assert CaseTally.objects.get().count == 1


def test_being_wrong_shows_the_truth(case: Case, client: Client) -> None:
    page = press(client, "accuse", seat=(case.guilty + 1) % 4)
    assert page.context["run"].is_right is False
    assert f"{BOTS[case.guilty]}" in page.content.decode()
    assert page.context["statistics"].streak == 0


def test_an_accusation_names_somebody_who_plays(case: Case, client: Client) -> None:
    for seat in ("", "4", "9", "-1", "x"):
        page = client.post("/case/1/act/", {"do": "accuse", "seen": 1, "clue": 0, "seat": seat})
        assert page.status_code == 422
    assert not CaseTally.objects.exists()


def test_a_clue_rings_what_breaks_suit_and_costs_a_trick(case: Case, client: Client) -> None:
    see(client, 2)
    page = press(client, "clue")
    assert page.context["run"].has_clue
    assert page.context["run"].seen == 2
    assert 'name="mark"' not in page.content.decode()
    # What was paid for says something where nothing is ringed, too.
    assert any(words in text_of(page) for words in ("without a ring, everyone did", "tout le monde a fourni"))
    assert press(client, "accuse", seat=case.guilty).context["run"].score == 3


@a_visitor_or_a_member
def test_after_the_last_trick_no_clue_is_sold(case: Case, client: Client) -> None:
    see(client, get_file().scenes)
    assert not press(client, "clue").context["run"].has_clue


def test_notes_are_kept_with_each_step(case: Case, client: Client) -> None:
    page = press(client, "next", fields={"mark": ["1-2", "9-1", "x", "2-0"], "suspicion-1": "4", "suspicion-2": "9"})
    assert page.context["run"].marks == ("1-2",)
    assert page.context["run"].steps == {1: 4}
    page = press(client, "keep", fields={"mark": ["1-0", "2-3"]})
    assert page.context["run"].marks == ("1-0", "2-3")
    assert page.context["run"].seen == 2


def test_the_record_and_the_seal_are_for_those_who_have_solved_it(case: Case, client: Client) -> None:
    for name in ("record", "commitment"):
        assert client.get(f"/case/1/{name}.json")["Location"] == "/case/1/"
    press(client, "accuse", seat=case.guilty)
    assert verify_record(client.get("/case/1/record.json").json())
    assert client.get("/case/1/commitment.json").json()["root"] == case.commitment


@a_visitor_or_a_member
def test_a_solved_case_is_replayed_through_any_eyes(case: Case, client: Client) -> None:
    address = "/case/1/replay/4/"
    assert client.get(address)["Location"] == "/case/1/"
    press(client, "accuse", seat=case.guilty)
    for seat in range(4):
        page = client.get(address, {"eyes": seat})
        view = page.context["view"]
        assert view.me.name == BOTS[seat]
        assert [place.name for place in view.places] == BOTS
        assert view.seen.viewer == seat
        assert len(view.seen.hand) >= 11
        assert not any(place.is_host for place in view.places)
        assert "/g/case-" not in page.content.decode()
    assert client.get("/case/1/replay/999/").context["view"].seen.outcome
    assert client.get("/case/1/replay/").context["view"].me.index == case.guilty


def test_a_case_of_tomorrow_is_not_there(case: Case, client: Client) -> None:
    store_case(number=2, day=timezone.localdate() + timedelta(days=1))
    for path in ("/case/2/", "/case/2/record.json", "/case/2/commitment.json", "/case/999999999999/"):
        assert client.get(path).status_code == 404
    assert client.post("/case/2/act/", {"do": "next", "seen": 1, "clue": 0}).status_code == 404
    assert [row.number for row in client.get("/case/archive/").context["rows"]] == [1]


def test_an_old_case_is_played_without_a_streak(client: Client) -> None:
    case = store_case(day=timezone.localdate() - timedelta(days=9), level=4)
    page = press(client, "accuse", seat=case.guilty)
    assert page.context["statistics"].solved == 1
    assert page.context["statistics"].streak == 0
    # From an old case, a newcomer's first among them, a link leads on to that of the day.
    assert DAY_LINK in page.content.decode()
    (row,) = client.get("/case/archive/").context["rows"]
    assert row.result.is_right


@a_visitor_or_a_member
def test_a_special_role_is_announced_by_the_date_alone(client: Client) -> None:
    friday = date(2026, 12, 4)
    assert choose_level(TITLE, friday + DAY).special
    case = store_case(day=friday)
    with time_machine.travel(datetime(2026, 12, 4, 12, tzinfo=UTC), tick=False):
        press(client, "accuse", seat=case.guilty)
        announced = client.get(TODAY)
        assert 'id="case-coming"' in announced.content.decode()
        assert announced.context["case"].coming
        assert not announced.context["case"].special
        store_case(number=2, day=friday + DAY)
        assert client.get(TODAY).content == announced.content
    with time_machine.travel(datetime(2026, 12, 11, 12, tzinfo=UTC), tick=False):
        store_case(number=3, day=date(2026, 12, 11))
        assert not client.get(TODAY).context["case"].coming


def test_a_case_names_its_special_role() -> None:
    played = find_game_of_level(6).played
    options = replace(played.options, roles=("sleeper",))
    deal = TITLE.make_deal(options, len(BOTS), Random(1))
    bots = dict.fromkeys(range(len(BOTS)), TITLE.BOTS["expert"])
    _, entries = play_out(TITLE, options, deal, bots, Random(1))
    special = retell(TITLE, options, deal, entries, TITLE.RULES)
    store_case(chosen=replace(find_game_of_level(6), played=special, review=review_case(special)))
    assert Client().get(TODAY).context["case"].special
    assert Client(headers={"accept-language": "fr"}).get("/").context["case"].special == "Agente en sommeil"


@pytest.mark.parametrize(("days", "shows"), [(0, False), (1, True)])
def test_a_closed_case_shows_how_everyone_did(days: int, shows: bool, client: Client) -> None:
    day = date(2026, 11, 27)
    case = store_case(day=day)
    CaseTally.objects.create(case=case, scenes=3, accused=case.guilty, count=ENOUGH)
    closed = datetime(2026, 11, 28, 12, tzinfo=UTC)
    with time_machine.travel(closed - timedelta(seconds=not days), tick=False):
        assert is_open(day, timezone.now()) is not shows
        page = client.get("/case/1/")
        text = page.content.decode()
        assert ('id="everyone"' in text) is shows
        # A hint counts as a trick there, so that the last row may be one more than the case has tricks.
        assert any(words in text for words in ("Tricks + hint", "Plis + coup de pouce")) is shows
        most = f"{BOTS[case.guilty]}</bdi> ("
        assert most not in text
        assert most in press(client, "accuse", seat=0).content.decode()


def test_without_a_case_the_page_says_so(client: Client) -> None:
    assert client.get(TODAY).status_code == 200


def test_the_text_to_share_tells_nothing_of_who_it_was(case: Case, client: Client) -> None:
    see(client, 2)
    press(client, "clue")
    press(client, "next")
    press(client, "next")
    page = press(client, "accuse", seat=case.guilty)
    assert DAY_LINK not in page.content.decode()
    share = page.context["share"]
    assert any(
        words in share.text
        for words in (
            "4 of 10 tricks + 1 hint after trick 2",
            "4 plis sur 10 + 1 coup de pouce après le pli 2",
        )
    )
    assert any(words in text_of(page) for words in ("in 4 tricks + 1 hint.", "en 4 plis + 1 coup de pouce."))
    assert share.squares == ("seen", "seen", "hint", "seen", "right", *["left"] * 6)
    assert "⬛⬛🟨⬛🟩⬜⬜⬜⬜⬜⬜" in share.text
    assert "/case/1/" in share.text
    assert not any(name in share.text for name in BOTS)


def test_a_hint_that_was_the_last_thing_before_the_accusation_stands_before_it(case: Case, client: Client) -> None:
    see(client, 3)
    press(client, "clue")
    share = press(client, "accuse", seat=case.guilty).context["share"]
    assert share.squares == ("seen", "seen", "hint", "right", *["left"] * 7)


@a_visitor_or_a_member
def test_a_shared_result_is_the_same_whoever_was_guilty(client: Client) -> None:
    for number in (1, 2):
        case = store_case(number, timezone.localdate() - timedelta(days=2 - number), chosen=load_game(number))
        press(client, "accuse", number=number, seat=case.guilty)
    pages = [client.get(f"/case/{number}/") for number in (1, 2)]
    shares = [page.context["share"].text for page in pages]
    assert Case.objects.values("guilty").distinct().count() == 2
    assert shares[0] == shares[1].replace("2", "1")
    assert all(f'data-text="{share}"' in page.content.decode() for share, page in zip(shares, pages, strict=True))


def test_a_suspicion_that_fell_in_between_is_said_to_be_back(client: Client) -> None:
    case = store_case(chosen=find_game_of_level(5))
    hints = [fact.suspicion for fact in find_game_of_level(5).review.facts if fact.suspicion]
    assert hints == [(25, 50), (25, 50), (50, 85)]
    text = text_of(press(client, "accuse", seat=case.guilty))
    assert [text.count(each) for each in ("25 → 50", "50 → 85", "back at 25, then 50", "retombé à 25, puis 50")] in (
        [1, 1, 1, 0],
        [1, 1, 0, 1],
    )


@a_visitor_or_a_member
def test_a_card_that_intel_turns_into_a_trump_says_what_it_counts_as(client: Client) -> None:
    chosen = find_game_of_level(4)
    store_case(chosen=chosen)
    tricks = chosen.played.states[chosen.played.moments[-1]].tricks
    wanted = []
    for number, trick in enumerate(tricks, start=1):
        see(client, min(number, 2))
        suits = (each.card.suit for each in trick.plays if each.wager)
        wanted.append(sum(suit != trick.mission.trump for suit in suits))
        assert client.get(TODAY).content.decode().count("counts-as") == wanted[-1]
    assert any(wanted)


@a_visitor_or_a_member
def test_the_solution_says_that_the_table_was_fooled_and_no_page_before(client: Client) -> None:
    chosen = find_fooled_game()
    case = store_case(chosen=chosen)
    sentences = ("vote let the Insider get away.", "a laissé filer l’Espion.")
    asked = press(client, "next").content.decode()
    solved = press(client, "accuse", seat=case.guilty).content.decode()
    assert [any(sentence in page for sentence in sentences) for page in (asked, solved)] == [False, True]
    other = store_case(2, timezone.localdate() - DAY)
    solved = press(client, "accuse", number=2, seat=other.guilty).content.decode()
    assert not any(sentence in solved for sentence in sentences)


@cache
def find_fooled_game() -> Chosen:
    """Play until a table accuses somebody else: about one game in six, and this one first, as bots play today."""
    level = RULES.levels[-1]
    played = next(
        game
        for seed in (6, *range(100))
        if ends_with_finale(game := play_case(TITLE, level, Random(f"fooled {seed}"))) and is_fooled(game)
    )
    return Chosen(played, review_case(played), level)


def test_the_solution_announces_the_level_of_tomorrow(client: Client) -> None:
    tuesday = date(2026, 12, 1)
    case = store_case(day=tuesday)
    with time_machine.travel(datetime(2026, 12, 1, 12, tzinfo=UTC), tick=False):
        announced = press(client, "accuse", seat=case.guilty).content.decode().partition('id="case-coming"')[2][:200]
    assert any(day in announced for day in ("Tomorrow, Wednesday 2", "Demain, mercredi 2"))
    assert any(level in announced for level in ("level 3 of 7.", "niveau 3 sur 7."))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_first_case_teaches_three_things(case: Case, language: str) -> None:
    visitor = Client(headers={"accept-language": language})
    lessons = set()
    for _ in range(4):
        page = press(visitor, "next")
        lessons.add(page.content.decode().partition("case-lesson")[2][:80])
    assert page.context["is_first"]
    assert "" in lessons
    assert len(lessons) == 3


def test_a_number_of_tricks_that_no_page_sends_costs_no_work(
    case: Case, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[int] = []

    def name(scene: int, seat: int) -> str:
        named.append(scene)
        assert len(named) < 1000
        return f"{scene}-{seat}"

    monkeypatch.setattr(runs, "_name_mark", name)
    assert client.post("/case/1/act/", {"do": "keep", "seen": "999999999", "mark": "1-0"}).status_code == 302
    assert named
