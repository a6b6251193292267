from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0007_reminders")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="user", name="plays_by_mail", field=models.BooleanField(default=True)),
    ]
