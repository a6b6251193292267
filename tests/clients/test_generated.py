"""A client that is generated from `openapi.json` plays a game of each title to its end."""

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.rules.registry import TITLES
from tests.api.clients import give_token
from tests.builders_people import make_person

httpx = pytest.importorskip("httpx", reason="needs openapi-python-client, as make lint installs it")
GENERATOR = Path(sys.executable).with_name("openapi-python-client")
PACKAGE = "inside_job_client"
CONFIGURED = "content_type_overrides: {application/jsonl: application/octet-stream}\n"
pytestmark = [pytest.mark.django_db, pytest.mark.deep]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Generate the package of the client and make it one to import. The generator must have nothing to complain of."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_bytes(Client().get("/api/1/openapi.json").content)
    (folder / "config.yml").write_text(f"post_hooks: []\n{CONFIGURED}", "utf-8")
    command = [
        str(GENERATOR),
        "generate",
        "--path",
        "openapi.json",
        "--config",
        "config.yml",
        "--output-path",
        "client",
    ]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    said = ran.stdout + ran.stderr
    assert (ran.returncode, "arning" in said or "rror" in said) == (0, False), said
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder / "client")
        yield PACKAGE


@pytest.mark.parametrize("title", TITLES)
def test_a_generated_client_plays_a_whole_game(package: str, title: str) -> None:
    client = _make_client(package)
    models = import_module(f"{package}.models")
    call = _Caller(package, client)
    seats = TITLES[title].SEATS[0]
    game = call("lobby.open_", body=models.OpenIn(title=models.OpenInTitle(title), seats=seats))
    game = call("lobby.fill", game.code, body=models.FillIn())
    kinds = set()
    while game.status == "running":
        kinds |= {type(move).__name__ for answer in game.answers for move in answer}
        answer = models.AnswerIn(decision=game.decision, moves=game.answers[0])
        game = call("playing.move", game.code, body=answer)
    assert (game.status, game.title) == ("over", title)
    assert isinstance(game.observation.result.winners, list)
    prefix = type(game).__name__.removesuffix("Game")
    assert len(kinds) > 1
    assert all(kind.startswith(prefix) for kind in kinds)


def _make_client(package: str) -> Any:
    """Return a client whose requests reach the site without a server."""
    program = Client(headers={"Authorization": f"Bearer {give_token(make_person())}"})

    def send(request: Any) -> Any:
        answer = program.generic(request.method, request.url.raw_path.decode(), request.content, "application/json")
        return httpx.Response(answer.status_code, content=answer.content)

    made = import_module(f"{package}.client").AuthenticatedClient(base_url="http://testserver", token="")
    return made.set_httpx_client(httpx.Client(transport=httpx.MockTransport(send), base_url="http://testserver"))


class _Caller:
    """Calls the function of an operation, and fails unless it succeeds."""

    def __init__(self, package: str, client: Any) -> None:
        self.package, self.client = package, client

    def __call__(self, operation: str, *given: str, body: Any) -> Any:
        answer = import_module(f"{self.package}.api.{operation}").sync_detailed(*given, client=self.client, body=body)
        assert answer.status_code in (200, 201), json.loads(answer.content)
        return answer.parsed
