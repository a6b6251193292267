"""Refuses passwords made of the site's own words, because attackers try these first."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.names.display_names import fold_name

WORDS = (
    "agent", "agents", "agentsecret", "espion", "hideout", "hideouts", "inside", "insidejob", "insider", "intel", "job",
    "larry", "mission", "planque", "profno", "rendezvous", "secret", "secretagent", "spy", "target", "traitre",
)  # fmt: skip
"""Titles and roles in both languages, as `fold_name` returns them."""
ENOUGH = 4
"""How many letters a password needs apart from these words."""


class SiteWordsValidator:
    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        letters = "".join(filter(str.isalpha, fold_name(password)))
        left = letters
        for word in sorted(WORDS, key=len, reverse=True):
            left = left.replace(word, "")
        if left != letters and len(left) < ENOUGH:
            raise ValidationError(
                _("This password is made of words from this site, which others try first. Please choose another."),
                code="password_of_the_site",
            )

    def get_help_text(self) -> str:
        return ""
