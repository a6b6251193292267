import datetime as dt
from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0020_prepared")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="game", name="holidays", field=models.BooleanField(default=False)),
        migrations.AddField(model_name="player", name="away", field=models.JSONField(default=list)),
        migrations.AddField(model_name="player", name="waited", field=models.JSONField(default=dict)),
        migrations.AddField(model_name="player", name="waits_now", field=models.DurationField(default=dt.timedelta)),
    ]
