"""Ways in beside password and code: passkeys, and a second step of codes from an app, with recovery codes for it.

A passkey is one more way in. A second step is asked for only of those who turned it on: someone who adds a passkey and
then loses it still signs in with a code from their mail (decision 21).
"""

from collections.abc import Iterable
from typing import Any

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    compare_user_code,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from qrcode import QRCode
from qrcode.image.svg import SvgPathImage

from accounts.models import User
from accounts.sign_in import mfa_encryption
from accounts.sign_in.browsers import name_browser

PASSKEY, APP, RECOVERY = Authenticator.Type.WEBAUTHN, Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES
LAST_STEP = "last_step"
"""Where the `data` of an app keeps the time step of the last code used."""


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """allauth's hooks, with our wording."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That did not work. Please try again."),
        "cannot_generate_recovery_codes": _("Recovery codes are for those who turned the second step on."),
    }

    def is_mfa_enabled(self, user: AbstractBaseUser, types: Iterable[str] | None = None) -> bool:
        """Return whether signing in takes a second step: passkeys alone ask for none."""
        return bool(user.pk) and Authenticator.objects.filter(user_id=user.pk, type=APP).exists()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: str) -> str:  # noqa: A002
        """Return what a new passkey is called unless its owner says otherwise: their browser's name."""
        return name_browser(context.request)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": "Inside Job"}

    def encrypt(self, text: str) -> str:
        return mfa_encryption.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        return mfa_encryption.decrypt(encrypted_text)

    def build_totp_svg(self, url: str) -> str:
        """Return a QR code to stand in a page."""
        code = QRCode(image_factory=SvgPathImage, border=2)
        code.add_data(url)
        image: Any = code.make_image()
        return str(image.to_string(encoding="unicode"))


def has_mfa(user: User) -> bool:
    """Return whether signing in takes a second step."""
    return bool(Authenticator.objects.filter(user=user, type=APP).exists())


def has_passkey(user: User) -> bool:
    """Return whether the person has any passkey."""
    return bool(Authenticator.objects.filter(user=user, type=PASSKEY).exists())


@transaction.atomic
def spend_step(user: User, code: str) -> bool:
    """Note the time step of a code from the app. Return False if that step, or a later one, was used before.

    So no code works twice, nor one that is older than the last one used, in whichever process (RFC 6238, section 5.2).
    """
    app = Authenticator.objects.select_for_update().filter(user=user, type=APP).first()
    if app is None:
        return False
    last = app.data.get(LAST_STEP, -1)
    step = next((step for step in find_steps(mfa_encryption.decrypt(app.data["secret"]), code) if step > last), None)
    if step is not None:
        app.data[LAST_STEP] = step
        app.save(update_fields=["data"])
    return step is not None


def find_steps(secret: str, code: str) -> list[int]:
    """Return the time steps of now in which an app shows this code, the earliest first."""
    return [
        step
        for step in yield_hotp_counters_from_time()
        if compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, step)))
    ]
