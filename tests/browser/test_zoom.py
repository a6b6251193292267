"""Larger text, wider text and narrow screens: nothing is cut off, and what is pressed stays large enough."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.checks import TARGET
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.pages import LOCALES

pytestmark = pytest.mark.browser
# As WCAG 1.4.12 has it. The page's security policy allows no <style>.
APPLY = "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }"
SPACED = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-bottom: 2em !important; }"""
LARGER = "html { font-size: 130%; }"
RENAME = """name => {
  for (const shown of document.querySelectorAll(".bar-name")) shown.firstChild.textContent = name;
}"""
ADD_NOTES = """notes => {
  for (const words of notes) {
    const note = Object.assign(document.createElement("p"), { className: "note", textContent: words });
    document.querySelector("#board").prepend(note);
  }
}"""
# The size is noticed after one frame, and room is made in the next.
WAIT_FOR_ROOM = """() => new Promise(done => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)));
})"""
NOTES = [
    "Un bot remplaçant joue pour Chloé, qui ne peut pas revenir pour le moment.",
    "Un bot remplaçant joue pour Basile, qui peut revenir à tout moment. Quelqu’un d’autre peut remplacer Chloé.",
]
LONG_NAME = "Opération Chardonneret"
"""One of the longest names that a table gets in French."""
FIND_CUT = """() => {
  const textOf = element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const cards = [...document.querySelectorAll(":is(.hand, .ring) .card")].filter(card => {
    const value = textOf(card.querySelector(".card-value"));
    const suit = card.querySelector(".suit").getBoundingClientRect();
    return suit.bottom > card.getBoundingClientRect().bottom || (value.top + value.bottom) / 2 > suit.top - 4;
  });
  const next = name => [...name.parentElement.querySelectorAll(".bar-name ~ *")].find(each => each.checkVisibility());
  const names = [...document.querySelectorAll(".bar-name")].filter(name => {
    const [text, box] = [textOf(name.firstChild), name.parentElement.getBoundingClientRect()];
    return text.bottom > box.bottom || text.right > next(name).getBoundingClientRect().left;
  });
  return [...cards, ...names].map(cut => cut.innerText);
}"""
FIND_OVERLAPS = """() => {
  const [reserve, since] = [".reserve", ".since"].map(part => document.querySelector(part).getBoundingClientRect());
  return since.bottom > reserve.top + 1 ? [`begins at ${reserve.top}, above the end at ${since.bottom}`] : [];
}"""
FIND_OUTSIDE = """() => [...document.querySelectorAll(".hand .pick")].map(card => card.getBoundingClientRect())
  .filter(({ left, right }) => left < 0 || right > innerWidth).map(({ left, right }) => `${left} to ${right}`)"""
FIND_COVERED = """() => {
  const [board, mine] = [".board", ".dock"].map(part => document.querySelector(part).getBoundingClientRect());
  return [board.bottom - mine.top, mine.bottom - innerHeight].filter(hidden => hidden > .5);
}"""
FIND_CROWDED = """() => {
  const box = part => part.getBoundingClientRect(), find = part => document.querySelector(part);
  const kept = [...document.querySelectorAll("#tip, #choice-form :is(.act, .write)")]
    .find(part => part.getClientRects().length);
  scrollTo(0, 0);
  const height = kept ? box(kept).height : 0;
  const faults = [], covered = Math.min(box(find("#board")).bottom, innerHeight) - box(find("#mine")).top;
  if (kept && box(kept).bottom > innerHeight + .5) faults.push(`what stays ends at ${box(kept).bottom}`);
  if (covered > height + 18) faults.push(`${covered} px are covered, though ${height} px would do`);
  scrollBy(0, box(find("#play")).bottom - innerHeight);
  const hidden = [...document.querySelectorAll("#mine :is(.pick, .spy)")].filter(part => part.getClientRects().length
    && (box(part).bottom > innerHeight || kept && box(part).bottom > box(kept).top + .5));
  if (hidden.length) faults.push(`${hidden.length} cards are hidden at the end of the page`);
  return faults;
}"""
FIND_BROKEN = """() => [...document.querySelectorAll(".board .said")].filter(said => {
  const range = document.createRange();
  range.selectNodeContents(said);
  return /^\\S+$/.test(said.innerText.trim()) && range.getClientRects().length > 1;
}).map(said => said.innerText)"""
FIND_OVER_DOORS = """() => [...document.querySelectorAll(".door .numbers i")].filter(number => {
  const [inner, door] = [number, number.closest(".door")].map(element => element.getBoundingClientRect());
  return inner.left < door.left || inner.right > door.right;
}).map(number => number.innerText)"""
FIND_TICKS_OVER_FACES = """() => [...document.querySelectorAll(".voice .tick")].filter(tick => {
  const parts = [tick, tick.closest(".voice").querySelector(".face")];
  const [circle, face] = parts.map(each => each.getBoundingClientRect());
  return circle.left < face.right && circle.top < face.bottom + 3;
}).map(tick => tick.closest(".voice").innerText)"""
FIND_NARROW = """() => [...document.querySelectorAll(".result-head > :last-child")]
  .map(words => words.getBoundingClientRect().width).filter(width => width < 120)"""
FIND_SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
  .map(element => element.getBoundingClientRect())
  .filter(({ width, height }) => Math.min(width, height) < least - .5)
  .map(({ width, height }) => `${width} x ${height}`)"""


@pytest.mark.parametrize(("width", "height", "style"), [(390, 844, SPACED), (320, 640, ""), (844, 390, "")])
def test_no_suit_and_no_name_is_cut_off(width: int, height: int, style: str, member: NewPerson, scenes: Scenes) -> None:
    player = member(viewport={"width": width, "height": height}, locale=LOCALES["fr"])
    for name in ("follow", "lead"):
        page = player.go(f"/g/{scenes['tables'][name]}/")
        page.evaluate(APPLY, style)
        assert page.locator(".ring .card").count()
        assert page.evaluate(FIND_CUT) == [], name
        if name == "follow":
            assert page.evaluate(FIND_OVERLAPS) == []


def test_the_hand_fits_with_larger_text(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport={"width": 360, "height": 740}).go(f"/g/{scenes['tables']['follow']}/")
    page.evaluate(APPLY, LARGER)
    assert page.evaluate(FIND_OUTSIDE) == []
    assert find_small(page, ".hand .pick") == []


def test_the_hand_covers_no_card_with_larger_text(member: NewPerson, scenes: Scenes) -> None:
    player = member(viewport={"width": 360, "height": 740}, locale=LOCALES["fr"])
    for name in ("follow", "wait", "vote", "rdv_point"):
        page = player.go(f"/g/{scenes['tables'][name]}/")
        page.evaluate(APPLY, LARGER)
        page.evaluate(RENAME, LONG_NAME)
        assert page.evaluate(FIND_COVERED) == [], name
        assert page.evaluate(FIND_CUT) == [], name


@pytest.mark.parametrize(
    ("width", "height", "style", "names"),
    [
        (360, 740, LARGER, ("lead", "target_turn", "target_wait", "target_refill", "target_hide")),
        (390, 844, SPACED, ("target_turn", "target_wait", "target_refill", "target_hide", "rdv_number", "rdv_word")),
    ],
)
def test_without_room_the_button_alone_stays_over_the_board(
    width: int, height: int, style: str, names: tuple[str, ...], member: NewPerson, scenes: Scenes
) -> None:
    player = member(viewport={"width": width, "height": height}, locale=LOCALES["fr"])
    for name in names:
        page = player.go(f"/g/{scenes['tables'][name]}/")
        page.evaluate(APPLY, style)
        expect(page.locator("html.crowded")).to_have_count(1)
        assert page.evaluate(FIND_CROWDED) == [], name


@pytest.mark.parametrize("size", [(1280, 650), (1280, 720), (1366, 650), (390, 664)])
def test_notes_about_absent_players_cover_no_card(size: tuple[int, int], member: NewPerson, scenes: Scenes) -> None:
    for name, code in scenes["newcomers"].items():
        player = member(name, locale=LOCALES["fr"], viewport={"width": size[0], "height": size[1]})
        page = player.go(f"/g/{code}/")
        expect(page.locator("#tip")).to_be_visible()
        page.evaluate(ADD_NOTES, NOTES)
        page.evaluate(WAIT_FOR_ROOM)
        assert page.evaluate(FIND_CROWDED) == [], name


def test_the_hand_stays_over_the_board_where_there_is_room(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport={"width": 390, "height": 844}).go(f"/g/{scenes['tables']['target_turn']}/")
    page.evaluate(APPLY, SPACED)
    expect(page.locator("html.crowded")).to_have_count(1)
    page.evaluate(APPLY, "")
    expect(page.locator("html.crowded")).to_have_count(0)


def test_no_word_is_broken_with_larger_text(member: NewPerson, scenes: Scenes) -> None:
    player = member(viewport={"width": 360, "height": 740})
    for name in ("rdv_word", "rdv_point", "rdv_guess"):
        page = player.go(f"/g/{scenes['tables'][name]}/")
        page.evaluate(APPLY, LARGER)
        assert page.locator(".board .said").count()
        assert page.evaluate(FIND_BROKEN) == [], name


def test_pages_are_not_wider_than_the_screen_with_larger_text(
    new_person: NewPerson, member: NewPerson, scenes: Scenes
) -> None:
    viewport: ViewportSize = {"width": 360, "height": 740}
    tables = [
        f"/g/{scenes['tables'][name]}/" for name in ("follow", "result", "target_turn", "rdv_number", "rdv_result")
    ]
    for person, paths in (
        (new_person(viewport=viewport, locale=LOCALES["fr"]), ("/", "/accounts/signup/")),
        (member(viewport=viewport, locale=LOCALES["fr"]), ("/games/", *tables)),
    ):
        for path in paths:
            page = person.go(path)
            page.evaluate(APPLY, LARGER)
            assert page.evaluate("document.documentElement.scrollWidth") == 360, path
            assert page.evaluate(FIND_NARROW) == [], path


def test_numbers_stay_in_their_door_with_larger_text(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport={"width": 360, "height": 740}).go(f"/g/{scenes['tables']['target_turn']}/")
    page.evaluate(APPLY, LARGER)
    assert page.locator(".door .numbers").count()
    assert page.evaluate(FIND_OVER_DOORS) == []


def test_the_circle_to_press_lies_over_no_face_at_320_pixels(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport={"width": 320, "height": 640}).go(f"/g/{scenes['tables']['rdv_spy']}/")
    assert page.locator(".voice .tick").count()
    assert page.evaluate(FIND_TICKS_OVER_FACES) == []


def test_the_news_since_my_move_is_read_at_320_pixels(member: NewPerson, scenes: Scenes) -> None:
    page = member(viewport={"width": 320, "height": 640}).go(f"/g/{scenes['tables']['follow']}/")
    width = page.locator(".since-event").first.evaluate(
        "event => event.closest('.since-what').getBoundingClientRect().right - event.getBoundingClientRect().left"
    )
    assert width > 200
    assert find_small(page, ".since-replay") == []


def test_small_links_are_large_enough_to_press(member: NewPerson, scenes: Scenes) -> None:
    me = member(viewport={"width": 390, "height": 844})
    for path, links in (
        ("/case/1/", ".verdict a.seat-name"),
        ("/case/1/?trick=3", ".case-scenes a"),
        ("/rules/insidejob/", ".with-larry"),
        ("/games/", ".note > a:only-child"),
        (f"/g/{scenes['tables']['target_turn']}/", ".who .person"),
        (f"/g/{scenes['tables']['rdv_word']}/", ".voice-name .person"),
        (f"/g/{scenes['tables']['result']}/", ":is(.verdict .person, #make-weekly)"),
    ):
        page = me.go(path)
        page.locator(".chapter").evaluate_all("chapters => chapters.forEach(chapter => { chapter.open = true; })")
        assert page.locator(links).count()
        assert find_small(page, links) == [], path


def find_small(page: Page, selector: str) -> list[str]:
    found: list[str] = page.evaluate(FIND_SMALL, [selector, TARGET])
    return found


FIND_LONG_OPTIONS = """names => names.flatMap(name => {
  const select = document.querySelector(`.filters [name=${name}]`), style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  // The arrow of a select takes some 17 px.
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 17;
  return [...select.options].filter(({ text }) => pen.measureText(text).width > room).map(({ text }) => text);
})"""


@pytest.mark.parametrize("language", LOCALES)
def test_small_phones_show_whole_periods_and_results(language: str, member: NewPerson) -> None:
    player = member(viewport={"width": 360, "height": 740}, locale=LOCALES[language])
    profile = player.go("/games/").locator("a[href^='/people/']").first.get_attribute("href")
    page = player.go(f"{profile}statistics/")
    assert page.evaluate(FIND_LONG_OPTIONS, ["title", "seats", "period", "result", "against"]) == []


TELL_FAILURE = """title => {
  document.querySelector(".scene").classList.add("told");
  const says = document.querySelector(".folder-says");
  says.innerHTML = `<span class="cut">${title}</span><small>${"Robin joue trop haut. ".repeat(2)}</small>`;
  const told = says.querySelector(".cut");
  return [told.clientWidth - told.scrollWidth, document.querySelector(".folder").offsetHeight];
}"""
"""Shows a mission as the story of a failed trick does; returns what is cut of its title, and how high the folder is."""


def test_the_title_of_a_mission_that_failed_is_told_in_full(member: NewPerson, scenes: Scenes) -> None:
    player = member(viewport={"width": 390, "height": 844}, locale=LOCALES["fr"])
    page = player.go(f"/g/{scenes['tables']['follow']}/")
    before = page.locator(".folder").bounding_box()
    cut, height = page.evaluate(TELL_FAILURE, "Chaque carte est plus basse que la précédente")
    assert cut == 0
    # The cards below hardly move.
    assert before
    assert abs(height - before["height"]) < 6
