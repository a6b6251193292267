from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0022_substitutes")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="notice", name="told_left", field=models.DurationField(null=True)),
        migrations.AddField(model_name="game", name="pauses", field=models.JSONField(default=list)),
    ]
