from typing import ClassVar

from django.db import models


class Thing(models.Model):
    objects: ClassVar[models.Manager["Thing"]] = models.Manager()
    code = models.CharField(max_length=12, unique=True)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.code


class Line(models.Model):
    objects: ClassVar[models.Manager["Line"]] = models.Manager()
    thing = models.ForeignKey(Thing, on_delete=models.CASCADE)
    text = models.CharField(max_length=500)

    def __str__(self) -> str:
        return self.text
