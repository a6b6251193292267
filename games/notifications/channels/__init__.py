"""The channels. A new one is a row here and a function that builds requests."""

from collections.abc import Mapping

from games.notifications.channels.discord import DISCORD
from games.notifications.channels.mail import MAIL
from games.notifications.channels.ntfy import NTFY
from games.notifications.channels.push import PUSH
from games.notifications.channels.types import Channel
from games.notifications.channels.webhook import WEBHOOK

CHANNELS: Mapping[str, Channel] = {channel.code: channel for channel in (MAIL, PUSH, WEBHOOK, NTFY, DISCORD)}
"""All channels in the order in which the settings show them."""

__all__ = ["CHANNELS", "DISCORD", "MAIL", "NTFY", "PUSH", "WEBHOOK", "Channel"]
