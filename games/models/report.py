"""Reports of talk and names, and what moderators did."""

from typing import ClassVar

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models.circle import Circle
from games.models.game import Game
from games.models.talk import Message
from insidejob.codes import LENGTH, make_code

WORDS_LENGTH = 500


class Report(models.Model):
    """A report to moderators, with a copy of a line of talk and its context, or of a name.

    The reported user does not learn who reported.
    """

    class About(models.TextChoices):
        LINE = "line", _("A chat message")
        ROLE = "role", _("The name of a house role")
        CIRCLE = "circle", _("The name of a circle")
        NAME = "name", _("The name of a player")

    class Reason(models.TextChoices):
        INSULT = "insult", _("An insult or a threat")
        HATE = "hate", _("Hate speech")
        PRIVATE = "private", _("Someone’s private information")
        SPAM = "spam", _("Spam, or the same thing over and over")
        OTHER = "other", _("Something else")

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    about = models.CharField(max_length=10, choices=About.choices, default=About.LINE)
    # Null for circles.
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+")
    circle = models.ForeignKey(Circle, null=True, on_delete=models.SET_NULL, related_name="+")
    message = models.ForeignKey(Message, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reported = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    words = models.CharField(max_length=WORDS_LENGTH, blank=True)
    # Oldest first: author's name and code, text, time, whether reported. A name is one line.
    context = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)
    # An email to the moderators has named it.
    is_told = models.BooleanField(default=True, db_default=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["message", "reporter"], name="one_report_per_line"),
            *(
                models.UniqueConstraint(
                    fields=[about if about == "circle" else "game", "reporter"],
                    condition=Q(about=about, closed_at=None),
                    name=f"one_open_report_per_{about}",
                )
                for about in ("role", "circle")
            ),
            models.UniqueConstraint(
                fields=["reported", "reporter"],
                condition=Q(about="name", closed_at=None),
                name="one_open_report_per_name",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["made_at"], name="reports_open", condition=Q(closed_at=None)),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def said(self) -> str:
        """The reported line or name."""
        return next((line["text"] for line in self.context if line["is_it"]), "")

    @property
    def reported_name(self) -> str:
        """The name of the reported user, which moderators see of a closed account too."""
        if self.reported is None:
            return "–"
        return self.reported.shown_name if self.reported.left_at else self.reported.display_name

    @property
    def is_of_bot(self) -> bool:
        """Whether a bot account of the reported user said it, or has the name."""
        return any(line["is_it"] and self.reported and line["by"] != self.reported.code for line in self.context)

    @property
    def where(self) -> str:
        return self.game.name if self.game else gettext("Circle")

    @property
    def can_be_hidden(self) -> bool:
        match self.about:
            case Report.About.ROLE:
                return self.game is not None and not self.game.is_house_name_hidden
            case Report.About.CIRCLE:
                return self.circle is not None and not self.circle.is_name_hidden and self.is_name(self.circle.name)
            case Report.About.NAME:
                return False
            case _:
                return self.message is not None and not self.message.is_hidden

    @property
    def can_be_renamed(self) -> bool:
        return self.find_named() is not None

    def find_named(self) -> User | None:
        """Return the reported user, or one of their bot accounts, that has the reported name now or at a table."""
        if self.about != Report.About.NAME or self.reported is None:
            return None
        people = (self.reported, *self.reported.bot_accounts.filter(left_at=None))
        return next((each for each in people if self._is_name_of(each)), None)

    def _is_name_of(self, user: User) -> bool:
        return user.display_name == self.said or user.players.filter(name=self.said).exists()

    def is_name(self, name: str) -> bool:
        return any(line["text"] == name for line in self.context if line["is_it"])


class Act(models.Model):
    class Kind(models.TextChoices):
        WARN = "warn", _("Warned")
        HIDE = "hide", _("Hidden from everyone")
        RENAME = "rename", _("Name taken away")
        MUTE = "mute", _("Chat suspended")
        SUSPEND = "suspend", _("Account suspended")
        CLOSE = "close", _("Account closed")
        BACK = "back", _("Account reopened")
        DONE = "done", _("Report closed")

    report = models.ForeignKey(Report, null=True, on_delete=models.SET_NULL, related_name="acts")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", db_column="operator_id"
    )
    # The person it is about: the author of the line or, for a report that was closed without one, the reporter.
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    # The moderator's words to that person.
    words = models.CharField(max_length=WORDS_LENGTH, blank=True)
    until = models.DateTimeField(null=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


def forget_reports(user: User) -> None:
    Act.objects.filter(person=user).delete()
    Report.objects.filter(reported=user).delete()
    Report.objects.filter(reporter=user).update(reporter=None, words="")
    here = Q(game__players__user=user) | Q(game__former_players__user=user)
    for row in Report.objects.filter(here).distinct():
        # The owner of a bot account answers for it, and can delete it at any time.
        answers = row.reported_id is not None and row.reported_id == user.bot_owner_id
        row.context = [line for line in row.context if line["by"] != user.code or (answers and line["is_it"])]
        row.save(update_fields=["context"])


def pass_reports(game: Game, guest: User, user: User) -> None:
    """Move a guest's reports in a game to the account that the guest turned out to have."""
    for side in ("reporter", "reported"):
        for row in Report.objects.filter(game=game, **{side: guest}):
            setattr(row, side, user)
            _save_passed(row)
    Act.objects.filter(report__game=game, person=guest).update(person=user)
    for row in Report.objects.filter(game=game):
        row.context = [{**line, "by": user.code} if line["by"] == guest.code else line for line in row.context]
        row.save(update_fields=["context"])


def _save_passed(report: Report) -> None:
    """Save a report that has another reporter or reported user now.

    Only one report of a line, and one open report of a name, may have the same reporter. A second one has none.
    """
    try:
        with transaction.atomic():
            report.save(update_fields=["reporter", "reported"])
    except IntegrityError:
        report.reporter = None
        report.save(update_fields=["reporter", "reported"])
