from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0050_cases_by_api"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="allows_bots",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="has_bot_account",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="bot_by",
            field=models.CharField(blank=True, db_default="", default="", max_length=24),
        ),
    ]
