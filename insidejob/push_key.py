"""The site's key for web push (VAPID, RFC 8292), on the curve P-256."""

from django.utils.http import urlsafe_base64_encode


def make_push_key() -> str:
    # Imported here: settings import this module, and cryptography is slow to import.
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_base64_encode(number.to_bytes(32, "big"))
