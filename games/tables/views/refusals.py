"""Puts refusals into words."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error
from django.utils.translation import gettext, gettext_noop

from games.rules.engine.errors import RulesError
from games.rules.engine.protocol import AnyTitle
from games.state.refusals import Refusal
from insidejob.storage_errors import is_refused

SENTENCES = {
    "stale": gettext_noop("The game has moved on since you opened this page. Here’s where it is now."),
    "not_asked": gettext_noop("You don’t have to choose anything right now. Here’s where the game is."),
    "unfinished": gettext_noop("Your choice isn’t complete yet."),
    "too_many": gettext_noop("That’s more than you were asked for. Please choose again."),
    "not_by_link": gettext_noop("This can’t be played by link. Please sign in and play it at the table."),
    "not_running": gettext_noop("This game is over, so you can’t play any more."),
    "empty": gettext_noop("Please write something first."),
    "too_long": gettext_noop("That’s a little too long: please use at most 500 characters."),
    "seats": gettext_noop("This game can’t be played with that many people."),
    "pace": gettext_noop("Please choose one of the times offered."),
    "watchers": gettext_noop("This table doesn’t belong to a circle. Please choose again who can watch."),
    "house_name": gettext_noop("Please name your house role."),
    "spectators_declined": gettext_noop("Someone at this table would rather not have spectators."),
    "spectators_admitted": gettext_noop(
        "People can already watch this game. The person who opened the table can close it to spectators."
    ),
    "wish": gettext_noop("This table doesn’t offer that."),
    "guest": gettext_noop("To play with others, please sign up first: all you need is an email address and a name."),
    "guest_opens": gettext_noop("Guests can’t open a table or offer a seat to others. Add an email address first."),
    "guests": gettext_noop(
        "A table open to guests can’t be limited to punctual players: we know nothing about a guest."
    ),
    "no_bots": gettext_noop("The host of this table doesn’t let other people’s bots in."),
    "own_bot": gettext_noop(
        "A player and their own bot, or two bots of one person, can’t sit at the same table with other people."
    ),
    "bot_account": gettext_noop("A bot account can’t do that."),
    "no_bot_account": gettext_noop("Only a bot account can do that."),
    "in_time": gettext_noop(
        "This table is for punctual players, and you missed some turns lately. Other tables are open to you."
    ),
    "name": gettext_noop(
        "Someone at this table has your name, or had it. Please change your name in the settings, then take a seat."
    ),
    "table_full": gettext_noop("This table is full. Ask for another, or open your own."),
    "started": gettext_noop("This game has already started."),
    "cancelled": gettext_noop("This table has been closed."),
    "not_host": gettext_noop("Only the person who opened the table can do that."),
    "host_stays": gettext_noop("You opened this table, so you keep your seat. You can close the table instead."),
    "seat_changed": gettext_noop("That seat has changed hands since you opened this page. Here’s the current table."),
    "not_played": gettext_noop("This game wasn’t played to the end."),
    "notes_closed": gettext_noop("The game is over, so notes can no longer be changed. Copy your text if you need it."),
    "many_notes": gettext_noop("You can have up to 100 notes per game. Delete one, then add this one."),
    "no_note": gettext_noop("This note no longer exists. You can add it as a new one."),
    "no_suspicion": gettext_noop("Please choose one of the answers offered."),
    "talk_is_off": gettext_noop("At this table you can only chat once the game is over."),
    "talk_waits": gettext_noop(
        "At this table you can chat between tricks or rounds, and before a vote. Hold that thought until then."
    ),
    "too_fast": gettext_noop("You’re saying a lot at once. Please wait a moment, then send it again."),
    "too_often": gettext_noop("That’s a lot of changes at once. Please wait a little, then try again."),
    "not_seated": gettext_noop("You don’t have a seat at this table."),
    "stand_in": gettext_noop("A bot is standing in for you. Take your seat back first."),
    "asked_now": gettext_noop("It’s already your turn: please choose here."),
    "nothing_to_prepare": gettext_noop("There’s nothing to prepare right now."),
    "nothing_prepared": gettext_noop("Please choose something to prepare."),
    "not_offered": gettext_noop("That choice is no longer available. Please choose again."),
    "paused": gettext_noop("The game is paused. End the pause first."),
    "not_paused": gettext_noop("The game is no longer paused."),
    "granted": gettext_noop("This turn has already been given more time."),
    "own_time": gettext_noop("Only the others can give you more time."),
    "no_stand_in": gettext_noop("This seat’s player is back, so it’s no longer free."),
    "seat_gone": gettext_noop("This seat isn’t free any more: its player is back, or someone else took it."),
    "seat_waits": gettext_noop("This seat’s player still has time to come back. Please try again later."),
    "held_seat": gettext_noop("You’ve already had a seat in this game, so you can’t take over another one."),
    "many_tables": gettext_noop(
        "You’ve reached the maximum number of games in progress. Finish one, then start the next."
    ),
    "many_openings": gettext_noop("You’ve opened a lot of tables in the last hour. Please wait a little."),
    "not_invited": gettext_noop("This person can’t be invited to this table."),
    "many_public": gettext_noop("You already have five open public tables. Fill or close one first."),
    "opened": gettext_noop("Everyone agreed, and the cards have already been revealed."),
    "talk_stopped": gettext_noop(
        "A moderator has suspended your chat for now. “Blocked players” in your settings says why."
    ),
    "guest_stopped": gettext_noop("A moderator has suspended your chat for now. Open the chat again to read why."),
    "no_name": gettext_noop("This name can’t be reported: it’s yours, or it’s already hidden."),
    "no_line": gettext_noop("Please choose the message you’re reporting."),
    "no_reason": gettext_noop("Please choose a reason."),
    "many_reports": gettext_noop("You’ve reported a lot in the last hour. Please wait a little."),
    "no_act": gettext_noop("Please choose what to do."),
    "days": gettext_noop("Please choose one of the times offered."),
    "moderator": gettext_noop("This is a moderator. The people who run this site must remove that role first."),
    "gone": gettext_noop("This account no longer exists."),
    "no_news": gettext_noop("That’s already been done."),
    "oneself": gettext_noop("You can’t block yourself."),
    "many_blocks": gettext_noop("You’ve blocked a lot of people in the last hour. Please wait a little."),
    "circle_name": gettext_noop("You already belong to a circle with this name. Please choose another."),
    "many_circles": gettext_noop("You’ve reached the maximum number of circles. Leave one first."),
    "circle_full": gettext_noop("This circle is full."),
    "not_owner": gettext_noop("Only the owner of the circle can do that."),
    "owner_stays": gettext_noop("Please make someone else the owner of the circle first."),
    "no_member": gettext_noop("This person is no longer in the circle."),
    "no_owner": gettext_noop("This person can’t take over the circle now. Please choose someone else."),
    "not_askable": gettext_noop("This person can’t be invited to this circle."),
    "many_invitations": gettext_noop("You’ve invited a lot of people in the last hour. Please wait a little."),
    "many_weekly": gettext_noop("A circle has at most three weekly tables. Remove one, then set up another."),
    "no_weekly": gettext_noop("This weekly table is gone."),
    "no_other_table": gettext_noop("There’s no other table to open this week."),
    "weekly_not_offered": gettext_noop(
        "The site no longer offers these settings. Please change the weekly table first."
    ),
    "many_skipped": gettext_noop("The next table is already two months away. You can pause it instead."),
    "not_stored": gettext_noop(
        "The site can’t save anything right now. Nothing is lost, and your choices are still "
        "here: please send them again in a minute."
    ),
    "newer_rules": gettext_noop("This site doesn’t know the rules of this table, so nothing can be done there now."),
    "not_over": gettext_noop("You can open a rematch once the game is over."),
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
