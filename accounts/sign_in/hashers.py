"""Password hashing."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id with OWASP's minimum (Password Storage Cheat Sheet):

    19 MiB, two rounds, one thread. Django's 100 MiB and eight threads would fill a small server.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
