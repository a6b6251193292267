"""Passwords made of the site's own words are refused, and sentences that hold one are not."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.sign_in.site_words import SiteWordsValidator
from tests.builders_people import PASSWORD


@pytest.mark.parametrize("password", ["insidejob2026", "Inside Job!", "RENDEZ-vous.1", "SecretAgent007", "Traître-42"])
def test_words_of_the_site_with_digits_and_signs_are_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        SiteWordsValidator().validate(password)
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize("password", [PASSWORD, "my secret garden", "7391-8842-11", "tgt-xqpl-zvvk"])
def test_others_are_not(password: str) -> None:
    SiteWordsValidator().validate(password)
