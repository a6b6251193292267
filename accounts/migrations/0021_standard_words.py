from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0020_skeletons_without_invisible"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel(
                    old_name="Letter",
                    new_name="AccountEmail",
                ),
                migrations.RenameField(
                    model_name="user",
                    old_name="holidays_taken",
                    new_name="vacations_taken",
                ),
                migrations.AlterField(
                    model_name="user",
                    name="vacations_taken",
                    field=models.JSONField(blank=True, db_column="holidays_taken", default=list, editable=False),
                ),
                migrations.AlterModelTable(
                    name="accountemail",
                    table="accounts_letter",
                ),
            ],
        ),
    ]
