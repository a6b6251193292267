from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0044_standard_words"),
    ]

    operations = [
        migrations.AlterField(
            model_name="act",
            name="kind",
            field=models.CharField(
                choices=[
                    ("warn", "Warned"),
                    ("hide", "Hidden from everyone"),
                    ("mute", "Chat suspended"),
                    ("suspend", "Account suspended"),
                    ("close", "Account closed"),
                    ("back", "Account reopened"),
                    ("done", "Report closed"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="contact",
            name="schedule",
            field=models.CharField(
                choices=[("now", "right away"), ("awake", "when I’m awake"), ("daily", "once a day at 18:00")],
                db_column="rhythm",
                default="now",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="about",
            field=models.CharField(
                choices=[
                    ("line", "A chat message"),
                    ("role", "The name of a house role"),
                    ("circle", "The name of a circle"),
                ],
                default="line",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="reason",
            field=models.CharField(
                choices=[
                    ("insult", "An insult or a threat"),
                    ("hate", "Hate speech"),
                    ("private", "Someone’s private information"),
                    ("spam", "Spam, or the same thing over and over"),
                    ("other", "Something else"),
                ],
                max_length=10,
            ),
        ),
    ]
