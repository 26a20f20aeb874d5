from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_what_feeds_what")]

    operations = [
        migrations.RemoveField(
            model_name="group",
            name="lot",
        ),
        migrations.RemoveField(
            model_name="stage",
            name="advance",
        ),
        migrations.RemoveField(
            model_name="stage",
            name="draw_method",
        ),
        migrations.RemoveField(
            model_name="stage",
            name="seed",
        ),
    ]
