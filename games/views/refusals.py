"""Refusals put into kind sentences."""

from django.utils.translation import gettext, gettext_noop

from games.rules.errors import RulesError
from games.rules.protocol import AnyTitle
from games.services.errors import Refusal

SENTENCES = {
    "stale": gettext_noop("The game has moved on since this page was made. Here it is as it stands now."),
    "not_asked": gettext_noop("You have no choice to make right now. Here is the game as it stands."),
    "unfinished": gettext_noop("Something is still missing from your choice."),
    "too_many": gettext_noop("That is more than was asked. Please choose again."),
    "not_running": gettext_noop("This game is over, so nothing more can be played."),
    "empty": gettext_noop("Please write something first."),
    "too_long": gettext_noop("That is a little too long: 500 characters at most."),
    "seats": gettext_noop("This game is not played by that many people."),
    "pace": gettext_noop("Please choose one of the times offered."),
    "wish": gettext_noop("This table does not offer that."),
    "guest": gettext_noop("To sit down with others, please sign up first: it takes an email address and a name."),
    "table_full": gettext_noop("This table is full. Ask for another, or open one of your own."),
    "started": gettext_noop("This game has started already."),
    "cancelled": gettext_noop("This table has been closed."),
    "not_host": gettext_noop("Only the person who opened the table can do that."),
    "host_stays": gettext_noop("The person who opened the table keeps their seat. You can close the table instead."),
    "seat_changed": gettext_noop("That seat has changed hands since this page was made. Here is the table as it is."),
    "not_played": gettext_noop("This game has not been played to its end."),
    "talk_is_off": gettext_noop("This table chose to talk only once the game is over."),
    "talk_waits": gettext_noop("This table talks between tricks or rounds, and before a vote. Keep it until then."),
    "too_fast": gettext_noop("You are saying a lot at once. Please wait a moment, then send it again."),
    "not_seated": gettext_noop("You do not sit at this table."),
    "stand_in": gettext_noop("A stand-in is playing for you. Take your seat back first."),
    "many_tables": gettext_noop("You have as many games going as one person may. Finish one, then start the next."),
    "many_openings": gettext_noop("You have opened a lot of tables in the last hour. Please wait a little."),
    "opened": gettext_noop("Everyone agreed, and the cards are open already."),
    "not_over": gettext_noop("A rematch can be opened once the game is over."),
}


def word_refusal(error: Refusal | RulesError, title: AnyTitle) -> str:
    """Return the sentence for a refusal, in the reader's language: the title's own where it has one."""
    return gettext(title.TEXTS.objections.get(error.code) or SENTENCES[error.code])
