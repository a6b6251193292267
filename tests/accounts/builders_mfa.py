"""Codes as an authenticator app shows them."""

import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def app_code(secret: str = SECRET, ahead: int = 0) -> str:
    """What an app shows now, or so many half minutes later."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + ahead)))
