"""Mail: every person who is no guest has it. `games.notifications.email_dispatch` hands it to the mail server."""

from django.utils.translation import gettext_lazy as _

from games.notifications.channels.types import Channel

MAIL = Channel("mail", _("email"), is_private=True)
