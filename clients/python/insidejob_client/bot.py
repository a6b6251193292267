"""The loop of a bot: it answers every table that asks it."""

import logging
from collections.abc import Callable
from itertools import count
from typing import Any

from insidejob_client.client import GOING, Client, Poll, find_own, is_running
from insidejob_client.errors import ApiError, Conflict
from insidejob_client.shapes import Answer, Game

Choose = Callable[[Game], Answer]
"""A function that takes a game in which one is asked, and returns one of its `answers`."""
Accept = Callable[[Game], bool | str]
"""A function that takes an open table to which one is invited. True joins it, a reason declines it, and False waits."""
log = logging.getLogger("insidejob_client")


def is_asked(game: Game) -> bool:
    """Tell whether a game waits for this user's answer. A sealed choice that is made is left alone."""
    return is_running(game) and bool(game.get("answers")) and not game.get("own_choice")


def answer_all(client: Client, game: Game, choose: Choose) -> Game:
    """Answer what a table asks now, and return how it stands then."""
    code = game["code"]
    while is_asked(game):
        try:
            game = client.answer(code, game.get("decision") or "", choose(game))
        except Conflict as refused:
            log.warning("games/%s: %s", code, refused)
            # The game has moved on; where it is paused, or a stand-in plays, asking again would not help.
            if refused.code != "stale":
                break
            game = client.game(code)
    return game


def play_table(client: Client, code: str, choose: Choose) -> Game:
    """Play a table until it is over, agreed or cancelled, and return it."""
    game = client.game(code)
    for game in client.watch(code):
        attend(client, game, choose)
    return game


def attend(client: Client, game: Game, choose: Choose, accept: Accept | None = None) -> None:
    """Do what a table wants: join or decline, say that one is there, take the seat back from a stand-in, answer."""
    if game.get("invited"):
        wish = accept(game) if accept else False
        if isinstance(wish, str):
            client.decline(game["code"], wish)
        elif wish:
            client.join(game["code"])
        return
    own = find_own(game)
    if own and game.get("ready_by") and not own.get("ready"):
        game = client.ready(game["code"])
    elif is_running(game) and own.get("stand_in"):
        game = client.take_back(game["code"])
    answer_all(client, game, choose)


def play_for_ever(client: Client, choose: Choose, every: float | None = None, accept: Accept | None = None) -> None:
    """Answer at all tables of this account, as often as the site says, or every so many seconds.

    A table that refuses something is logged and looked at again later; the others go on. Raises `ApiError` if
    the token does not work any more.
    """
    pages, waiting = list[Poll](), client.poll("waiting")
    while True:
        rows = list_wanting(client, pages) + list_codes(waiting.ask())
        went_well = [attend_safely(client, code, choose, accept) for code in dict.fromkeys(rows)]
        if not all(went_well):
            for poll in (*pages, waiting):
                poll.forget()
        waiting.wait(every)


def list_codes(found: Any) -> list[str]:
    return [row["code"] for row in found["games"]] if found else []


def list_wanting(client: Client, pages: list[Poll]) -> list[str]:
    """Return the tables that are not among those that wait, but may want something, of all pages that have changed.

    `pages` has a poll of each page from one call to the next. Finished games come last, and are not asked for.
    """
    wanting = []
    for number in count(1):
        if len(pages) < number:
            pages.append(client.poll(f"games?page={number}"))
        if found := pages[number - 1].ask():
            wanting += [row["code"] for row in found["games"] if row["status"] == "open" or row.get("stand_in")]
        if not _has_more(pages[number - 1].last):
            break
    return wanting


def _has_more(found: Any) -> bool:
    """Tell whether after a page of games others with open or running ones may come."""
    return found["page"] < found["pages"] and found["games"][-1]["status"] in GOING


def attend_safely(client: Client, code: str, choose: Choose, accept: Accept | None) -> bool:
    try:
        attend(client, client.game(code), choose, accept)
    except ApiError as refused:
        if refused.status == 401:
            raise
        log.warning("games/%s: %s", code, refused)
        return False
    return True
