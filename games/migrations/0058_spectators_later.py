from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0057_weekly_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="watch_from",
            field=models.DateTimeField(null=True),
        ),
    ]
