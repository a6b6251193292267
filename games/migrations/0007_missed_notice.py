from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forgive_misses(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Forget what was missed before its owners were told of it: nobody loses a seat to a stand-in unwarned."""
    apps.get_model("games", "Seat").objects.filter(missed__gt=0).update(missed=0)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_doubtful_clock"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("started", "Started"),
                    ("turn", "Turn"),
                    ("vote", "Vote"),
                    ("reminder", "Reminder"),
                    ("missed", "Missed"),
                    ("stand_in", "Stand In"),
                    ("over", "Over"),
                    ("closed", "Closed"),
                    ("rematch", "Rematch"),
                ],
                max_length=10,
            ),
        ),
        migrations.RunPython(forgive_misses, migrations.RunPython.noop),
    ]
