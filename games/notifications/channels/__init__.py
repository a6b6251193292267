"""The channels, a row each: by which a person is told. A new one is one more row and a function that sends."""

from collections.abc import Mapping

from games.notifications.channels.discord import DISCORD
from games.notifications.channels.mail import MAIL
from games.notifications.channels.ntfy import NTFY
from games.notifications.channels.push import PUSH
from games.notifications.channels.types import Channel
from games.notifications.channels.webhook import WEBHOOK

CHANNELS: Mapping[str, Channel] = {channel.code: channel for channel in (MAIL, PUSH, WEBHOOK, NTFY, DISCORD)}
"""Every channel by its code, in the order in which they are shown."""

__all__ = ["CHANNELS", "DISCORD", "MAIL", "NTFY", "PUSH", "WEBHOOK", "Channel"]
