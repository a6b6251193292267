"""Refusals in words."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error
from django.utils.translation import gettext, gettext_noop

from games.rules.engine.errors import RulesError
from games.rules.engine.protocol import AnyTitle
from games.state.refusals import Refusal
from insidejob.storage_errors import is_refused

SENTENCES = {
    "stale": gettext_noop("The game has moved on since this page was made. Here it is as it stands now."),
    "not_asked": gettext_noop("You have no choice to make right now. Here is the game as it stands."),
    "unfinished": gettext_noop("Something is still missing from your choice."),
    "too_many": gettext_noop("That is more than was asked. Please choose again."),
    "not_by_link": gettext_noop("A link cannot play this. Please sign in to play it at the table."),
    "not_running": gettext_noop("This game is over, so nothing more can be played."),
    "empty": gettext_noop("Please write something first."),
    "too_long": gettext_noop("That is a little too long: 500 characters at most."),
    "seats": gettext_noop("This game is not played by that many people."),
    "pace": gettext_noop("Please choose one of the times offered."),
    "house_name": gettext_noop("Please name your house role."),
    "wish": gettext_noop("This table does not offer that."),
    "guest": gettext_noop("To sit down with others, please sign up first: it takes an email address and a name."),
    "guest_opens": gettext_noop("Guests can’t open a table or a seat to others. Add an email address first."),
    "guests": gettext_noop(
        "A table for guests can’t be public or ask for answers in time: nothing is known of a guest."
    ),
    "in_time": gettext_noop(
        "This table asks for answers in time, and you missed some lately. Other tables are open to you."
    ),
    "name": gettext_noop(
        "Someone at this table goes by your name, or did. Please change your name in the settings, then sit down."
    ),
    "table_full": gettext_noop("This table is full. Ask for another, or open one of your own."),
    "started": gettext_noop("This game has started already."),
    "cancelled": gettext_noop("This table has been closed."),
    "not_host": gettext_noop("Only the person who opened the table can do that."),
    "host_stays": gettext_noop("The person who opened the table keeps their seat. You can close the table instead."),
    "seat_changed": gettext_noop("That seat has changed hands since this page was made. Here is the table as it is."),
    "not_played": gettext_noop("This game has not been played to its end."),
    "notes_closed": gettext_noop("The game is over, so notes can no longer be changed. Copy your text if you need it."),
    "many_notes": gettext_noop("One game holds 100 notes of yours. Delete one, then add this one."),
    "no_note": gettext_noop("This note is gone. You can add it as a new one."),
    "no_suspicion": gettext_noop("Please choose one of the answers offered."),
    "talk_is_off": gettext_noop("This table chose to talk only once the game is over."),
    "talk_waits": gettext_noop("This table talks between tricks or rounds, and before a vote. Keep it until then."),
    "too_fast": gettext_noop("You are saying a lot at once. Please wait a moment, then send it again."),
    "too_often": gettext_noop("That’s a lot of changes at once. Please wait a little, then try again."),
    "not_seated": gettext_noop("You do not sit at this table."),
    "stand_in": gettext_noop("A stand-in is playing for you. Take your seat back first."),
    "asked_now": gettext_noop("It is your turn now: please choose here."),
    "nothing_to_prepare": gettext_noop("There is nothing to prepare right now."),
    "nothing_prepared": gettext_noop("Please choose something to prepare."),
    "not_offered": gettext_noop("That is not among the choices any more. Please choose again."),
    "paused": gettext_noop("The game is paused. End the pause first."),
    "not_paused": gettext_noop("The game is not paused any more."),
    "granted": gettext_noop("This turn has been given more time already."),
    "own_time": gettext_noop("Only the others can give you more time."),
    "no_stand_in": gettext_noop("The player of this seat is back, so it isn’t free any more."),
    "seat_gone": gettext_noop("This seat isn’t free any more: its player is back, or someone else took it."),
    "held_seat": gettext_noop("You’ve already had a seat in this game, so you can’t take over another one."),
    "many_tables": gettext_noop("You have as many games going as one person may. Finish one, then start the next."),
    "many_openings": gettext_noop("You have opened a lot of tables in the last hour. Please wait a little."),
    "not_invited": gettext_noop("This person can’t be invited to this table."),
    "many_public": gettext_noop("Five of your public tables are open already. Fill one or close one first."),
    "opened": gettext_noop("Everyone agreed, and the cards are open already."),
    "talk_stopped": gettext_noop(
        "An operator has stopped you talking for now. “Blocked players” in your settings says why."
    ),
    "guest_stopped": gettext_noop("An operator has stopped you talking for now."),
    "no_name": gettext_noop("This name can’t be reported: it is yours, or it is hidden already."),
    "no_line": gettext_noop("Please choose the line that you report."),
    "no_reason": gettext_noop("Please choose a reason."),
    "many_reports": gettext_noop("You’ve reported a lot in the last hour. Please wait a little."),
    "no_act": gettext_noop("Please choose what to do."),
    "days": gettext_noop("Please choose one of the times offered."),
    "moderator": gettext_noop("This is an operator. Those who run the site can take the office away first."),
    "gone": gettext_noop("This account doesn’t exist any more."),
    "no_news": gettext_noop("That has been done already."),
    "oneself": gettext_noop("You can’t block yourself."),
    "many_blocks": gettext_noop("You’ve blocked a lot of people in the last hour. Please wait a little."),
    "circle_name": gettext_noop("You belong to a circle of this name already. Please choose another."),
    "many_circles": gettext_noop("You belong to as many circles as one person may. Leave one first."),
    "circle_full": gettext_noop("This circle has as many members as a circle may."),
    "not_owner": gettext_noop("Only the owner of the circle can do that."),
    "owner_stays": gettext_noop("Please hand the circle over to somebody else first."),
    "no_member": gettext_noop("This person does not belong to the circle any more."),
    "not_askable": gettext_noop("This person can’t be invited to this circle."),
    "many_invitations": gettext_noop("You’ve invited a lot of people in the last hour. Please wait a little."),
    "not_stored": gettext_noop(
        "The site can’t store anything right now. Nothing is lost, and what you chose stays: please send it again in a "
        "minute."
    ),
    "newer_rules": gettext_noop("This table is played by newer rules than this site knows. Please try again later."),
    "not_over": gettext_noop("A rematch can be opened once the game is over."),
}


@contextmanager
def refusing_to_store() -> Iterator[None]:
    """Turn errors of a database that cannot store into a `Refusal`."""
    try:
        yield
    except (Error, OSError) as error:
        if not is_refused(error):
            raise
        raise Refusal("not_stored") from error


def word_refusal(error: Refusal | RulesError, title: AnyTitle | None) -> str:
    own = title.TEXTS.objections.get(error.code) if title else None
    return gettext(own or SENTENCES[error.code])
