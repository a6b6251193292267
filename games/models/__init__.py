"""The database, one file per aggregate.

Every room above may import it. It imports rules, clock, wording and the models of `accounts`. No `__str__` shows a
secret, because logs may contain it.
"""

from games.models.answers import Answers
from games.models.bot_offer import BotOffer
from games.models.case import Case, CaseReminder, CaseTally, Investigation
from games.models.circle import Circle, ClosedSeason, Member, SeasonMember
from games.models.contact import ChannelTest, Contact, Device
from games.models.former_player import FormerPlayer
from games.models.game import Game, Terms
from games.models.heartbeat import Heartbeat
from games.models.idempotent_request import IdempotentRequest
from games.models.log import Deal, Hand, Move, SealedChoice
from games.models.notes import Note, Suspicion
from games.models.notification import Delivery, Notification
from games.models.outage import Outage
from games.models.player import Player
from games.models.report import Act, Report
from games.models.table_alert import TableAlert
from games.models.talk import Message, Muting
from games.models.weekly_table import WeeklyTable

__all__ = [
    "Act",
    "Answers",
    "BotOffer",
    "Case",
    "CaseReminder",
    "CaseTally",
    "ChannelTest",
    "Circle",
    "ClosedSeason",
    "Contact",
    "Deal",
    "Delivery",
    "Device",
    "FormerPlayer",
    "Game",
    "Hand",
    "Heartbeat",
    "IdempotentRequest",
    "Investigation",
    "Member",
    "Message",
    "Move",
    "Muting",
    "Note",
    "Notification",
    "Outage",
    "Player",
    "Report",
    "SealedChoice",
    "SeasonMember",
    "Suspicion",
    "TableAlert",
    "Terms",
    "WeeklyTable",
]
