"""Decides what an SMTP refusal is about: the address, this email, or us.

Enhanced status codes (RFC 3463) say it: `550 5.1.1` is about an address, `550 5.7.1` about a permission. Without one
the text is searched. In doubt the address is not blamed, because retries cost less than a pause.
"""

import re
from enum import Enum
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused

PERMANENT = 500
OF_ADDRESSES = {550, 551, 552, 553, 556}
"""Replies that are about the address: no such mailbox, moved, full, bad name, no mail for this domain.

Others, such as 554, are ambiguous.
"""
AUTHENTICATION = {530, 534, 535, 538}
ENHANCED = re.compile(rb"\s*5\.(\d{1,3})\.(\d{1,3})\b")
OUR_ADDRESS = {(1, 7), (1, 8)}
"""Status codes that say that our own sender address is malformed or has no domain."""
ADDRESSING, MAILBOX, PERMISSION = 1, 2, 7
WORDS_OF_US = re.compile(
    rb"relay|sender|client|your (ip|host|server)|authenti|polic|spam|reputation|banned"
    rb"|(block|black|deny) ?list|\brbl|dnsbl",
    re.IGNORECASE,
)
QUOTED = re.compile(rb"<[^>]*>|\S+@\S+")
"""Addresses quoted in a reply. They are removed before it is read, because they may contain any word."""
UNSAID = (0, 0)


class Blame(Enum):
    ADDRESS = "address"
    US = "us"
    MAIL = "mail"
    LINE = "line"


def find_blame(error: OSError) -> Blame:
    if isinstance(error, SMTPRecipientsRefused):
        [(code, text)] = error.recipients.values()
        return read_refusal(code, text)
    if isinstance(error, SMTPSenderRefused) and error.smtp_code >= PERMANENT:
        return Blame.US
    return Blame.MAIL if isinstance(error, SMTPDataError) else Blame.LINE


def read_refusal(code: int, text: bytes) -> Blame:
    if code < PERMANENT:
        return Blame.MAIL
    enhanced = ENHANCED.match(text)
    subject, detail = (int(part) for part in enhanced.groups()) if enhanced else UNSAID
    if code in AUTHENTICATION or subject == PERMISSION or (subject, detail) in OUR_ADDRESS:
        return Blame.US
    if subject in (ADDRESSING, MAILBOX):
        return Blame.ADDRESS
    if (subject, detail) != UNSAID:
        return Blame.MAIL
    if WORDS_OF_US.search(QUOTED.sub(b"", text)):
        return Blame.US
    return Blame.ADDRESS if code in OF_ADDRESSES else Blame.MAIL
