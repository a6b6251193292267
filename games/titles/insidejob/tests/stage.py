"""Tables of Inside Job for the browser: one for each thing that a player is asked, and results."""

from itertools import count
from random import Random
from typing import Any

from games.titles.insidejob.rules.numbers import NUMBERS
from tests.browser.playing import make_person, play_until, store_fixed


def is_lead(state: Any) -> bool:
    return len(state.tricks) >= 3 and not state.is_vote and state.mission is None and state.leader == 0


def is_play(state: Any) -> bool:
    return state.mission is not None and bool(state.plays) and state.turn == 0


def is_follow(state: Any) -> bool:
    """Whether the first seat is to add a card to a trick, with cards that may be played and others that may not."""
    if len(state.tricks) < 3 or state.mission is None or state.turn != 0 or len(state.plays) < 2:
        return False
    led = {card.suit == state.plays[0].card.suit for card in state.hands[0]}
    return led == {True, False} and bool(state.intel[0]) and state.deal.roles[0] == "agent"


def is_led_next(state: Any) -> bool:
    return len(state.tricks) == 2 and state.mission is None and state.leader == 1


def is_wait(state: Any) -> bool:
    return len(state.tricks) >= 2 and state.mission is not None and state.turn == 1


def is_vote(state: Any) -> bool:
    return bool(state.is_vote) and not state.revealed


def is_voted(state: Any) -> bool:
    return state.outcome is not None and bool(state.votes)


def is_to_pick(state: Any) -> bool:
    return bool(state.awaits_partner) and state.accomplice == 0


def store_vote_of_the_paranoid(*people: Any) -> str:
    from tests.tables.stored import record_game, store_game

    chance = Random(2)
    while True:
        recorded = record_game(len(people), chance, {"roles": ["paranoid", "sleeper"]})
        if recorded.deal.roles[0] == "paranoid" and any(is_vote(state) for state in recorded.states):
            return str(store_game(recorded, people, recorded.vote).game.code)


def is_house_lead(state: Any) -> bool:
    return is_lead(state) and state.deal.roles[0] == "house-agents-2bt"


def is_larrys_turn(state: Any) -> bool:
    if len(state.tricks) < 3 or state.mission is None or state.controller != 0 or len(state.plays) != 1:
        return False
    return {card.suit == state.plays[0].card.suit for card in state.shown} == {True, False}


def is_after_larry(state: Any) -> bool:
    return len(state.tricks) >= 3 and len(state.plays) == 2 and state.controller == 0


def make_tables(me: Any, friend: Any) -> dict[str, str]:
    from games.tables.services import lobby

    pair = ["accomplice", "prof_no"]
    wishing = lobby.open_game(host=me, title="insidejob", seat_count=4, options={"roles": pair})
    lobby.join_game(code=wishing.code, user=friend, wish="not_insider")
    return {
        "first_lead": play_until(is_first_lead, me, bots=3),
        "lead": play_until(is_lead, me, bots=3),
        "follow": play_until(is_follow, me, bots=3),
        "wait": play_until(is_wait, me, friend, bots=2),
        "vote": play_until(is_vote, me, friend, bots=2),
        "last_vote": play_until(is_vote, me, bots=3),
        "other_last_vote": play_until(is_vote, me, bots=3),
        "vote_to_look_at": play_until(is_vote, me, friend, bots=2),
        "result": play_until(is_voted, me, friend, bots=2, over=True),
        "wish": wishing.code,
        "partner": play_until(is_to_pick, me, friend, bots=2, roles=pair),
        "roles": play_until(is_lead, me, friend, bots=2, roles=pair),
        "vote_twice": store_vote_of_the_paranoid(me, friend, make_person("Alix"), make_person("Sacha")),
        "verdicts": play_until(is_voted, me, friend, bots=2, over=True, roles=pair),
        "house": play_until(is_house_lead, me, friend, bots=2, roles=["house-agents-2bt"]),
        "house_end": play_until(is_voted, me, friend, bots=2, over=True, roles=["house-agents-2bt"]),
        "larry": play_until(is_larrys_turn, me, bots=1),
        "after_larry": play_until(is_after_larry, me, friend, bots=0),
        "larrys_end": play_until(is_voted, me, friend, bots=0, over=True),
    }


def is_first_lead(state: Any) -> bool:
    return not state.awaits_partner and not state.tricks and state.mission is None and state.leader == 0


def is_before_the_lead(state: Any) -> bool:
    return not state.awaits_partner and not state.tricks and state.mission is None and state.leader != 0


def is_first_follow(state: Any) -> bool:
    return not state.tricks and len(state.plays) == state.seats - 1 and state.turn == 0


def is_first_of_larry(state: Any) -> bool:
    return not state.tricks and len(state.plays) == 1 and state.controller == 0


def is_next_lead(state: Any) -> bool:
    """Whether the first seat is to lead while the cards of the trick before still lie there."""
    return len(state.tricks) == 1 and state.mission is None and state.leader == 0 and not state.is_vote


def is_after_a_trick(state: Any) -> bool:
    return len(state.tricks) == 1 and state.mission is None and state.leader != 0 and not state.is_vote


def is_own_turn_beside_larry(state: Any) -> bool:
    return not state.tricks and len(state.plays) == 2 and state.turn == 0


FIRST_VOTES = {2: 9, 3: 0, 5: 476}
"""By seats, from which seed on games are looked through for a vote: few random games come to one."""


def store_vote(*people: Any) -> str:
    from tests.tables.stored import record_game, store_game

    for seed in count(FIRST_VOTES[len(people)]):
        recorded = record_game(len(people), Random(seed))
        for place, state in enumerate(recorded.states):
            if is_vote(state):
                return str(store_game(recorded, people, place).game.code)
    raise AssertionError("count has no end")


def is_late(state: Any) -> bool:
    return len(state.tricks) == NUMBERS[state.seats].tricks - 1 and state.turn == 0 and len(state.plays) > 2


def make_fixed(me: Any, *people: Any) -> dict[str, str]:
    return {
        "follow": store_fixed(is_follow, me, people[0], None, None),
        "vote": store_fixed(is_vote, me, people[0], None, None),
        "late": store_fixed(is_late, me, *people),
    }


def make_crowds(*people: Any) -> dict[str, str]:
    made = {}
    for seats in (3, 5):
        made[f"lead_{seats}"] = play_until(is_first_lead, *people[:seats], bots=0)
        made[f"lead_next_{seats}"] = play_until(is_next_lead, *people[:seats], bots=0)
        made[f"wait_{seats}"] = play_until(is_before_the_lead, *people[:seats], bots=0)
        made[f"wait_next_{seats}"] = play_until(is_after_a_trick, *people[:seats], bots=0)
        made[f"follow_{seats}"] = play_until(is_first_follow, *people[:seats], bots=0)
        made[f"vote_{seats}"] = store_vote(*people[:seats])
    made["follow_4"] = play_until(is_first_follow, *people[:4], bots=0)
    pair = ["accomplice", "prof_no"]
    made["partner_5"] = play_until(is_to_pick, *people[:5], bots=0, roles=pair)
    made["follow_pair_5"] = play_until(is_first_follow, *people[:5], bots=0, roles=pair)
    made["follow_house_4"] = play_until(is_first_follow, *people[:2], bots=2, roles=["house-agents-2bt"])
    made["larry_lead"] = play_until(is_first_lead, *people[:2], bots=0)
    made["larry_first"] = play_until(is_first_of_larry, *people[:2], bots=0)
    made["larry_follow"] = play_until(is_own_turn_beside_larry, *people[:2], bots=0)
    made["larry_vote"] = store_vote(*people[:2])
    return made


def make_newcomers(*people: Any) -> dict[str, str]:
    asks = {
        "newcomer_lead_5": (is_first_lead, 5),
        "newcomer_next_5": (is_next_lead, 5),
        "newcomer_follow_5": (is_first_follow, 5),
        "newcomer_follow_3": (is_first_follow, 3),
        "newcomer_larry": (is_first_of_larry, 2),
    }
    return {
        name: play_until(is_so, make_person(name), *people[1:seats], bots=0) for name, (is_so, seats) in asks.items()
    }
