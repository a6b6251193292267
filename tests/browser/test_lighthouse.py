"""Lighthouse finds nothing wrong with the pages that anybody may see, in one language or the other."""

import json
import subprocess
from itertools import cycle
from pathlib import Path

import pytest

from games.rules.registry import TITLES
from tests.browser.site import ROOT, Site
from tests.run_browser import find_shell

pytestmark = pytest.mark.browser
FOLDER = ROOT / ".venv" / "lighthouse"
SCRIPT = Path(__file__).parent / "lighthouse.mjs"
PAGES = ("/", *(f"/rules/{title}/" for title in TITLES))
PERFECT = {"accessibility": 1, "best-practices": 1, "seo": 1}


def test_lighthouse_finds_nothing_on_the_first_page_and_the_rules(site: Site) -> None:
    assert FOLDER.exists(), "Lighthouse is missing: run make browser, which installs it"
    pages = [
        part for page, language in zip(PAGES, cycle(("fr", "en")), strict=False) for part in (site.url + page, language)
    ]
    command = ["node", str(SCRIPT), str(FOLDER), str(find_shell()), *pages]
    answers = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = [json.loads(line) for line in answers.splitlines()]
    assert len(found) == len(pages) // 2
    assert [audit for audit in found if audit["scores"] != PERFECT or audit["faults"]] == []
