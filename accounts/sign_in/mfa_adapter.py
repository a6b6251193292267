"""Passkeys and the second step.

Having a passkey does not require a second step: users who lose it can sign in with a code by email.
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
"""The key in the app's `data` for the time step of the last code used."""


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That didn’t work. Please try again."),
        "cannot_generate_recovery_codes": _("You need two-step verification to have recovery codes: turn it on first."),
    }

    def is_mfa_enabled(self, user: AbstractBaseUser, types: Iterable[str] | None = None) -> bool:
        return bool(user.pk) and Authenticator.objects.filter(user_id=user.pk, type=APP).exists()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: str) -> str:  # noqa: A002
        return name_browser(context.request)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": "Inside Job"}

    def encrypt(self, text: str) -> str:
        return mfa_encryption.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        return mfa_encryption.decrypt(encrypted_text)

    def build_totp_svg(self, url: str) -> str:
        code = QRCode(image_factory=SvgPathImage, border=2)
        code.add_data(url)
        image: Any = code.make_image()
        return str(image.to_string(encoding="unicode"))


def has_mfa(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=APP).exists())


def has_passkey(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=PASSKEY).exists())


@transaction.atomic
def spend_step(user: User, code: str) -> bool:
    """Note that a code is used.

    Return False if its time step or a later one was used already (RFC 6238, section 5.2).
    """
    app = Authenticator.objects.select_for_update().filter(user=user, type=APP).first()
    if app is None:
        return False
    last = app.data.get(LAST_STEP, -1)
    step = next((step for step in _find_steps(mfa_encryption.decrypt(app.data["secret"]), code) if step > last), None)
    if step is not None:
        app.data[LAST_STEP] = step
        app.save(update_fields=["data"])
    return step is not None


def _find_steps(secret: str, code: str) -> list[int]:
    return [
        step
        for step in yield_hotp_counters_from_time()
        if compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, step)))
    ]
