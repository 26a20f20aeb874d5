"""What is in the ledger of a server that a browser test runs, read from its file."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.processes import LONGEST_WAIT, Served

HANDS = """
    SELECT m.number, h.deal, e.entry_key, e.report, e.entered_at, e.received_at
    FROM scoring_entry e JOIN scoring_hand h ON h.current_id = e.id JOIN scoring_match m ON m.id = h.match_id
    JOIN tournaments_encounter n ON n.id = m.encounter_id
    WHERE n.public_id = ? ORDER BY m.number, h.deal
"""


def tables_of(served: Served, **settings: Any) -> list[dict[str, str]]:
    """A new tournament on this server; each table's public id, token and encounter."""
    told = served.run("tests.browser.scenes.table_links", json.dumps(settings))
    tables: list[dict[str, str]] = json.loads(told)["tables"]
    return tables


def hands_of(database: Path, encounter: str) -> list[dict[str, Any]]:
    """The hands of an encounter as they stand, in order: match, deal, key, report and times."""
    with closing(_opened(database)) as connection:
        rows = connection.execute(HANDS, (encounter.replace("-", ""),)).fetchall()
    names = ("match", "deal", "key", "report", "entered_at", "received_at")
    return [dict(zip(names, row, strict=True)) | {"report": json.loads(row[3])} for row in rows]


def racks(database: Path, encounter: str) -> list[int | None]:
    """The points that B1 kept in each hand: what the tests tell hands apart by."""
    return [_kept(hand["report"]) for hand in hands_of(database, encounter)]


def entries(database: Path) -> int:
    with closing(_opened(database)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM scoring_entry").fetchone()
    return int(count)


def _opened(database: Path) -> sqlite3.Connection:
    """A server that begins after a power cut keeps others waiting until it has put its file in order."""
    return sqlite3.connect(database, timeout=LONGEST_WAIT)


def _kept(report: dict[str, Any]) -> int | None:
    rack = report["seats"]["B1"].get("rack") or {}
    return rack.get("points")
