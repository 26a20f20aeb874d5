"""Who left while a stage was played is kept with his place in it."""

from typing import Any

from django.db import migrations, models


def tell_who_is_gone(apps: Any, _editor: Any) -> None:
    """Who left before a stage after it was drawn, or where none is."""
    places = apps.get_model("tournaments", "GroupPlace").objects.exclude(entrant__state="playing")
    places = places.annotate(followed_at=models.Min("group__stage__feeds_out__stage__drawn_at"))
    gone = places.filter(models.Q(followed_at=None) | models.Q(entrant__left_at__lte=models.F("followed_at")))
    keys = list(gone.values_list("pk", flat=True))
    places.model.objects.filter(pk__in=keys).update(gone=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_anonymous_is_its_mark")]

    operations = [
        migrations.AddField("groupplace", "gone", models.BooleanField(default=False)),
        migrations.RunPython(tell_who_is_gone, migrations.RunPython.noop, elidable=True),
    ]
