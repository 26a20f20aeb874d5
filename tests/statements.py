from __future__ import annotations

from itertools import groupby

from django.test.utils import CaptureQueriesContext


def count_statements(captured: CaptureQueriesContext) -> int:
    """Count a bulk insert as one: on SQLite it takes a statement for each thousand values."""
    kinds = [
        query["sql"].partition(" (")[0] if query["sql"].startswith("INSERT") else place
        for place, query in enumerate(captured.captured_queries)
    ]
    return len(list(groupby(kinds)))
