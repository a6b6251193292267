"""What a screen reader is told without looking for it: one line for each answer and each piece of news."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import hide, press
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.playing_rendezvous import take_turn as say_or_point
from tests.browser.turns import is_over, open_tab, start_game, take_turn, vote
from tests.browser.waiting import LOOK_AGAIN, catch_up, send

pytestmark = pytest.mark.browser
LISTEN = """() => {
  window.heard = [];
  const note = (changes) => changes.forEach((change) => {
    for (const line of change.addedNodes) heard.push(line.textContent);
  });
  new MutationObserver(note).observe(document.querySelector("#announcements"), { childList: true });
}"""
NOTE_TIP = """() => {
  window.stood = [];
  document.querySelector("#choice-heading")
    .addEventListener("focus", () => stood.push(Boolean(document.querySelector("#tip"))));
}"""
"""Lets `stood` list whether a tip stands there when the heading of the choice gets the focus."""


def listen(page: Page) -> Page:
    """Note from now on what is added to the log of announcements."""
    page.evaluate(LISTEN)
    return page


SPOKEN = """lines => lines.map((line) => {
  const copy = line.cloneNode(true);
  for (const hidden of copy.querySelectorAll("[aria-hidden]")) hidden.remove();
  return copy.textContent;
})"""


def heard(page: Page) -> list[str]:
    """Return the lines added since the last call, once there is one."""
    page.wait_for_function("() => heard.length > 0")
    return [squeeze(line) for line in page.evaluate("heard.splice(0)")]


def squeeze(text: str) -> str:
    return " ".join(text.split())


def read_status(page: Page) -> str:
    return squeeze(page.locator("#status-line .status-what").text_content() or "")


def list_told(page: Page) -> list[str]:
    """Return the sentences of the log on the page, oldest first, without those that name its guest."""
    open_tab(page, "log")
    tricks = page.locator("#log .narration").all()
    lines = [line for trick in reversed(tricks) for line in trick.locator("li").evaluate_all(SPOKEN)]
    return [squeeze(line) for line in lines if "Guest" not in line]


def attack(page: Page) -> None:
    """Attack from the hand, or fill the gap after an attack that failed."""
    press(page, "[name=spy]", Random(5))
    if page.locator("[name=target]").count():
        press(page, "[name=target]", Random(5))
    send(page.locator("#turn-button, #refill-button"))


def test_my_move_is_answered_with_all_that_followed_it_in_order(new_person: NewPerson) -> None:
    page = new_person().go("/")
    start_game(page)
    listen(page)
    dice, known = Random(4), set(list_told(page))
    for _ in range(3):
        take_turn(page, dice)
        (line,) = heard(page)
        if is_over(page):
            return
        new = [sentence for sentence in list_told(page) if sentence not in known]
        known.update(new)
        places = [line.find(sentence) for sentence in new]
        assert re.match(r"(Trick \d+\. )?You (play|choose) ", line)
        assert places == sorted(places)
        assert -1 not in places
        assert line.endswith(read_status(page))


def test_a_move_of_another_player_is_announced_once_no_sheet_is_open(member: NewPerson, scenes: Scenes) -> None:
    path = f"/g/{scenes['alone']['move_heard']}/"
    page, friend = listen(member("prosper").go(path)), member("rosalie").go(path)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    take_turn(friend, Random(2))
    catch_up(page, friend)
    assert page.evaluate("heard") == []
    page.keyboard.press("Escape")
    (line,) = heard(page)
    assert re.match(r"Rosalie plays the (blue|green|yellow|pink) \d+", line)
    assert line.endswith(read_status(page))
    page.evaluate(LOOK_AGAIN)
    page.wait_for_timeout(500)
    assert page.evaluate("heard") == []


def test_a_choice_that_stays_secret_is_acknowledged(member: NewPerson, scenes: Scenes) -> None:
    page = listen(member("prosper").go(f"/g/{scenes['alone']['choice_heard']}/"))
    vote(page, "1")
    assert heard(page) == ["Your choice has been saved. Waiting for Rosalie."]


def test_the_last_vote_tells_all_votes_and_who_won(member: NewPerson, scenes: Scenes) -> None:
    page = listen(member("prosper").go(f"/g/{scenes['alone']['vote_heard']}/"))
    vote(page, "1")
    (line,) = heard(page)
    assert re.match(r"(Finale\. )?You vote against \w+\. (\w+ (votes against \w+|abstains)\. ){3}", line)
    assert re.search(r"\. The game is over\. You (win!|lost\.)$", line)
    sentences = re.split(r"(?<=[.!]) ", line)
    assert len(set(sentences)) == len(sentences), "said twice"
    expect(page.locator("#result-heading")).to_be_focused()


def test_hiding_and_attacks_are_told(member: NewPerson, scenes: Scenes) -> None:
    path = f"/g/{scenes['alone']['hiding_heard']}/"
    page, friend = (listen(member(name).go(path)) for name in ("prosper", "rosalie"))
    hide(page, "258")
    assert heard(page) == ["Your choice has been saved. Waiting for Rosalie."]
    hide(friend, "147")
    catch_up(page, friend)
    (mine,), (theirs,) = heard(page), heard(friend)
    assert "from left to right: 2, 5, 8" in mine
    assert "from left to right: 1, 4, 7" in theirs
    mover, waiter = (page, friend) if "You begin." in mine else (friend, page)
    attack(mover)
    catch_up(waiter, mover)
    (done,), (seen,) = heard(mover), heard(waiter)
    assert re.search(r"You (attack|take) the ", done)
    assert re.search(r"(Prosper|Rosalie) (attacks your|takes the) ", seen)


def test_words_are_told_in_order(member: NewPerson, scenes: Scenes) -> None:
    page = listen(member("prosper").go(f"/g/{scenes['alone']['words_heard']}/"))
    say_or_point(page, Random(1))
    (line,) = heard(page)
    assert re.match(r"You say “\S+” (\w+ says “\S+” )*Your turn\.", line), line


def test_spectators_hear_what_all_may_know(new_person: NewPerson, member: NewPerson, scenes: Scenes) -> None:
    path = f"/watch/{scenes['watched']['target']}/"
    watcher = listen(new_person().go(path))
    waiting = re.search(r"Waiting for (\w+)", read_status(watcher))
    assert waiting
    # The address leads players to their seat.
    mover = listen(member(waiting[1].lower()).go(path))
    attack(mover)
    watcher.evaluate(LOOK_AGAIN)
    (done,), (line,) = heard(mover), heard(watcher)
    assert "You" in done
    assert re.search(rf"{waiting[1]} (attacks|takes|puts) ", line)
    assert "eyes only" not in line
    assert line.endswith(read_status(watcher))


def test_keys_lead_to_the_question_and_to_what_happened_last(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['follow']}/")
    expect(page).to_have_title(re.compile(r"^Your turn · Operation "))
    page.keyboard.press("F2")
    expect(page.locator("#choice-heading")).to_be_focused()
    open_tab(page, "talk")
    page.locator("#talk-text").focus()
    page.keyboard.press("F4")
    expect(page.locator("#log > .log > li:first-child > h3")).to_be_focused()
    page.keyboard.press("F2")
    expect(page.locator("#choice-heading")).to_be_focused()
    page.locator("#skip-to-choice").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#choice-heading")).to_be_focused()


def test_the_key_brings_back_a_reader_who_reads_elsewhere(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['follow']}/")
    page.keyboard.press("F2")
    heading = page.locator("#choice-heading")
    heading.evaluate("heading => heading.addEventListener('focus', () => { heading.dataset.came = 'again'; })")
    page.keyboard.press("F2")
    expect(heading).to_have_attribute("data-came", "again")


def test_the_key_leads_a_leader_to_the_missions_first(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['lead']}/")
    page.keyboard.press("F2")
    expect(page.locator("#choice-heading")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[name=mission]").first).to_be_focused()


def test_the_key_leads_to_a_tip_in_the_place_of_the_question(member: NewPerson, scenes: Scenes) -> None:
    page = member("honorine").go(f"/g/{scenes['heard']['en']['word']}/")
    page.keyboard.press("F2")
    expect(page.locator("#tip-done")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#choice-heading")).to_be_focused()


def test_the_last_tip_gives_the_focus_on_before_it_goes(member: NewPerson, scenes: Scenes) -> None:
    page = member("newcomer_follow_3").go(f"/g/{scenes['newcomers']['newcomer_follow_3']}/")
    page.evaluate(NOTE_TIP)
    page.locator("#tips-end").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tip")).to_have_count(0)
    expect(page.locator("#choice-heading")).to_be_focused()
    assert page.evaluate("stood") == [True]


def test_the_log_tells_the_latest_trick_first_and_each_in_order(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['follow']}/")
    tricks = page.locator("#log > .log > li")
    names = page.locator("#log h3").all_text_contents()
    assert names == sorted(names, reverse=True)
    assert "chooses the mission" in squeeze(tricks.nth(0).locator("li").first.text_content() or "")
    ended = [squeeze(line) for line in tricks.nth(1).locator("li").all_text_contents()]
    assert re.search("Mission (completed|failed)", ended[-1])


def test_all_that_i_missed_is_there_to_be_read(member: NewPerson, scenes: Scenes) -> None:
    page = member().go(f"/g/{scenes['tables']['follow']}/")
    since = page.locator("#since .since-what")
    expect(since.locator(".since-event")).to_have_count(2)
    expect(since.locator(".visually-hidden")).to_contain_text(re.compile(r"(\w+ .+\. ){2}"))


def test_a_loudspeaker_says_neither_role_nor_seal(new_person: NewPerson) -> None:
    page = new_person(reveals=True).page
    page.goto("/")
    page.locator(".hero-button").first.click()
    sheet = page.locator("#role-sheet[open]")
    role = squeeze(sheet.locator(".stamp").inner_text())
    assert role
    assert role.lower() not in sheet.aria_snapshot().lower()
    expect(sheet).to_have_accessible_description(re.compile("F2"))
    page.locator("#role-done").click()
    open_tab(page, "about")
    page.locator("#seal-summary").click()
    seal = page.locator("#seal code").inner_text()
    read = page.locator("#seal").aria_snapshot()
    assert seal not in read
    assert f"beginning with {seal[:8]}" in read
