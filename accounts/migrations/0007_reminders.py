from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0006_waking_hours")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(
            model_name="user",
            name="reminders",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="user",
            name="has_paused_channel",
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
