from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0011_announcements")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(
            model_name="user",
            name="suspended_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
