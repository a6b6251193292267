from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_decision_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="agrees_to_open",
            field=models.BooleanField(default=False),
        ),
    ]
