"""Mail: every person who is no guest has it. `games.post.sending` hands it to the mail server."""

from django.utils.translation import gettext_lazy as _

from games.post.channels.kinds import Channel

MAIL = Channel("mail", _("email"), is_private=True)
