"""Circles: people who play with one another again and again."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from insidejob.codes import LENGTH, make_code


class Circle(models.Model):
    """A lasting group of people, under a name that its owner typed and that is shown to its members alone."""

    NAME_LENGTH = 40

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    # An operator has hidden the name from all, until there is another.
    is_name_hidden = models.BooleanField(default=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owned_circles")
    # The key of the link that leads into it; new each time somebody is removed, or when its owner asks for another.
    invitation = models.CharField(max_length=LENGTH, unique=True, default=make_code)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        """Return the code: what it is called in addresses and logs. Its name is for its members."""
        return self.code

    @property
    def shown_name(self) -> str:
        """What its members are shown: its name, or that it was hidden."""
        return gettext("Circle with a hidden name") if self.is_name_hidden else self.name


class Member(models.Model):
    """A person who belongs to a circle, its owner too, or who was invited to by name."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    # They were asked and have not answered yet.
    invited = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["circle", "user"], name="one_membership_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.circle_id}/{self.user_id}"
