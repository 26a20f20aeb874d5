"""Store this release's data for tests of later migrations: `python -m tests.release_data`.

Writes all our rows to `tests/data/release.json.gz`. Clock and randomness are fixed, so that a commit gives
the same file each time. No account in it has a password.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import tempfile
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.models import Model

FILE = Path(__file__).parent / "data" / "release.json.gz"
OURS = ("tournaments", "scoring")
NO_PASSWORD = "!"

Table = dict[str, list[Any]]
"""The columns of a table, and its rows."""


def read() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(gzip.decompress(FILE.read_bytes()))
    return content


def models_of(apps: Apps) -> dict[str, type[Model]]:
    ours = [model for model in apps.get_models(include_auto_created=True) if model._meta.app_label in OURS]
    return {model._meta.label_lower: model for model in ours}


def rows_of(model: type[Model], columns: list[str]) -> list[Any]:
    """Return a table's rows by primary key, as JSON values; `columns` are column names."""
    rows = model._base_manager.order_by("pk").values_list(*columns)
    stored = [[getattr(value, "stored", value) for value in row] for row in rows]
    read: list[Any] = json.loads(json.dumps(stored, default=str))
    return read


def fill() -> None:
    from django.core.management import call_command  # noqa: PLC0415 - after Django is set up

    from tests.factories import NOW, MembershipFactory  # noqa: PLC0415
    from tests.scoring.archive.sample_archives import eventful_tournament, tournament_with_sign_ups  # noqa: PLC0415
    from tests.scoring.table.table_phones import home_of  # noqa: PLC0415
    from tournaments.enums import EncounterState  # noqa: PLC0415
    from tournaments.log.actor import Actor  # noqa: PLC0415
    from tournaments.log.log_and_publish import log_and_publish  # noqa: PLC0415
    from tournaments.models import Encounter, Tournament, User  # noqa: PLC0415
    from tournaments.tables.domain.keepers import become_keeper  # noqa: PLC0415

    chance = random.Random(101)
    with (
        patch("django.utils.timezone.now", return_value=NOW),
        patch("os.urandom", chance.randbytes),
        patch("random._urandom", chance.randbytes),
    ):
        evening = eventful_tournament()
        tournament_with_sign_ups()
        owner = MembershipFactory.create(club=evening.club, role="owner")
        joined = Actor(user=owner.user)
        details = {"role": owner.role}
        log_and_publish(
            "member_joined", by=joined, at=NOW, club=evening.club, subject=owner.user_id, after=details
        )
        table = home_of(Encounter.objects.get(stage__tournament=evening, state=EncounterState.PLAYING))
        become_keeper(table=table, name="Ece", by=Actor(device_id="7" * 32), at=NOW)
        call_command("rebuild_standings", stdout=StringIO())
    User.objects.update(password=NO_PASSWORD, created_at=NOW)
    Tournament.objects.update(unswept_since=NOW)


def dump() -> dict[str, Any]:
    from django.apps import apps  # noqa: PLC0415 - after Django is set up
    from django.db import connection  # noqa: PLC0415
    from django.db.migrations.loader import MigrationLoader  # noqa: PLC0415

    tables: dict[str, Table] = {}
    for name, model in sorted(models_of(apps).items()):
        columns = [field.attname for field in model._meta.concrete_fields]
        tables[name] = {"columns": columns, "rows": rows_of(model, columns)}
    return {"migrations": sorted(MigrationLoader(connection).graph.leaf_nodes()), "tables": tables}


def main() -> None:
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    fill()
    text = json.dumps(dump(), ensure_ascii=False, separators=(",", ":"))
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/release.sqlite3"
        os.environ["SECRET_KEY"] = "a key of this file alone"  # digests of codes depend on it
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        main()
