"""An answer is told in the order in which it happened, and ends in the same page however it is told."""

import re
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.acts import hide
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.recorders import FAINTEST, FIRST_SCORE, ORDER, PICTURE, RECORD
from tests.browser.turns import FORM, is_over, is_vote, pick_card, start_game, take_turn
from tests.browser.waiting import LOOK_AGAIN, answered, follow, put_away_tips, settle, wait_until

pytestmark = pytest.mark.browser

VOTE = {
    "ballot": ".poll-for > span",
    "accused": ".stand > span:first-child",
    "role": ".role-card > :last-child",
    "stamp": ".poll-word .stamp",
    "result": "section.result",
    "last": "#mine #rematch-button",
}
ROUND = {
    "finger": ".pointed > span",
    "spy": ".told-side.red",
    "word": ".told-word .stamp",
    "points": ".gained",
    "round": "#debriefing",
    "last": "#mine",
}
WORDS = {"word": ".current .bubble[data-once]", "tick": ".press .tick", "last": "#mine"}
ENDS = {
    ".hero-button": {
        "trick": ".told .stamp",
        "ballot": ".poll-for > span",
        "accused": ".stand > span:first-child",
        "role": ".role-card > :last-child",
        "others": ".also-out",
        "stamp": ".poll-word .stamp",
    },
    "#play-target": {
        "gain": ".gain",
        "scene": ".tally h2",
        "doors": ".tally-doors > span",
        "points": ".tally .score",
        "stamp": ".tally .stamp",
    },
    "#play-rendezvous": {
        "finger": ".pointed > span",
        "spy": ".told-side.red",
        "word": ".told-round .stamp",
        "gained": ".gained",
        "standings": ".standings li",
        "stamp": ".standings .stamp",
    },
}
"""By the button that starts a game: what its end tells, in this order. Inside Job tells only some of it."""
SHOT = {"number": ".shot-at", "word": ".shot-word", "answer": ".camp:not(.own) .answers li", "last": "#mine"}
NOTE_LOWEST = """() => {
  [window.lowest, window.bottom] = [0, document.querySelector("#play").getBoundingClientRect().bottom + scrollY];
  const note = () => {
    const old = document.querySelector(".was.dock");
    if (old) window.lowest = Math.max(window.lowest, old.getBoundingClientRect().bottom + scrollY);
    requestAnimationFrame(note);
  };
  note();
}"""
"""Note where the table ends, and how far down the old hand reaches in a story."""
TOLD = "html:not([data-telling])"
LATER = ".told li:has(.slot[data-enter=land]) ~ li .slot"
TURNS = 12
LOG = re.compile("/panel/log/")
OUTDATE = """live => {
  live.setAttribute("hx-get", live.getAttribute("hx-get").replace(/v=\\d+/, "v=0"));
  htmx.process(live);
}"""
"""Let the next question for news be that of an older page."""
IN_HAND = """() => [...document.querySelectorAll("#mine .pick")]
  .every((card) => getComputedStyle(card).visibility !== "hidden")"""


def send_choice(page: Page, dice: Random) -> None:
    """Make some legal choice as one who acts, without waiting for what comes of it."""
    pick_card(page, dice)
    with answered(page):
        page.locator("#play-button").click()


def play_until_a_trick_is_told(page: Page, told: Callable[[], object]) -> dict[str, int]:
    """Play until a move ends a trick in which others play after me; return what was seen in which step."""
    dice = Random(3)
    page.goto("/")
    start_game(page)
    for _ in range(TURNS):
        if is_over(page) or is_vote(page):
            page.goto("/")
            start_game(page)
        expect(page.locator(f"{FORM} [name=card]").first).to_be_attached()
        page.evaluate(RECORD)
        send_choice(page, dice)
        if page.locator(LATER).count():
            told()
            expect(page.locator(TOLD)).to_have_count(1)
            seen: dict[str, int] = page.evaluate("seen")
            return seen
        expect(page.locator(TOLD)).to_have_count(1)
    raise AssertionError("no move ended a trick")


def test_a_trick_is_told_in_the_order_of_play(new_person: NewPerson) -> None:
    page = new_person(reduced_motion="no-preference").page
    seen = play_until_a_trick_is_told(page, lambda: page.wait_for_function("() => seen.done"))
    assert seen["others-all"]
    assert seen["picture"]
    assert seen["steps"] > 5
    assert seen["mine"] <= seen["others"] < seen["label-first"] < seen["stamp-first"]
    assert seen["stamp-first"] <= seen.get("carry-first", seen["stamp-first"]) < seen["next-first"]
    for last in ("turn", "hand"):
        assert seen.get(f"{last}-first", seen["steps"] + 1) > seen["next-first"]
    assert seen["title"] == 0


@pytest.mark.parametrize("table", ["picture_led", "picture_followed"])
def test_the_picture_of_a_mission_that_the_page_has_is_shown_again(
    table: str, member: NewPerson, scenes: Scenes
) -> None:
    """The answer leaves it out. Who leads had it among the missions on offer, the others above the trick."""
    page = member("prosper", reduced_motion="no-preference").go(f"/g/{scenes['alone'][table]}/")
    expect(page.locator(f"{FORM} [name=card]").first).to_be_attached()
    assert page.locator(f"{FORM} [name=mission]").count() == (2 if table == "picture_led" else 0)
    page.evaluate(RECORD)
    send_choice(page, Random(3))
    page.wait_for_function("() => seen.done")
    assert page.evaluate("seen.picture")


SLOWER = """const later = setTimeout;
window.setTimeout = (act, delay, ...given) => later(act, delay > 100 ? 6 * delay : delay, ...given);"""
"""Let a story last so long that it is not over before a test presses, however busy the machine is."""


def skip_by_key(page: Page) -> None:
    page.keyboard.press("Enter")
    assert page.locator(TOLD).count() == 1


def skip_by_press(page: Page) -> None:
    card = page.locator("#mine .hand > *").first
    card.click(force=True)
    assert page.locator(TOLD).count() == 1
    assert page.locator("#mine input:checked").count() == 0, "the press does nothing else"


def skip_by_wheel(page: Page) -> None:
    page.mouse.move(100, 100)
    page.mouse.wheel(0, 50)
    expect(page.locator(TOLD)).to_have_count(1)


def interrupt(page: Page) -> None:
    """Let the page ask for news in the middle, as if something had happened meanwhile."""
    page.locator("#live").evaluate(OUTDATE)
    with page.expect_response(lambda response: "/news/" in response.url):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('wake'))")


def wait_for_it(page: Page) -> None:
    page.wait_for_function("() => seen.done")


@pytest.mark.parametrize("way", [wait_for_it, skip_by_key, skip_by_press, skip_by_wheel, interrupt])
def test_a_story_ends_in_the_same_page_however_it_is_told(new_person: NewPerson, way: Callable[[Page], None]) -> None:
    page = new_person(reduced_motion="no-preference").page
    if way in (skip_by_key, skip_by_press, skip_by_wheel):
        page.add_init_script(SLOWER)
    play_until_a_trick_is_told(page, lambda: way(page))
    after = page.evaluate(PICTURE)
    page.reload()
    expect(page.locator("#mine .hand > *").first).to_be_visible()
    assert after == page.evaluate(PICTURE)


def skip_by_scrolling(page: Page) -> None:
    """Skip by a touch that becomes a scroll."""
    tools = page.context.new_cdp_session(page)
    for way, y in (("touchStart", 600), ("touchMove", 560), ("touchMove", 400), ("touchEnd", 0)):
        points = [{"x": 195, "y": y}] if y else []
        tools.send("Input.dispatchTouchEvent", {"type": way, "touchPoints": points})
    expect(page.locator(TOLD)).to_have_count(1)
    page.wait_for_function("() => scrollY > 0")


def test_the_tap_after_a_scroll_that_skipped_a_story_counts(new_person: NewPerson) -> None:
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
    page = new_person(reduced_motion="no-preference", **phone).page
    page.add_init_script(SLOWER)
    play_until_a_trick_is_told(page, lambda: skip_by_scrolling(page))
    page.locator("#tab-notes").tap()
    expect(page.locator("#panel #notes")).to_be_attached()


def ask_for_log(page: Page) -> Route:
    """Let a page ask for the log, and keep the question on its way."""
    waiting = list[Route]()

    def keep(route: Route) -> None:
        waiting.append(route)

    page.route(LOG, keep)
    page.evaluate("document.body.dispatchEvent(new CustomEvent('news'))")
    wait_until(page, lambda: bool(waiting), "the log to be asked for")
    return waiting[0]


def test_a_log_asked_for_before_a_story_does_not_tell_its_end(new_person: NewPerson) -> None:
    page, dice = new_person(reduced_motion="no-preference").page, Random(3)
    page.add_init_script(SLOWER)
    page.goto("/")
    start_game(page)
    log = page.locator("#log")
    for _ in range(TURNS):
        expect(page.locator(f"{FORM} [name=card]").first).to_be_attached()
        waiting = ask_for_log(page)
        before, asked = str(log.text_content()), page.locator(f"{FORM} [name=decision]").input_value()
        pick_card(page, dice)
        page.locator("#play-button").click()
        expect(page.locator(f"{FORM} [name=decision][value='{asked}']")).to_have_count(0)
        is_story = page.locator(LATER).count() > 0
        with page.expect_response(LOG):
            waiting.continue_()
        page.unroute(LOG)
        if is_story:
            break
        expect(page.locator(TOLD)).to_have_count(1)
    assert is_story, "no move ended a trick"
    settle(page)
    assert page.locator(TOLD).count() == 0
    assert log.text_content() == before
    skip_by_key(page)
    expect(log).not_to_have_text(before)


def test_what_is_covered_by_its_old_copy_is_not_sent_from_there(new_person: NewPerson) -> None:
    page = new_person(reduced_motion="no-preference").page
    page.add_init_script(SLOWER)
    sent: list[str] = []

    def press_all() -> None:
        page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        buttons = page.locator(".was form button")
        assert buttons.count()
        buttons.evaluate_all("buttons => buttons.forEach((button) => button.click())")
        wait_for_it(page)

    play_until_a_trick_is_told(page, press_all)
    assert sent == []


def test_with_reduced_motion_all_is_there_at_once(new_person: NewPerson) -> None:
    page, dice = new_person().page, Random(1)
    page.goto("/")
    start_game(page)
    page.evaluate(RECORD)
    for _ in range(4):
        if is_over(page):
            break
        take_turn(page, dice)
        assert page.locator(".told, [data-held], .was, .flying").count() == 0
    assert page.evaluate("seen.steps") == 0


def test_a_refused_card_flies_back_into_the_hand(new_person: NewPerson) -> None:
    page = new_person(reduced_motion="no-preference").page
    page.goto("/")
    start_game(page)
    while page.locator(f"{FORM} [name=mission]").count():
        take_turn(page, Random(1))
        expect(page.locator(TOLD)).to_have_count(1)
    page.locator(f"{FORM} [name=card]:not([aria-disabled=true])").first.check()
    page.evaluate("document.querySelector('#choice-form [name=decision]').value = 'play-99'")
    page.locator("#play-button").click()
    expect(page.locator("#choice-error")).to_be_visible()
    expect(page.locator(".flying")).to_have_count(0)
    page.wait_for_function(IN_HAND)


def test_votes_fly_before_the_role_turns_and_the_word_comes_last(member: NewPerson, scenes: Scenes) -> None:
    page = member("prosper", reduced_motion="no-preference").go(f"/g/{scenes['alone']['vote_scene']}/")
    page.locator(f"{FORM} [name=against]").first.check(force=True)
    page.evaluate(ORDER, VOTE)
    page.evaluate(FAINTEST)
    with answered(page):
        page.locator("#vote-button").click()
    expect(page.locator(TOLD)).to_have_count(1)
    page.wait_for_function("() => told.includes('last')")
    told = page.evaluate("told")
    assert told.count("ballot") >= 3
    assert told == sorted(told, key=list(VOTE).index)
    # No moment shows an empty table, and the script looked at some.
    assert 0.4 < page.evaluate("window.faintest") <= 1
    assert page.evaluate("window.moved") < 1
    assert page.locator(".poll").count() == 0
    expect(page.locator("#result-heading")).to_be_visible()
    expect(page.locator("#replay-link")).to_be_visible()
    expect(page.locator(".share-chart")).to_be_visible()


def test_a_shot_is_told_once_and_its_answer_last(new_person: NewPerson) -> None:
    page = new_person(reduced_motion="no-preference").page
    page.goto("/")
    start_game(page, "#play-target")
    hide(page, "258")
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-telling')")
    page.locator("#mine .spy-pick [name=spy]").first.check(force=True)
    page.locator("[name=target]").first.check(force=True)
    page.evaluate(ORDER, SHOT)
    with answered(page):
        page.locator("#turn-button").click()
    page.wait_for_function("() => told.includes('last')")
    told = page.evaluate("told")
    mine = told[: told.index("number", 1)] if told.count("number") > 1 else told
    assert mine[:2] == ["number", "word"]
    assert told.count("number") <= 2, "my shot and theirs, each once"
    assert told[-1] == "last"
    expect(page.locator(".shot")).to_have_count(0)


@pytest.mark.parametrize("button", list(ENDS))
def test_the_end_of_a_game_is_told_before_its_result(new_person: NewPerson, button: str) -> None:
    me = new_person(reduced_motion="no-preference")
    page = me.page
    page.goto("/")
    start_game(page, button)
    me.site.pass_time("end", code_of(page))
    page.reload()
    # Only a rematch has a score.
    follow(page.locator("#rematch-button"))
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-telling')")
    facts = ENDS[button] | {"result": "section.result", "score": "#series", "last": "#mine #rematch-button"}
    page.evaluate(ORDER, facts)
    page.evaluate(FIRST_SCORE)
    me.site.pass_time("end", code_of(page))
    page.evaluate(LOOK_AGAIN)
    page.wait_for_function("() => window.told.includes('last')")
    # On a busy machine the story may end before they fade in. Then both are there at once.
    assert page.evaluate("opacities[0] === opacities[1]")
    told = page.evaluate("told")
    assert told == sorted(told, key=list(facts).index)
    missing = set(facts) - set(told)
    assert not missing - {"trick", "ballot", "accused", "role", "others"}
    expect(page.locator(".poll, .tally, .standings, .was")).to_have_count(0)
    expect(page.locator("#result-heading")).to_be_visible()


def code_of(page: Page) -> str:
    return urlsplit(page.url).path.split("/")[2]


def test_a_round_is_told_finger_by_finger_and_the_new_one_stands_in_front(new_person: NewPerson) -> None:
    page, words = new_person(reduced_motion="no-preference").page, iter(("Mond", "Katze", "Nacht", "Meer"))
    page.goto("/")
    start_game(page, "#play-rendezvous")
    while not page.locator("[name=at]").count():
        if page.locator("[name=number]").count():
            page.locator("[name=number]").first.check(force=True)
            with answered(page):
                page.locator("#choice-form .button.primary").click()
            continue
        page.wait_for_function("() => !document.documentElement.hasAttribute('data-telling')")
        # The first tip comes with the first question that has one.
        put_away_tips(page)
        page.fill("#choice-form input[name=word]", next(words))
        page.evaluate(ORDER, WORDS)
        with answered(page):
            page.locator("#choice-form .button.primary").click()
        page.wait_for_function("() => told.includes('last')")
    told = page.evaluate("told")
    assert told.count("tick") > 1
    assert told == sorted(told, key=list(WORDS).index), "whom I may point at shows after the words"
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-telling')")
    one = page.locator("[name=at]").first.get_attribute("type") == "radio"
    for place in range(1 if one else 2):
        page.locator("[name=at]").nth(place).check(force=True)
    page.evaluate(ORDER, ROUND)
    page.evaluate(NOTE_LOWEST)
    with answered(page):
        page.locator("#choice-form .button.primary").click()
    page.wait_for_function("() => told.includes('last')")
    told = page.evaluate("told")
    assert "round" in told, "at this deal a guess comes before the next round"
    assert told == sorted(told, key=list(ROUND).index)
    assert told.count("finger") >= 4
    expect(page.locator("#debriefing")).not_to_have_attribute("open", "")
    expect(page.locator(".told-round")).to_have_count(0)
    assert page.evaluate("lowest <= bottom"), "the old hand stays on the table"
