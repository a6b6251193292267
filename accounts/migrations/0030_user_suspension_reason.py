from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0029_apitoken_expires_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="suspension_reason",
            field=models.TextField(blank=True, db_default="", default="", editable=False),
        ),
    ]
