"""`python -m tests.release`: put this release's data by, for the tests of the releases after it.

A new database gets the demo's club: a tournament that is over, one in mid-flight, one open for entries. Every
row of ours goes to `tests/data/release.json.gz`, beside the commit and the last migrations that led there.
Clock and chance are the same each time, so that a commit gives one file. Nobody signs in with what is in it.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.models import Model

FILE = Path(__file__).parent / "data" / "release.json.gz"
OURS = ("tournaments", "scoring")
AT = datetime(2026, 11, 21, 17, 0, tzinfo=UTC)
"""When the club of the file is looked at: what is in mid-flight goes on after it."""
NO_PASSWORD = "!"

Table = dict[str, list[Any]]
"""The columns of a table, and its rows."""


def read() -> dict[str, Any]:
    """What the file holds: `commit`, `migrations` as pairs, and `tables` by the names of their models."""
    kept: dict[str, Any] = json.loads(gzip.decompress(FILE.read_bytes()))
    return kept


def models_of(apps: Apps) -> dict[str, type[Model]]:
    """Our models by name, among those of today or of some migration."""
    ours = [model for model in apps.get_models(include_auto_created=True) if model._meta.app_label in OURS]
    return {model._meta.label_lower: model for model in ours}


def rows_of(model: type[Model], columns: list[str]) -> list[Any]:
    """The rows of a table by their keys, as JSON gives them back."""
    rows = list(model._base_manager.order_by("pk").values_list(*columns))
    read: list[Any] = json.loads(json.dumps(rows, default=str))
    return read


def fill() -> None:
    """Put the demo's club into a new database, everything as it comes out each time."""
    from config.management.commands import demo  # noqa: PLC0415 - after Django is set up
    from tournaments.models import User  # noqa: PLC0415

    chance = random.Random(101)
    with (
        patch("django.utils.timezone.localtime", return_value=AT),
        patch("os.urandom", chance.randbytes),
        patch("random._urandom", chance.randbytes),
    ):
        demo.fill()
    User.objects.update(password=NO_PASSWORD, created_at=AT)


def put_by() -> dict[str, Any]:
    """What the database at hand holds, as the file has it."""
    from django.apps import apps  # noqa: PLC0415 - after Django is set up
    from django.db import connection  # noqa: PLC0415
    from django.db.migrations.loader import MigrationLoader  # noqa: PLC0415

    tables: dict[str, Table] = {}
    for name, model in sorted(models_of(apps).items()):
        columns = [field.attname for field in model._meta.concrete_fields]
        tables[name] = {"columns": columns, "rows": rows_of(model, columns)}
    leaves = MigrationLoader(connection).graph.leaf_nodes()
    return {"commit": commit(), "migrations": sorted(leaves), "tables": tables}


def commit() -> str:
    done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> None:
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    fill()
    text = json.dumps(put_by(), ensure_ascii=False, separators=(",", ":"))
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/release.sqlite3"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        main()
