"""Runs the tests as on a club's laptop, whatever the database; servers have none of these pages."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from config.backups import permissions, restore_backup
from config.backups.sqlite_engine import Sqlite


@pytest.fixture(autouse=True)
def _run_on_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(permissions, "connection", SimpleNamespace(vendor="sqlite"))
    monkeypatch.setattr(restore_backup, "engine", Sqlite)
