from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0036_commitment")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(
            model_name="game", name="house_name", field=models.CharField(blank=True, default="", max_length=24)
        ),
    ]
