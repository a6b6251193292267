from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0016_statistics_shown_to")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(
            model_name="user",
            name="suspended_until",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
