"""What is stored: tables and their players, the log that is the truth, talk, notices, and the sweep's heartbeat."""

from games.models.game import Game, Player
from games.models.heartbeat import Heartbeat
from games.models.log import Deal, Hand, Move, SealedChoice
from games.models.notice import Notice
from games.models.talk import Message

__all__ = ["Deal", "Game", "Hand", "Heartbeat", "Message", "Move", "Notice", "Player", "SealedChoice"]
