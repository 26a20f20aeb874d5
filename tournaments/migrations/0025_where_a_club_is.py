"""A club says where it is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_cards_of_people")]

    operations = [
        migrations.AddField(
            "club", "address", models.CharField(blank=True, db_default="", default="", max_length=200)
        )
    ]
