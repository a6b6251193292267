from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0031_figures")]

    operations: ClassVar[list[Operation]] = [
        migrations.AlterField(
            model_name="act",
            name="kind",
            field=models.CharField(
                choices=[
                    ("warn", "Warned"),
                    ("hide", "Line hidden"),
                    ("mute", "Talk stopped"),
                    ("suspend", "Account suspended"),
                    ("close", "Account closed"),
                    ("back", "Account given back"),
                    ("done", "Report closed"),
                ],
                max_length=10,
            ),
        ),
    ]
