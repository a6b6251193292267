from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0049_close_to_spectators"),
    ]

    operations = [
        migrations.AddField(
            model_name="investigation",
            name="by_api",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
