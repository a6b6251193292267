from typing import Any, ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation

from games.wording.table_names import derive_table_name


def name_tables(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give every table the name that goes with its code."""
    model: Any = apps.get_model("games", "Game")
    rows = model.objects.filter(operation="").only("code", "operation")
    batch = []
    for game in rows.iterator(chunk_size=500):
        game.operation = derive_table_name(game.code)
        batch.append(game)
    model.objects.bulk_update(batch, ["operation"], batch_size=500)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0009_players")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(
            model_name="game",
            name="operation",
            field=models.CharField(blank=True, default="", max_length=20),
            preserve_default=False,
        ),
        migrations.RunPython(name_tables, migrations.RunPython.noop),
    ]
