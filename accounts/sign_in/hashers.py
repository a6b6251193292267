"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id with the least that OWASP's Password Storage Cheat Sheet asks for: 19 MiB, two rounds, one thread.

    Django's own figures are 100 MiB and eight threads: a few people who sign in at once would fill a small server.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
