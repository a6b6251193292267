"""Email, for every user but guests. `games.notifications.email_dispatch` sends it."""

from django.utils.translation import gettext_lazy as _

from games.notifications.channels.types import Channel

MAIL = Channel("mail", _("email"), is_private=True)
