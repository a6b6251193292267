import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0023_api_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="bot_owner",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="bot_accounts",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
