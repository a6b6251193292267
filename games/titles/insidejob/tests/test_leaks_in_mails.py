"""The comparison of mails has power: it finds the leaks planted here. And no mail tells of votes before all are in."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any
from zlib import crc32

import pytest

from games.models import Game, SealedChoice
from games.notifications import email_play, emails, fan_out, messages, relevance
from games.notifications.views import feeds
from games.rules.registry import TITLES
from games.state.table import load_table
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.tests import worlds as insidejob_worlds
from games.titles.insidejob.tests.planted import Leak, insider_of, plant
from tests.notifications.email import worlds
from tests.rounds import one_in
from tests.rules.worlds import Worlds
from tests.tables.pages.votes import lay_out_vote
from tests.tables.pages.worlds import frozen
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db


def add_line(content: emails.EmailContent, line: str) -> emails.EmailContent:
    assert content.play is not None
    return replace(content, play=replace(content.play, happened=(*content.play.happened, line)))


def tell_in_the_subject(make: Any, notification: Any, message_id: str) -> Any:
    message = make(notification, message_id)
    message.subject = f"{message.subject} #{insider_of(notification.game)}"
    return message


def tell_in_the_page_alone(render: Any, template: str, context: dict[str, Any]) -> str:
    drawn = str(render(template, context))
    if not template.endswith(".html"):
        return drawn
    game = Game.objects.get(code=context["content"].code)
    return drawn.replace("<hr>", f'<hr class="s{insider_of(game)}">')


def trace_state(game: Game) -> str:
    return str(crc32(repr(load_table(game).states[-1]).encode()))


def tell_by_order(content: emails.EmailContent, first: int) -> emails.EmailContent:
    return replace(content, names=content.names[first:] + content.names[:first])


def tell_by_the_hour(content: emails.EmailContent, minutes: int) -> emails.EmailContent:
    return replace(content, due_at=content.due_at and content.due_at + timedelta(minutes=minutes))


def tell_ones_own_hand(content: emails.EmailContent, game: Game) -> emails.EmailContent:
    return add_line(content, " ".join(card.code for card in load_table(game).states[-1].hands[content.seat]))


def tell_sealed_votes(content: emails.EmailContent, game: Game) -> emails.EmailContent:
    votes = SealedChoice.objects.filter(game=game).order_by("seat").values_list("content", flat=True)
    return add_line(content, str(list(votes)))


class Narration:
    """A title that tells everyone what one seat is told."""

    def __init__(self, title: Any, seat: int) -> None:
        self.title, self.seat = title, seat

    def __getattr__(self, name: str) -> Any:
        return getattr(self.title, name)

    def narrate(self, before: Any, move: Any, after: Any, viewer: int | None, now: Any) -> Any:
        return self.title.narrate(before, move, after, self.seat, now)


def tell_by_the_channel(asks: Any, notification: Any) -> bool:
    seat = notification.game.players.get(user=notification.recipient).seat
    return bool(asks(notification)) or insider_of(notification.game) == seat


def tell_in_a_message(write: Any, notification: Any) -> Any:
    line = write(notification)
    return replace(line, said=f"{line.said} #{insider_of(notification.game)}")


def in_content(change: Callable[[emails.EmailContent, Any], emails.EmailContent]) -> Leak:
    """Let letters be changed by what `change` makes of the letter and the notice."""
    return emails, "_write_content", lambda write, notification: change(write(notification), notification)


LEAKS: dict[str, Leak] = {
    "in the subject": (emails, "make_mail", tell_in_the_subject),
    "in a header": (
        emails,
        "_make_headers",
        lambda make, notice, *rest: {**make(notice, *rest), "X-Trace": str(insider_of(notice.game))},
    ),
    "in the message id": (
        emails,
        "_make_headers",
        lambda make, notice, content, message_id: make(
            notice, content, f"{message_id}.{int(insider_of(notice.game) == content.seat)}"
        ),
    ),
    "in a link": in_content(
        lambda content, notice: replace(content, table_link=f"{content.table_link}?s={insider_of(notice.game)}")
    ),
    "in the page alone": (emails, "render_to_string", tell_in_the_page_alone),
    "by size": in_content(lambda content, notice: replace(content, zone=content.zone + " " * insider_of(notice.game))),
    "by order": in_content(lambda content, notice: tell_by_order(content, insider_of(notice.game))),
    "by the hour": in_content(lambda content, notice: tell_by_the_hour(content, insider_of(notice.game))),
    "by whether it is sent": (
        relevance,
        "_is_true",
        lambda is_true, notice, player: is_true(notice, player) and insider_of(notice.game) != player.seat,
    ),
    "by a count": in_content(
        lambda content, notice: add_line(content, "…") if insider_of(notice.game) == content.seat else content
    ),
    "one's own hand": in_content(lambda content, notice: tell_ones_own_hand(content, notice.game)),
    "one's own mission": (
        email_play,
        "narrate_all_since",
        lambda narrate, table, seat: narrate(replace(table, title=Narration(table.title, seat)), seat),
    ),
    "in a message": (messages, "_write_line", tell_in_a_message),
    "in a push": (
        messages,
        "write_message",
        lambda write, lines: replace(write(lines), waiting=insider_of(lines[0].notification.game)),
    ),
    "by the channel": (fan_out, "_asks_in_secret", tell_by_the_channel),
    "in the feed": (feeds, "_identify", lambda identify, waiting: f"{identify(waiting)}/{insider_of(waiting.game)}"),
}


@pytest.mark.parametrize("leak", one_in(8, LEAKS))
def test_a_planted_leak_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, LEAKS[leak])
    assert is_caught(insidejob_worlds)


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_trace_of_the_state_is_caught(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(make: Any, notice: Any, *rest: Any) -> dict[str, str]:
        return {**make(notice, *rest), "X-Trace": trace_state(notice.game)}

    plant(monkeypatch, (emails, "_make_headers", leaking))
    assert is_caught(worlds_of(title))


def is_caught(played: Worlds) -> bool:
    return any(worlds.check_mails(played, f"planted-{part}", 2).complaints for part in range(80))


def mails_of_a_vote() -> list[list[worlds.Made]]:
    """Return all mails at a table where seat 0 has voted: one list for each way in which it may have."""
    made = []
    with frozen():
        game = lay_out_vote("mail-vote", seats=4)
        players = list(game.players.all())
        for suspect in (1, 2):
            content = [insidejob.dump_move(Vote(0, (suspect,)))]
            SealedChoice.objects.update_or_create(
                game=game, seat=0, defaults={"decision": "vote-1", "content": content, "by": "player"}
            )
            chance = Random(1)
            drawn = [
                notification for player in players for notification in worlds.draw_notifications(game, player, chance)
            ]
            made.append([worlds.make_one(notification) for notification in drawn])
    return made


def test_no_mail_tells_how_someone_voted_before_all_have(monkeypatch: pytest.MonkeyPatch) -> None:
    against_one, against_another = mails_of_a_vote()
    assert len(against_one) == 4 * worlds.KINDS_EACH
    assert against_another == against_one
    plant(monkeypatch, in_content(lambda content, notice: tell_sealed_votes(content, notice.game)))
    against_one, against_another = mails_of_a_vote()
    assert against_another != against_one
