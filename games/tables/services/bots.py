from accounts.models import User
from games.state.refusals import Refusal
from games.tables.services.bot_levels import check_level
from games.tables.services.lobby import require_host, start_if_full
from games.tables.services.moves import lock_game
from games.tables.services.rate_limits import count_lobby_switch
from games.tables.services.seats import clear_seat


def seat_bot(*, code: str, host: User, seat: int, bot: str) -> None:
    with lock_game(code) as game:
        require_host(game, host)
        check_level(game, bot)
        player = game.players.filter(seat=seat).first()
        if player is None or not player.is_free:
            raise Refusal("seat_changed")
        count_lobby_switch(game, host)
        clear_seat(player, bot)
        start_if_full(game, host)
