from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    """A commitment to each deal, and the key of its salts. Games that were dealt before have neither."""

    dependencies: ClassVar = [("games", "0035_clock_moves")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="game", name="commitment", field=models.CharField(blank=True, max_length=64)),
        migrations.AddField(
            model_name="deal", name="commitment_key", field=models.CharField(blank=True, max_length=64)
        ),
    ]
