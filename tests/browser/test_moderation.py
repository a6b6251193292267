"""An operator's pages fit and pass axe in both languages."""

import pytest

from tests.browser.checks import find_faults
from tests.browser.conftest import NewPerson
from tests.browser.pages import LOCALES

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", LOCALES)
def test_the_desk_fits_and_passes_axe(language: str, member: NewPerson) -> None:
    moderator = member("ottilie", locale=LOCALES[language])
    report = moderator.go("/desk/").locator(".panel a.button").first.get_attribute("href")
    assert report
    assert find_faults(moderator, ["/desk/", report], language) == []
