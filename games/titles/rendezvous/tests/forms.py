"""The fields of forms of Rendezvous that send moves, and such fields filled in blindly."""

from random import Random

from games.titles.rendezvous.rules.moves import ChooseNumber, Guess, Move, Point, Say
from tests.rules.worlds import Fields


def write_form(move: Move) -> Fields:
    match move:
        case ChooseNumber(_, number):
            return {"number": str(number)}
        case Say(_, word, emoji):
            return {"emoji": list(emoji)} if emoji else {"word": word or ""}
        case Point(_, at):
            return {"at": [str(seat) for seat in at]}
        case Guess(_, password):
            return {"none": "1"} if password is None else {"password": password}


def draw_forms(chance: Random) -> list[Fields]:
    one, two = (str(chance.randrange(8)) for _ in range(2))
    return [{"number": "11"}, {"word": "two words"}, {"emoji": []}, {"at": [one, two]}, {"at": [one]}, {"password": ""}]
