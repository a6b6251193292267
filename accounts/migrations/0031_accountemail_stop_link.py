from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0030_user_suspension_reason"),
    ]

    operations = [
        migrations.AddField(
            model_name="accountemail",
            name="stop_link",
            field=models.CharField(blank=True, db_default="", default="", max_length=500),
        ),
    ]
