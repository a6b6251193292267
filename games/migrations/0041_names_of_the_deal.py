from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0040_names_reported")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField("player", "name", models.CharField(blank=True, default="", max_length=24)),
        migrations.AddField("player", "face", models.CharField(blank=True, default="", max_length=6)),
        migrations.AddField("formerplayer", "name", models.CharField(blank=True, default="", max_length=24)),
        migrations.AddField("message", "name", models.CharField(blank=True, default="", max_length=24)),
    ]
