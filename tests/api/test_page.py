"""The page of the API: by task, with a first call, and links that lead somewhere."""

import re

import pytest
from django.test import Client

from accounts.tokens.services import make_token
from games.api.views.docs import OUTSIDE, TASKS
from insidejob import endpoint_urls
from tests.builders_people import make_person

pytestmark = pytest.mark.django_db


def test_every_endpoint_has_a_task_and_each_task_a_heading(client: Client) -> None:
    assert {view.__name__.rpartition(".")[2] for view in endpoint_urls.VIEWS} == {*TASKS}
    page = client.get("/api/1/", headers={"Accept-Language": "en"}).content.decode()
    headings = re.findall(r'<h2 id="task-\d+">(.*?)</h2>', page)
    assert headings == [*TASKS.values()]
    assert page.index("GET /api/1/me") < page.index("POST /api/1/games/{code}/pause")


def test_the_first_call_is_one_that_works(client: Client) -> None:
    page = client.get("/api/1/").content.decode()
    [call] = re.findall(r"<code>(curl .*?)</code>", page)
    address = call.replace("&#34;", '"').rpartition(" ")[2]
    secret = make_token(make_person(), name="Test", scopes=[])
    assert client.get("/" + address.split("/", 3)[3], headers={"Authorization": f"Bearer {secret}"}).status_code == 200


def test_links_of_the_guide_lead_to_what_the_site_serves(client: Client) -> None:
    guide = client.get("/api/1/guide.md").content.decode()
    links = re.findall(r"\]\(([^)]*)\)", guide)
    assert len(links) >= 3
    for link in links:
        # Settings ask who it is first.
        assert client.get("/" + link.split("/", 3)[3], follow=True).status_code == 200, link
    page = client.get("/api/1/guide/").content.decode()
    assert re.findall(r'<a href="([^"]*)">', page.partition("<main")[2].partition("</main")[0]) == links
    assert OUTSIDE.sub(r"\1", "a [`bot`](../examples/bot.py) [here](#x)") == "a `bot` [here](#x)"
