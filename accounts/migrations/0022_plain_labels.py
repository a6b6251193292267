from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0021_standard_words"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="email",
            field=models.EmailField(blank=True, max_length=254, null=True, unique=True, verbose_name="email address"),
        ),
        migrations.AlterField(
            model_name="user",
            name="history_shown_to",
            field=models.CharField(
                choices=[
                    ("everybody", "anyone who is signed in"),
                    ("tablemates", "people I’ve played with"),
                    ("nobody", "only me"),
                ],
                default="tablemates",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="statistics_shown_to",
            field=models.CharField(
                choices=[
                    ("everybody", "anyone who is signed in"),
                    ("tablemates", "people I’ve played with"),
                    ("nobody", "only me"),
                ],
                default="tablemates",
                max_length=10,
            ),
        ),
    ]
