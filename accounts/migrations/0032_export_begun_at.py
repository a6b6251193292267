from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0031_accountemail_stop_link"),
    ]

    operations = [
        migrations.AddField(model_name="export", name="begun_at", field=models.DateTimeField(null=True)),
    ]
