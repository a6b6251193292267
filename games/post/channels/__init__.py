"""The channels, a row each: by which a person is told. A new one is one more row and a function that sends."""

from collections.abc import Mapping

from games.post.channels.discord import DISCORD
from games.post.channels.kinds import Channel
from games.post.channels.mail import MAIL
from games.post.channels.ntfy import NTFY
from games.post.channels.push import PUSH
from games.post.channels.webhook import WEBHOOK

CHANNELS: Mapping[str, Channel] = {channel.code: channel for channel in (MAIL, PUSH, WEBHOOK, NTFY, DISCORD)}
"""Every channel by its code, in the order in which they are shown."""

__all__ = ["CHANNELS", "DISCORD", "MAIL", "NTFY", "PUSH", "WEBHOOK", "Channel"]
