from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0004_letters")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(
            model_name="user",
            name="face",
            field=models.CharField(blank=True, default="", editable=False, max_length=6),
            preserve_default=False,
        ),
    ]
