from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    """Games that are over have no figures until `games.tables.services.statistics` has counted them."""

    dependencies: ClassVar = [("games", "0030_series")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="player", name="figures", field=models.JSONField(null=True)),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("figures__isnull", True), models.Q(("role", ""), _negated=True)),
                fields=["game"],
                name="players_to_count",
            ),
        ),
    ]
