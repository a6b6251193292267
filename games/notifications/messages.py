"""What is said by channels other than mail: which table, what kind, and where to. Nothing else of a game."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils import timezone, translation
from django.utils.translation import gettext

from games.models import Delivery, Notice
from games.notifications import digests
from games.notifications import emails as letters
from games.notifications.channels.kinds import Line, Message
from games.notifications.selectors import count_waiting
from games.notifications.types import KINDS


def write_message(headlines: Sequence[Delivery]) -> Message:
    """Return what is said of `headlines`, each of another table, to the one person they are for."""
    notices = [delivery.notice for delivery in headlines]
    user = notices[0].recipient
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        lines = tuple(map(write_line, notices))
        return Message(
            title=lines[0].said if len(lines) == 1 else digests.word_count(notices),
            lines=lines,
            link=lines[0].link if len(lines) == 1 else letters.make_link("games:my_games"),
            waiting=count_waiting(user),
        )


def write_line(notice: Notice) -> Line:
    """Return what is said of one table, in the language now active."""
    said = gettext(KINDS[notice.kind].subject) % {"operation": notice.game.name}
    link = letters.make_link("games:table", notice.game.code)
    return Line(kind=notice.kind, table=notice.game.name, code=notice.game.code, said=said, link=link)


def write_test(language: str) -> Message:
    """Return what the test button sends."""
    with translation.override(language):
        said = gettext("It works: this is where Inside Job will reach you.")
        link = letters.make_link("games:my_games")
        return Message(title=said, lines=(Line("test", "Inside Job", "test", said, link),), link=link, waiting=0)
