"""The development mailbox: an email is read in its frame, and its links work there."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.waiting import follow

pytestmark = pytest.mark.browser


def test_a_link_in_a_framed_email_leads_out_of_its_frame(new_person: NewPerson) -> None:
    person = new_person()
    page = person.go("/accounts/password/reset/")
    page.fill("[name=email]", "philemon@example.org")
    follow(page.locator("main form button.primary"))
    text = person.open_mail("philemon@example.org", "password")
    assert "\n\n" in text
    framed = page.frame_locator("iframe")
    expect(framed.locator("body")).to_contain_text("INSIDE JOB")
    follow(framed.get_by_role("link").first)
    expect(page).to_have_url(re.compile("/accounts/password/reset/key/"))
    assert person.troubles == []
