from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import BOT_SCOPE, ApiToken, Audience, User
from accounts.names.display_names import NAME_LENGTH
from accounts.selectors import is_name_taken
from accounts.services import NameTaken
from accounts.tokens.services import make_token, revoke

MAX_BOT_ACCOUNTS = 3
BOTS_AN_HOUR = 10
MARK = " (bot)"
"""What the name of a bot account ends with. No other name may have the word."""
LONGEST_NAME = NAME_LENGTH - len(MARK)


class ManyBots(Exception):
    pass


def list_bots(owner: User) -> list[User]:
    return list(owner.bot_accounts.filter(leaves_at=None, left_at=None).order_by("pk"))


def make_bot(owner: User, name: str) -> tuple[User, str]:
    """Make a bot account and return it with its token. Raise `NameTaken` or `ManyBots`."""
    bot = User(
        bot_owner=owner,
        display_name=name + MARK,
        language=owner.language,
        time_zone="UTC",
        wakes_at=0,
        sleeps_at=0,
        history_shown_to=Audience.NOBODY,
        statistics_shown_to=Audience.NOBODY,
        takes_invitations=False,
        plays_by_mail=False,
        mail_off=True,
    )
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=owner.pk)
            if len(list_bots(owner)) >= MAX_BOT_ACCOUNTS:
                raise ManyBots
            if is_name_taken(name, by_other_than=owner):
                raise NameTaken
            bot.save()
            return bot, renew_token(bot)
    except IntegrityError as error:
        raise NameTaken from error


def renew_token(bot: User) -> str:
    for token in ApiToken.objects.filter(user=bot):
        revoke(bot, token.key)
    return str(make_token(bot, name="", scopes=[BOT_SCOPE]))


def remove_bot(bot: User) -> None:
    """Shut a bot account. The next cleaning deletes it."""
    for token in ApiToken.objects.filter(user=bot):
        revoke(bot, token.key)
    bot.is_active, bot.leaves_at = False, timezone.now()
    bot.save(update_fields=["is_active", "leaves_at"])
