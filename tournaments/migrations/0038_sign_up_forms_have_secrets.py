from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def fill_form_digests(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give earlier applications a digest that no form has: their codes follow from it no more."""
    apps.get_model("tournaments", "Application").objects.update(form_digest=models.F("code_digest"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0037_who_signs_up_confirms_by_mail"),
    ]

    operations = [
        migrations.RenameField(model_name="application", old_name="namesake", new_name="reviewed"),
        migrations.AddField(
            model_name="application",
            name="form_digest",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.RunPython(fill_form_digests, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="application",
            name="form_digest",
            field=models.CharField(max_length=64, unique=True),
        ),
    ]
