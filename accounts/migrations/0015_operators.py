from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0014_blocks")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField("user", "is_staff", models.BooleanField(default=False, editable=False)),
        migrations.AddField("user", "talk_stopped_until", models.DateTimeField(editable=False, null=True)),
    ]
