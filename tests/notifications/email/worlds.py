"""The world swap of all channels: in two worlds that no one outside can tell apart, what is sent is the same.

The pairs are those of `tests.tables.pages.worlds`. Where two worlds are the same to the public, the emails to everybody
must be the same, their recipients' own secrets included: an email may be read over a shoulder. Where it is no one
else's business who is asked, whether such an email is sent tells its recipient just that.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from games.models import Contact, Delivery, Game, Notification, Player
from games.notifications import channel_dispatch, emails, fan_out, messages, relevance, reminders
from games.notifications.channels import CHANNELS, push
from games.notifications.recipients import name_event
from games.notifications.views import feeds
from games.state.table import load_table
from tests.rules.worlds import World, Worlds
from tests.tables.pages.differences import describe_bytes, find_spoken
from tests.tables.pages.premoves import lay_out_premoves
from tests.tables.pages.worlds import NOW, Pair, find_pairs, find_table, frozen, lay_out, list_unspeakable

OF_A_GAME = ("started", "turn", "vote", "reminder", "missed", "stand_in", "deserted")
KINDS_EACH = 2
"""How many kinds of mail are compared for a seat: drawn, as they are made from the same parts."""


@dataclass
class Report:
    """What was compared and what differed."""

    pairs: int = 0
    mails: int = 0
    complaints: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Made:
    """One mail as it is sent, what it says, and what the post decided about its notice."""

    name: str
    raw: bytes
    said: str
    # What only its recipient may learn, where it is no one else's business who is asked.
    verdict: str = ""
    pushed: bytes = b""
    # What others may read over their shoulder, at whatever channel: which it goes by, and what it says there.
    posted: str = ""


def check_mails(worlds: Worlds, seed: str, count: int) -> Report:
    """Compare the mails of `count` pairs of worlds, and look for secrets spoken out."""
    report = Report()
    tables: dict[str, Game] = {}
    with frozen():
        for pair in find_pairs(worlds, seed, count):
            check_pair(pair, find_table(pair, tables), report)
    return report


def check_pair(pair: Pair, game: Game, report: Report) -> None:
    here, there = (make_mails(pair, game, world) for world in (pair.ours, pair.theirs))
    secrets = list_unspeakable(pair, None)
    report.pairs += 1
    report.mails += len(here)
    for mine, theirs in zip(here, there, strict=True):
        if mine != theirs:
            report.complaints.append(f"{pair}: {mine.name}: {describe_bytes(mine, theirs)}")
        if spoken := find_spoken(secrets, mine.said):
            report.complaints.append(f"{pair}: {mine.name}: says {spoken}")


def make_mails(pair: Pair, game: Game, world: World) -> list[Made]:
    """Return the mails that may go out in one world: to the viewer, or to everybody if the viewer is the public."""
    lay_out(game, world.deal, world.log)
    lay_out_premoves(game, pair.viewer, pair.name, "ours" if world is pair.ours else "theirs")
    chance = Random(pair.name)
    players = list(game.players.all())
    told = players if pair.viewer is None else [players[pair.viewer]]
    stored = Game.objects.get(pk=game.pk)
    made = [make_one(notification) for player in told for notification in draw_notifications(stored, player, chance)]
    if pair.viewer is None and asks_in_secret(stored):
        made = [replace(each, verdict="", pushed=b"") for each in made]
    return [*made, *map(make_feed, told)]


def make_feed(player: Player) -> Made:
    assert player.user is not None
    own_link = "https://insidejob.example/feed/of-somebody/waiting.atom"
    raw = feeds._write_atom(player.user, own_link) + feeds._write_calendar(player.user)
    return Made(f"feed of {player.user.display_name}", raw, raw.decode())


def asks_in_secret(game: Game) -> bool:
    """Tell whether a player is asked, and the others are not told who; that someone is asked, all know."""
    table = load_table(game)
    state = table.states[-1]
    asked = (table.title.decision(state, seat) for seat in table.title.to_act(state))
    return any(decision is not None and not decision.public for decision in asked)


def draw_notifications(game: Game, player: Player, chance: Random) -> Iterator[Notification]:
    """Yield what a seat may be told at this point of a game."""
    types = chance.sample(OF_A_GAME, KINDS_EACH) if game.is_running else ["over"]
    for kind in types:
        recipient = player.user
        assert recipient is not None
        key = name_event(game, player)
        # None was written before it, so that none has said the same.
        yield Notification(pk=1, recipient=recipient, game=game, kind=kind, key=key, send_at=NOW)


def make_one(notification: Notification) -> Made:
    """Return one mail; the boundary of its parts, which is drawn, is the same for all."""
    planned = plan_deliveries(notification)
    message = emails.make_mail(notification, f"id-{notification.kind}")
    # Drawn by the standard library when the message is written out.
    random.seed(0)
    raw = message.message().as_bytes()
    said = "\n".join([str(message.subject), str(message.body), str(message.alternatives[0][0])])
    brief = messages.write_message([Delivery(notification=notification)])
    requests = [request for way in list_ways(notification) for request in channel_dispatch.write(way, brief)]
    posted = [request.body.decode() for request in requests]
    openly = [each for each in planned if not CHANNELS[each[0]].is_private]
    return Made(
        f"{notification.kind} to {notification.recipient.display_name}",
        raw,
        "\n".join([said, *posted]),
        verdict=str((planned, list_left(notification) if notification.kind == "reminder" else [])),
        pushed=push._make_payload(brief),
        posted=str((openly, posted)),
    )


def list_left(notification: Notification) -> list[reminders.Threshold]:
    return fan_out._list_left(notification, notification.game.players.get(user=notification.recipient))


def list_ways(notification: Notification) -> list[Contact]:
    return [Contact(user=notification.recipient, channel=code, address="x", secret="s") for code in CHANNELS]


def plan_deliveries(notification: Notification) -> list[tuple[str, object, str]]:
    """Return what the post would do with a notice: by which channels it goes, when, and what came of it."""
    player = relevance.find_player(notification)
    if player is None or not relevance.is_relevant(notification, player):
        return []
    deliveries = fan_out._make_deliveries(notification, player, list_ways(notification), NOW)
    return [(each.channel, each.send_at, str(relevance.judge(each, NOW, is_paused=False))) for each in deliveries]
