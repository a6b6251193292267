"""A game and its rematches, and the score of the people who played, whichever seats they had."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext

from accounts.models import User
from games.models import Game, Player
from games.people.selectors.statistics import Tally
from games.state.company import list_company
from games.state.view import name_of


@dataclass(frozen=True)
class Score:
    name: str
    is_me: bool
    tally: Tally


@dataclass(frozen=True)
class SeriesGame:
    """A game of a series.

    `code` is empty unless the viewer sat there. `counts` is false with a house role or a bot account.
    """

    code: str
    name: str
    is_this: bool
    counts: bool
    has_bot_account: bool
    winners: tuple[str, ...]
    left: tuple[str, ...]
    is_known: bool


@dataclass(frozen=True)
class Series:
    scores: tuple[Score, ...]
    games: tuple[SeriesGame, ...]

    @property
    def counted(self) -> int:
        return sum(game.counts for game in self.games)


def load_series(game: Game, players: Sequence[Player], viewer: User) -> Series | None:
    """Return the series of a game, or None if no other game of it is finished."""
    if not game.series or game.is_running:
        return None
    with_people = Prefetch("players", Player.objects.select_related("user").order_by("seat"))
    rows = Game.objects.filter(series=game.series, status__in=Game.ENDED).prefetch_related(with_people).order_by("pk")
    ended = {row: list(row.players.all()) for row in rows}
    if all(row.pk == game.pk for row in ended):
        return None
    _number_former(ended.values())
    known = _find_known([*ended.values(), players], viewer)
    return Series(
        scores=tuple(_list_scores(ended, known, viewer)),
        games=tuple(_show_game(row, seated, known, viewer, is_this=row.pk == game.pk) for row, seated in ended.items()),
    )


def _number_former(tables: Iterable[Sequence[Player]]) -> None:
    former = [player for players in tables for player in players if player.user and player.user.left_at]
    people = list(dict.fromkeys(player.user_id for player in former))
    if len(people) > 1:
        for player in former:
            player.former_number = people.index(player.user_id) + 1


def _find_known(tables: Iterable[Sequence[Player]], viewer: User) -> set[int | None]:
    sitting = ({player.user_id for player in players if player.is_taken} for players in tables)
    return {key for people in sitting if viewer.pk in people for key in people}


def _list_scores(ended: Mapping[Game, Sequence[Player]], known: set[int | None], viewer: User) -> Iterator[Score]:
    names: dict[int, str] = {}
    tallies: dict[int, Tally] = {}
    for game, player in ((game, player) for game, players in ended.items() for player in players):
        if player.user_id is None or player.user_id not in known:
            continue
        names[player.user_id] = name_of(player)
        tallies[player.user_id] = tallies.get(player.user_id, Tally()) + _count_game(game, player)
    for key in sorted(tallies, key=lambda key: _rank(tallies, names, key)):
        yield Score(names[key], key == viewer.pk, tallies[key])


def _does_count(game: Game) -> bool:
    return not game.house_name and not game.has_bot_account


def _count_game(game: Game, player: Player) -> Tally:
    """Return how a game counts for a player.

    Games with house roles, without a winner, or left by the player do not count. Neither do losses in a seat that was
    taken over.
    """
    is_spared = not _does_count(game) or player.won is None or (player.since is not None and not player.won)
    return Tally() if is_spared else Tally(1, int(bool(player.won)))


def _rank(tallies: Mapping[int, Tally], names: Mapping[int, str], key: int) -> tuple[int, int, str]:
    return -tallies[key].won, tallies[key].lost, names[key]


def _show_game(
    game: Game, players: Sequence[Player], known: set[int | None], viewer: User, *, is_this: bool
) -> SeriesGame:
    winners = _list_names([player for player in players if player.won], known)
    left = _list_names([player for player in players if player.has_left], known)
    was_there = any(player.user_id == viewer.pk for player in players)
    code, is_known = game.code if was_there else "", game.known_title is not None
    counts = _does_count(game)
    return SeriesGame(code, game.name, is_this, counts, game.has_bot_account, winners, left, is_known)


def _list_names(players: Sequence[Player], known: set[int | None]) -> tuple[str, ...]:
    named = [player for player in players if player.user_id is None or player.user_id in known]
    return (*list_company(named), *([gettext("others")] if len(named) < len(players) else []))
