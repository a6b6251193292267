"""Add `Seat.marks` to databases made by the first commit, before the column was written into `0001`."""

from typing import Any

from django.db import migrations, models


class AddFieldWhereMissing(migrations.AddField):
    """Adds a column, or does nothing where the table has it. Taking it back leaves the column: `0001` makes it."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        connection, model = schema_editor.connection, to_state.apps.get_model(app_label, self.model_name)
        with connection.cursor() as cursor:
            columns = connection.introspection.get_table_description(cursor, model._meta.db_table)
        if model._meta.get_field(self.name).column not in {column.name for column in columns}:
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        pass


class Migration(migrations.Migration):
    dependencies = [("games", "0002_refused_mail")]

    operations = [
        # `0001` says that the field is there. It is taken out of that account, so as to be added for good.
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("seat", "marks")]),
        AddFieldWhereMissing("seat", "marks", models.JSONField(default=list)),
    ]
