"""What people reported of the talk at their tables and of names, and what operators did about it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
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
    """What a person reported, copied: a line of talk with those around it, or a name and who gave it.

    The reported person is not told who.
    """

    class About(models.TextChoices):
        LINE = "line", _("A line of talk")
        ROLE = "role", _("The name of a house role")
        CIRCLE = "circle", _("The name of a circle")

    class Reason(models.TextChoices):
        INSULT = "insult", _("An insult or a threat")
        HATE = "hate", _("Hatred against a group of people")
        PRIVATE = "private", _("Someone’s private details")
        SPAM = "spam", _("Advertising, or the same over and over")
        OTHER = "other", _("Something else")

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    about = models.CharField(max_length=10, choices=About.choices, default=About.LINE)
    # Where it was; none for a circle. And the circle, as long as there is one.
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+")
    circle = models.ForeignKey(Circle, null=True, on_delete=models.SET_NULL, related_name="+")
    message = models.ForeignKey(Message, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reported = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    # What the reporter adds.
    words = models.CharField(max_length=WORDS_LENGTH, blank=True)
    # The lines, oldest first: name and code of who said it, text, time, and whether it is the one. A name is one line.
    context = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

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
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["made_at"], name="reports_open", condition=Q(closed_at=None)),
        ]

    def __str__(self) -> str:
        """Return what it is called in addresses, nothing of what it says."""
        return self.code

    @property
    def where(self) -> str:
        """The table at which it was, or that it was a circle, in the reader's language."""
        return self.game.name if self.game else gettext("Circle")

    @property
    def can_be_hidden(self) -> bool:
        """Whether what was reported is still there, and shown."""
        match self.about:
            case Report.About.ROLE:
                return self.game is not None and not self.game.is_house_name_hidden
            case Report.About.CIRCLE:
                return self.circle is not None and not self.circle.is_name_hidden and self.is_name(self.circle.name)
            case _:
                return self.message is not None and not self.message.is_hidden

    def is_name(self, name: str) -> bool:
        """Tell whether it was this name that was reported: its owner may have changed it since."""
        return any(line["text"] == name for line in self.context if line["is_it"])


class Act(models.Model):
    """Something an operator did about a report. Rows are only ever added."""

    class Kind(models.TextChoices):
        WARN = "warn", _("Warned")
        HIDE = "hide", _("Hidden from all")
        MUTE = "mute", _("Talk stopped")
        SUSPEND = "suspend", _("Account suspended")
        CLOSE = "close", _("Account closed")
        BACK = "back", _("Account given back")
        DONE = "done", _("Report closed")

    report = models.ForeignKey(Report, null=True, on_delete=models.SET_NULL, related_name="acts")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", db_column="operator_id"
    )
    # Whom it concerns: the author of the line, or, of a report that was closed, who had reported it.
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    # What the person is told, in the operator's words.
    words = models.CharField(max_length=WORDS_LENGTH, blank=True)
    until = models.DateTimeField(null=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]

    def __str__(self) -> str:
        """Return what was done, not to whom."""
        return f"{self.kind} {self.pk}"


def forget_reports(user: User) -> None:
    """Delete what was reported of a person who leaves, and their lines and words in what others reported."""
    Act.objects.filter(person=user).delete()
    Report.objects.filter(reported=user).delete()
    Report.objects.filter(reporter=user).update(reporter=None, words="")
    for row in Report.objects.filter(game__in=Message.objects.filter(author=user).values("game")):
        row.context = [line for line in row.context if line["by"] != user.code]
        row.save(update_fields=["context"])


def pass_reports(game: Game, guest: User, user: User) -> None:
    """Let what a guest reported at a table, or was reported for, be of the account that they turn out to have."""
    Report.objects.filter(game=game, reporter=guest).update(reporter=user)
    Report.objects.filter(game=game, reported=guest).update(reported=user)
    Act.objects.filter(report__game=game, person=guest).update(person=user)
    for row in Report.objects.filter(game=game):
        row.context = [{**line, "by": user.code} if line["by"] == guest.code else line for line in row.context]
        row.save(update_fields=["context"])
