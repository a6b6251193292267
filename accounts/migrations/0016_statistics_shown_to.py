from typing import Any, ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.models import F


def show_as_before(apps: Any, schema_editor: Any) -> None:
    """Show the figures to those who saw them on the profile until now."""
    people = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    people.exclude(history_shown_to=F("statistics_shown_to")).update(statistics_shown_to=F("history_shown_to"))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0015_operators")]

    operations: ClassVar[list[Operation]] = [
        migrations.AddField(
            model_name="user",
            name="statistics_shown_to",
            field=models.CharField(
                choices=[
                    ("everybody", "everybody who is signed in"),
                    ("tablemates", "those I have played with"),
                    ("nobody", "only me"),
                ],
                default="tablemates",
                max_length=10,
            ),
        ),
        migrations.RunPython(show_as_before, migrations.RunPython.noop, elidable=True),
    ]
