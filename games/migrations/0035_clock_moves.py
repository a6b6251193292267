from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0034_leaner_indexes")]

    operations: ClassVar = [
        migrations.AddField(model_name="game", name="clock_moves", field=models.JSONField(default=list)),
    ]
