from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="heartbeat",
            name="refused_since",
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name="notice",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("sent", "Sent"),
                    ("dropped", "Dropped"),
                    ("unwanted", "Unwanted"),
                    ("refused", "Refused"),
                    ("given_up", "Given Up"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
    ]
