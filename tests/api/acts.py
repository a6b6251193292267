"""What players do about seats and about each other, done by programs in two worlds that are one to the viewer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any
from unittest import mock

from django.core.cache import cache
from django.db import transaction

from games.fast.state_cache import state_cache
from games.models import Game
from games.tables.services.moves import DICE
from tests.api.clients import Program
from tests.api.swap import JsonClient
from tests.builders_people import make_person
from tests.rules.worlds import Worlds
from tests.tables.pages import worlds as pages
from tests.tables.pages.differences import describe_difference
from tests.tables.pages.noted import lay_out_own
from tests.tables.pages.worlds import NOW, Pair, Report

READS = ("", "/talk", "/notes", "/replay")


@dataclass
class Scene:
    """A table in one of two worlds: the viewer, another player, and someone without a seat."""

    game: Game
    viewer: int
    other: int
    programs: dict[str, Program]
    received: list[Any] = field(default_factory=list)
    """What the viewer's program received."""
    rematch: str = ""

    def post(self, who: str, act: str, body: Any = None) -> Any:
        """Send what must be granted."""
        answer = self.programs[who].post(f"games/{self.game.code}/{act}", body)
        assert answer.status_code in (200, 204), (act, answer.content)
        if who == "viewer":
            self.received.append((act, sorted(answer.headers.items()), answer.content))
        return answer.json() if answer.content else None

    def look(self) -> None:
        """Read all that the viewer's program can read."""
        paths = [f"games/{self.game.code}{path}" for path in READS] + ["games", "waiting", "stream", "records"]
        paths += [f"games/{self.rematch}"] if self.rematch else []
        self.received += pages.receive(
            [JsonClient(self.programs["viewer"])],  # type: ignore[list-item]
            [("get", path, {}, {}) for path in paths],
        )


def hand_over(scene: Scene) -> None:
    scene.post("other", "hand-over")


def open_seat(scene: Scene) -> None:
    scene.post("other", "hand-over")
    scene.post("viewer", "open-seat", {"seat": scene.other})


def close_seat(scene: Scene) -> None:
    open_seat(scene)
    scene.post("viewer", "close-seat", {"seat": scene.other})


def sit_in(scene: Scene) -> None:
    """A player who leaves offers their own seat, which a substitute may take at once."""
    scene.post("other", "hand-over")
    offered = scene.post("other", "open-seat", {"seat": scene.other})["players"][scene.other]["offer"]
    scene.post("newcomer", "sit-in", {"offer": offered})


def mute(scene: Scene) -> None:
    scene.post("viewer", "mute", {"seat": scene.other})
    scene.post("other", "mute", {"seat": scene.viewer})


def report(scene: Scene) -> None:
    said = scene.programs["viewer"].read(f"games/{scene.game.code}/talk")["lines"]
    line = next(each["line"] for each in said if each["seat"] == scene.other)
    scene.post("viewer", "report", {"line": line, "reason": "insult"})
    scene.post("other", "report", {"seat": scene.viewer, "reason": "insult"})


def rematch(scene: Scene) -> None:
    Game.objects.filter(pk=scene.game.pk).update(status=Game.Status.AGREED, ended_at=NOW, due_at=None)
    # The viewer does not sit down: the last one would start a game of another deal.
    scene.rematch = scene.post("other", "rematch")["code"]


ACTS: dict[str, Callable[[Scene], Any]] = {
    each.__name__: each for each in (hand_over, open_seat, close_seat, sit_in, mute, report, rematch)
}


def check_acts(worlds: Worlds, acts: list[str], seed: str, wanted: int) -> Report:
    """Compare what a viewer's program receives during and after each of the acts, in so many pairs of worlds."""
    found, tables = Report(), dict[str, Game]()
    newcomer = Program(make_person())
    with pages.frozen():
        for pair, viewer, other in find_scenes(worlds, seed, wanted):
            game = pages.find_table(pair, tables)
            seats = {seat: Program(person) for seat, person in list_people(game).items()}
            programs = {"viewer": seats[viewer], "other": seats[other], "newcomer": newcomer}
            for act in acts:
                here, there = (
                    play_scene(Scene(game, viewer, other, programs), pair, name, act) for name in ("ours", "theirs")
                )
                found.answers += len(here)
                found.complaints += [
                    f"{pair}: {act}: {mine[0]}: {describe_difference(mine, theirs)}"
                    for mine, theirs in zip(here, there, strict=True)
                    if mine != theirs
                ]
            found.pairs += 1
    return found


def list_people(game: Game) -> dict[int, Any]:
    return {player.seat: player.user for player in game.players.select_related("user")}


def find_scenes(worlds: Worlds, seed: str, wanted: int) -> Iterator[tuple[Pair, int, int]]:
    """Yield pairs of worlds with a viewer, and another player who is not asked, so that a stand-in shows nothing."""
    found = 0
    for pair in pages.find_pairs(worlds, seed, 100 * wanted):
        if found == wanted:
            return
        others = [seat for seat in range(pair.seats) if seat != pair.viewer and is_not_asked(pair, seat)]
        if pair.viewer is not None and others:
            found += 1
            yield pair, pair.viewer, Random(pair.name).choice(others)
    raise AssertionError("there are too few pairs")


def is_not_asked(pair: Pair, seat: int) -> bool:
    title = pair.worlds.TITLE
    return title.decision(pair.now, seat) is None and title.decision(pair.then, seat) is None


def play_scene(scene: Scene, pair: Pair, world: str, act: str) -> list[Any]:
    """Return what the viewer's program receives in one of the two worlds. Nothing of it remains."""
    laid = pair.ours if world == "ours" else pair.theirs
    pages.lay_out(scene.game, laid.deal, laid.log)
    lay_out_own(scene.game, scene.viewer, pair.name, world)
    return act_out(scene, act)


def act_out(scene: Scene, act: str = "") -> list[Any]:
    cache.clear()
    state_cache.forget()
    dice = Random(act)
    with (
        transaction.atomic(),
        mock.patch("insidejob.codes.get_random_string", side_effect=map("{:010}".format, count())),
        mock.patch.multiple("secrets", token_urlsafe="z".__mul__, choice=min),
        mock.patch.multiple(DICE, random=dice.random, getrandbits=dice.getrandbits),
    ):
        # At a table of two the one who remains would end the game by that.
        scene.game.players.update(agrees_to_end=False)
        if act:
            ACTS[act](scene)
        scene.look()
        transaction.set_rollback(True)
    return scene.received
