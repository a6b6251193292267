"""The key by which browsers know the pushes of a site (VAPID, RFC 8292): a number of the curve P-256, as text."""

from django.utils.http import urlsafe_base64_encode


def make_push_key() -> str:
    """Return a new private key."""
    # Settings import this module, and cryptography takes a while.
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_base64_encode(number.to_bytes(32, "big"))
