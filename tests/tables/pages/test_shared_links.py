"""What a shared link shows: a title, a sentence and a picture, under the site's own address."""

from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import Settings

from games.rules.registry import TITLES
from tests.builders_people import make_person
from tests.tables.builders import open_table
from tests.tables.pages.browser import link, text_of
from tests.tables.pages.previews import PROPERTY

pytestmark = pytest.mark.django_db
STATIC = Path(settings.BASE_DIR) / "static"
MAX_BYTES = 60_000


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/insidejob/", "/accounts/signup/", "invitation"])
def test_a_public_page_says_what_it_is_under_the_address_of_the_site(settings: Settings, path: str) -> None:
    settings.SITE_ADDRESS = "https://insidejob.example"
    game = open_table(make_person("Ada"), seats=4, title="rendezvous")
    page = text_of(Client(headers={"host": "localhost"}).get(link("table", game) if path == "invitation" else path))
    shared = dict(PROPERTY.findall(page))
    assert shared["title"]
    assert shared["description"]
    assert f'<meta name="description" content="{shared["description"]}">' in page
    drawn = "rendezvous" if path == "invitation" else "insidejob"
    assert shared["image"] == f"https://insidejob.example/static/img/og/{drawn}.png"
    assert "http://localhost" not in "".join(shared.values())


@pytest.mark.parametrize("title", TITLES)
def test_a_picture_for_links_is_small_and_of_the_size_that_is_told(title: str) -> None:
    path = finders.find(f"img/og/{title}.png")
    assert path
    png = Path(path).read_bytes()
    assert len(png) <= MAX_BYTES
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (1200, 630)


def test_the_site_can_be_put_on_a_home_screen() -> None:
    page = text_of(Client().get("/"))
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = Client(headers={"Accept-Language": "fr"}).get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert {picture["form_factor"] for picture in manifest["screenshots"]} == {"narrow", "wide"}
    assert manifest["shortcuts"][0]["name"] == "Partie suivante"
    assert "cartes" in manifest["description"]
    assert all(Client().get(each["url"]).status_code in (200, 302) for each in manifest["shortcuts"])
    for icon in [*manifest["icons"], *manifest["screenshots"]]:
        png = (STATIC / icon["src"].removeprefix("/static/")).read_bytes()
        assert f"{int.from_bytes(png[16:20])}x{int.from_bytes(png[20:24])}" == icon["sizes"]
