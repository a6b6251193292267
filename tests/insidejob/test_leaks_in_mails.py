"""The comparison of mails has power: it finds the leaks planted here. And no mail tells of votes before all are in."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any
from zlib import crc32

import pytest
from django.template import loader

from games.models import Game, SealedChoice
from games.notifications import emails, fan_out, messages, relevance
from games.notifications.views import feeds
from games.rules import insidejob
from games.rules.insidejob.moves import Vote
from games.rules.insidejob.roles import is_insider
from games.rules.registry import TITLES
from games.state import narration
from games.state.table import load_table
from tests.insidejob import worlds as insidejob_worlds
from tests.notifications.email import worlds
from tests.rounds import one_in
from tests.tables.pages.votes import lay_out_vote
from tests.tables.pages.worlds import frozen
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db

Leak = Callable[[pytest.MonkeyPatch], None]


def insider_of(game: Game) -> int:
    """Return where the Insider or Prof. No sits: what a leak gives away."""
    return next(seat for seat, role in enumerate(load_table(game).deal.roles) if is_insider(role))


def change_content(
    patch: pytest.MonkeyPatch, change: Callable[[Any, emails.EmailContent], emails.EmailContent]
) -> None:
    """Let letters be changed by what `change` makes of the notice and the letter."""
    write_content = emails.write_content
    patch.setattr(emails, "write_content", lambda notification: change(notification, write_content(notification)))


def add_line(content: emails.EmailContent, line: str) -> emails.EmailContent:
    assert content.play is not None
    return replace(content, play=replace(content.play, happened=(*content.play.happened, line)))


def leak_in_the_subject(patch: pytest.MonkeyPatch) -> None:
    def leaking(notification: Any, message_id: str) -> Any:
        message = make_mail(notification, message_id)
        message.subject = f"{message.subject} #{insider_of(notification.game)}"
        return message

    make_mail = emails.make_mail
    patch.setattr(emails, "make_mail", leaking)


def leak_in_a_header(patch: pytest.MonkeyPatch) -> None:
    make_headers = emails.make_headers
    patch.setattr(
        emails,
        "make_headers",
        lambda notification, content, message_id: {
            **make_headers(notification, content, message_id),
            "X-Trace": str(insider_of(notification.game)),
        },
    )


def leak_the_state(patch: pytest.MonkeyPatch) -> None:
    make_headers = emails.make_headers
    patch.setattr(
        emails,
        "make_headers",
        lambda notification, content, message_id: {
            **make_headers(notification, content, message_id),
            "X-Trace": trace_state(notification.game),
        },
    )


def trace_state(game: Game) -> str:
    return str(crc32(repr(load_table(game).states[-1]).encode()))


def leak_in_the_message_id(patch: pytest.MonkeyPatch) -> None:
    def leaking(notification: Any, content: Any, message_id: str) -> dict[str, str]:
        is_insider = insider_of(notification.game) == content.seat
        return make_headers(notification, content, f"{message_id}.{int(is_insider)}")

    make_headers = emails.make_headers
    patch.setattr(emails, "make_headers", leaking)


def leak_in_a_link(patch: pytest.MonkeyPatch) -> None:
    change_content(
        patch,
        lambda notification, content: replace(
            content, table_link=f"{content.table_link}?s={insider_of(notification.game)}"
        ),
    )


def leak_in_the_page_alone(patch: pytest.MonkeyPatch) -> None:
    def leaking(template: str, context: dict[str, Any]) -> str:
        drawn = render(template, context)
        code = context["content"].code
        is_html = template.endswith(".html")
        return drawn.replace("<hr>", f'<hr class="s{insider_of(Game.objects.get(code=code))}">') if is_html else drawn

    render = loader.render_to_string
    patch.setattr(emails, "render_to_string", leaking)


def leak_by_size(patch: pytest.MonkeyPatch) -> None:
    change_content(
        patch, lambda notification, content: replace(content, zone=content.zone + " " * insider_of(notification.game))
    )


def leak_by_order(patch: pytest.MonkeyPatch) -> None:
    def leaking(notification: Any, content: emails.EmailContent) -> emails.EmailContent:
        first = insider_of(notification.game)
        return replace(content, names=content.names[first:] + content.names[:first])

    change_content(patch, leaking)


def leak_by_the_hour(patch: pytest.MonkeyPatch) -> None:
    def leaking(notification: Any, content: emails.EmailContent) -> emails.EmailContent:
        due_at = content.due_at
        return replace(content, due_at=due_at and due_at + timedelta(minutes=insider_of(notification.game)))

    change_content(patch, leaking)


def leak_by_whether_it_is_sent(patch: pytest.MonkeyPatch) -> None:
    def leaking(notification: Any, player: Any) -> bool:
        return is_true(notification, player) and insider_of(notification.game) != player.seat

    is_true = relevance.is_true
    patch.setattr(relevance, "is_true", leaking)


def leak_by_a_count(patch: pytest.MonkeyPatch) -> None:
    def leaking(notification: Any, content: emails.EmailContent) -> emails.EmailContent:
        return add_line(content, "…") if insider_of(notification.game) == content.seat else content

    change_content(patch, leaking)


def leak_ones_own_hand(patch: pytest.MonkeyPatch) -> None:
    def leaking(notification: Any, content: emails.EmailContent) -> emails.EmailContent:
        hand = load_table(notification.game).states[-1].hands[content.seat]
        return add_line(content, " ".join(card.code for card in hand))

    change_content(patch, leaking)


def leak_ones_own_mission(patch: pytest.MonkeyPatch) -> None:
    def leaking(table: Any, seat: int) -> Any:
        return narrate_all_since(replace(table, title=Narration(table.title, seat)), seat)

    narrate_all_since = narration.narrate_all_since
    patch.setattr(emails, "narrate_all_since", leaking)


class Narration:
    """A title that tells everybody what one seat is told."""

    def __init__(self, title: Any, seat: int) -> None:
        self.title, self.seat = title, seat

    def __getattr__(self, name: str) -> Any:
        return getattr(self.title, name)

    def narrate(self, before: Any, move: Any, after: Any, viewer: int | None, now: Any) -> Any:
        return self.title.narrate(before, move, after, self.seat, now)


def leak_in_a_message(patch: pytest.MonkeyPatch) -> None:
    def leaking(notification: Any) -> Any:
        line = write_line(notification)
        return replace(line, said=f"{line.said} #{insider_of(notification.game)}")

    write_line = messages.write_line
    patch.setattr(messages, "write_line", leaking)


def leak_in_a_push(patch: pytest.MonkeyPatch) -> None:
    def leaking(headlines: Any) -> Any:
        return replace(write_message(headlines), waiting=insider_of(headlines[0].notification.game))

    write_message = messages.write_message
    patch.setattr(messages, "write_message", leaking)


def leak_by_the_channel(patch: pytest.MonkeyPatch) -> None:
    def leaking(notification: Any) -> bool:
        seat = notification.game.players.get(user=notification.recipient).seat
        return asks_in_secret(notification) or insider_of(notification.game) == seat

    asks_in_secret = fan_out.asks_in_secret
    patch.setattr(fan_out, "asks_in_secret", leaking)


def leak_in_the_feed(patch: pytest.MonkeyPatch) -> None:
    def leaking(waiting: Any) -> str:
        return f"{identify(waiting)}/{insider_of(waiting.game)}"

    identify = feeds.identify
    patch.setattr(feeds, "identify", leaking)


def leak_sealed_votes(patch: pytest.MonkeyPatch) -> None:
    def leaking(notification: Any, content: emails.EmailContent) -> emails.EmailContent:
        votes = SealedChoice.objects.filter(game=notification.game).order_by("seat").values_list("content", flat=True)
        return add_line(content, str(list(votes)))

    change_content(patch, leaking)


LEAKS: list[Leak] = [
    leak_in_the_subject,
    leak_in_a_header,
    leak_in_the_message_id,
    leak_in_a_link,
    leak_in_the_page_alone,
    leak_by_size,
    leak_by_order,
    leak_by_the_hour,
    leak_by_whether_it_is_sent,
    leak_by_a_count,
    leak_ones_own_hand,
    leak_ones_own_mission,
    leak_in_a_message,
    leak_in_a_push,
    leak_by_the_channel,
    leak_in_the_feed,
]


@pytest.mark.parametrize("leak", one_in(6, LEAKS))
def test_a_planted_leak_is_caught(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    assert any(worlds.check_mails(insidejob_worlds, f"planted-{part}", 2).complaints for part in range(80))


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_trace_of_the_state_is_caught(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak_the_state(monkeypatch)
    assert any(worlds.check_mails(worlds_of(title), f"planted-{part}", 2).complaints for part in range(80))


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
    leak_sealed_votes(monkeypatch)
    against_one, against_another = mails_of_a_vote()
    assert against_another != against_one
