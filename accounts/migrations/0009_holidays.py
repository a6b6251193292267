from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0008_plays_by_mail")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(
            model_name="user",
            name="holidays_taken",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
    ]
