from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0023_thresholds_and_pauses")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="game", name="is_public", field=models.BooleanField(default=False)),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["opened_at"], name="games_public", condition=models.Q(status="open", is_public=True)
            ),
        ),
    ]
