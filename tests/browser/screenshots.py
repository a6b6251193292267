"""Pictures of the pages, to look at: `python -m tests.browser.screenshots [FOLDER]`, `var/screenshots` otherwise.

Those in the README show the table `follow` at 390 x 664 and 1280 x 720, light and dark.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Person, run_chromium
from tests.browser.site import ROOT, Site, run_site
from tests.run_browser import ADVICE, find_chromium

LOCALES = {"en": "en-GB", "fr": "fr-FR"}
WIDTHS = (390, 1280)
VISITORS_PAGES = {
    "landing": "/",
    "rules": "/rules/insidejob/",
    "target-rules": "/rules/target/",
    "rendezvous-rules": "/rules/rendezvous/",
    "sign-up": "/accounts/signup/",
    "sign-in": "/accounts/login/",
    "invitation": "/g/{invitation}/",
}
MEMBERS_PAGES = {
    "my-games": "/games/",
    "choose-title": "/games/new/",
    "open-table": "/games/new/insidejob/",
    "settings": "/accounts/settings/",
    "mail": "/mail/",
    "profile": "/people/{me}/",
    "profile-kept": "/people/{stranger}/",
    "lobby": "/g/{lobby}/",
    "lead": "/g/{lead}/",
    "follow": "/g/{follow}/",
    "wait": "/g/{wait}/",
    "past": "/g/{wait}/?tab=past",
    "talk": "/g/{wait}/?tab=talk",
    "about": "/g/{wait}/?tab=about",
    "replay": "/g/{result}/replay/?scene=3",
    "vote": "/g/{vote}/",
    "result": "/g/{result}/",
    "lobby-with-a-wish": "/g/{wish}/",
    "partner": "/g/{partner}/",
    "roles-in-play": "/g/{roles}/",
    "vote-twice": "/g/{vote_twice}/",
    "verdicts": "/g/{verdicts}/",
    "larry": "/g/{larry}/",
    "after-larry": "/g/{after_larry}/",
    "larrys-end": "/g/{larrys_end}/",
    "target-hide": "/g/{target}/",
    "target-turn": "/g/{target_turn}/",
    "target-wait": "/g/{target_wait}/",
    "target-refill": "/g/{target_refill}/",
    "target-result": "/g/{target_result}/",
    "rendezvous-open-table": "/games/new/rendezvous/",
    "rendezvous-number": "/g/{rdv_number}/",
    "rendezvous-word": "/g/{rdv_word}/",
    "rendezvous-emoji": "/g/{rdv_emoji}/",
    "rendezvous-spy": "/g/{rdv_spy}/",
    "rendezvous-point": "/g/{rdv_point}/",
    "rendezvous-guess": "/g/{rdv_guess}/",
    "rendezvous-crossed": "/g/{rdv_crossed}/",
    "rendezvous-result": "/g/{rdv_result}/",
}


def main(folder: Path) -> None:
    """Take every picture, in each language and at each width, and dark ones of the table."""
    program = find_chromium()
    if not program:
        sys.exit(ADVICE)
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as var,
        run_site(Path(var)) as site,
        sync_playwright() as playwright,
        run_chromium(playwright, program) as browser,
    ):
        scenes = site.set_up()
        for language in LOCALES:
            take_pictures(browser, site, scenes, language, folder)
    write_sheet(folder)


def write_sheet(folder: Path) -> None:
    """Write a page that shows all pictures side by side: `index.html`."""
    pictures = "\n".join(
        f'<figure><img src="{path.name}" height="600"><figcaption>{path.stem}</figcaption></figure>'
        for path in sorted(folder.glob("*.png"))
    )
    style = "body { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0 }"
    (folder / "index.html").write_text(f"<!doctype html><style>{style}</style>{pictures}", "utf-8")


def take_pictures(browser: Browser, site: Site, scenes: dict[str, Any], language: str, folder: Path) -> None:
    """Take the pictures of one language."""
    visitor, member = (Person(browser, site, locale=LOCALES[language]) for _ in range(2))
    take(visitor, VISITORS_PAGES, scenes, f"{language}-{{width}}-{{name}}.png", folder)
    member.sign_in(scenes["email"], scenes["password"])
    member.choose_language(language)
    take(member, MEMBERS_PAGES, scenes, f"{language}-{{width}}-{{name}}.png", folder)
    member.page.emulate_media(color_scheme="dark")
    dark = {name: MEMBERS_PAGES[name] for name in ("lead", "follow", "target-turn", "rendezvous-word")}
    take(member, dark, scenes, f"{language}-{{width}}-{{name}}-dark.png", folder)


def take(person: Person, pages: dict[str, str], scenes: dict[str, Any], pattern: str, folder: Path) -> None:
    """Take a picture of each page at each width."""
    for name, path in pages.items():
        person.go(path.format(**scenes["tables"], **scenes["people"]))
        for width in WIDTHS:
            person.page.set_viewport_size({"width": width, "height": 844})
            person.page.screenshot(path=folder / pattern.format(width=width, name=name), full_page=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "var" / "screenshots")
