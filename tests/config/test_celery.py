from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from celery.beat import Scheduler

from config.celery import TEN_MINUTES, app

YEAR = timedelta(days=365)


@pytest.mark.parametrize("set_by", [-YEAR, YEAR], ids=["back", "forward"])
def test_schedule_ignores_clock_changes(monkeypatch: pytest.MonkeyPatch, set_by):
    before = datetime.now(UTC) - set_by
    monkeypatch.setattr(app, "now", lambda: before)
    entries = Scheduler(app).schedule.values()
    monkeypatch.setattr(app, "now", lambda: before + set_by)
    assert entries
    for entry in entries:
        is_due, seconds = entry.is_due()
        assert not is_due
        assert 0 < seconds <= TEN_MINUTES
