from typing import ClassVar

from django.conf import settings
from django.db import models

from insidejob.codes import LENGTH

DIGEST_LENGTH = 64


class IdempotentRequest(models.Model):
    """A request of a program that took effect. If the program repeats it, it does not take effect again.

    `key` is the hash of its `Idempotency-Key`, and `asked` that of its address and body, made with the site's secret
    key. `made` is the code of the table that it opened or said something at.
    """

    # It needs no index: that of the constraint begins with it.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=DIGEST_LENGTH)
    asked = models.CharField(max_length=DIGEST_LENGTH)
    made = models.CharField(max_length=LENGTH)
    made_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "key"], name="one_request_per_key"),
        ]

    def __str__(self) -> str:
        return f"request of {self.user_id}"
