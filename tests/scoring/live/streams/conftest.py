"""Generous time limits, because a busy machine takes seconds for anything."""

import pytest

from scoring.live.streams import event_stream, live_fragments
from tests.scoring.live.streams.stream_clients import SECONDS


@pytest.fixture(autouse=True)
def _extend_time_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_fragments, "SECONDS", SECONDS)
    for limit in ("SECONDS_FOR_THE_FIRST_POLL", "SECONDS_BETWEEN_BEATS"):
        monkeypatch.setattr(event_stream, limit, SECONDS)
