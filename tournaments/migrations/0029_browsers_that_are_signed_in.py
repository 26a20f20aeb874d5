from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations


def list_them(apps: Any, schema_editor: Any) -> None:
    """Who signed in before browsers were listed is listed too, as of when his session was stored last."""
    users = set(apps.get_model("tournaments", "User").objects.values_list("pk", flat=True))
    listed = apps.get_model("tournaments", "SignedIn")
    for session in list(apps.get_model("sessions", "Session").objects.order_by("pk")):
        data = SessionStore().decode(session.session_data)
        key = data.get(SESSION_KEY, "")
        if not key.isdecimal() or int(key) not in users:
            continue
        at = session.expire_date - timedelta(seconds=settings.SESSION_COOKIE_AGE)
        listed.objects.create(session=session, user_id=int(key), since=at, seen_at=at)
        session.session_data = SessionStore().encode({**data, "noted": True})
        session.save(update_fields=["session_data"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_accounts_are_looked_after")]

    operations = [migrations.RunPython(list_them, migrations.RunPython.noop)]
