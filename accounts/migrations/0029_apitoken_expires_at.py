from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0028_fill_users_of_sessions"),
    ]

    operations = [
        migrations.AddField(model_name="apitoken", name="expires_at", field=models.DateTimeField(null=True)),
    ]
