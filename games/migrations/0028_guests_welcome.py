from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0027_reports")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="game", name="guests_welcome", field=models.BooleanField(default=False)),
    ]
