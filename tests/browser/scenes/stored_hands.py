from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.processes import LONGEST_WAIT, ServerProcess

HANDS = """
    SELECT m.number, h.deal, e.entry_key, e.report, e.entered_at, e.received_at
    FROM scoring_entry e JOIN scoring_hand h ON h.current_id = e.id JOIN scoring_match m ON m.id = h.match_id
    JOIN tournaments_encounter n ON n.id = m.encounter_id
    WHERE n.public_id = ? ORDER BY m.number, h.deal
"""


def tables_of(served: ServerProcess, **settings: Any) -> list[dict[str, str]]:
    output = served.run("tests.browser.scenes.table_links", json.dumps(settings))
    tables: list[dict[str, str]] = json.loads(output)["tables"]
    return tables


def hands_of(database: Path, encounter: str) -> list[dict[str, Any]]:
    with closing(_connect(database)) as connection:
        rows = connection.execute(HANDS, (encounter.replace("-", ""),)).fetchall()
    names = ("match", "deal", "key", "report", "entered_at", "received_at")
    return [dict(zip(names, row, strict=True)) | {"report": json.loads(row[3])} for row in rows]


def racks(database: Path, encounter: str) -> list[int | None]:
    """Return B1's points in each hand, by which tests distinguish hands."""
    return [_points_of_b1(hand["report"]) for hand in hands_of(database, encounter)]


def entries(database: Path) -> int:
    with closing(_connect(database)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM scoring_entry").fetchone()
    return int(count)


def _connect(database: Path) -> sqlite3.Connection:
    """Open with a timeout: after a power cut a starting server locks its file for recovery."""
    return sqlite3.connect(database, timeout=LONGEST_WAIT)


def _points_of_b1(report: dict[str, Any]) -> int | None:
    rack = report["seats"]["B1"].get("rack") or {}
    return rack.get("points")
