"""What the standings in a database of another process say."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg

from tests.processes import ROOT

HANDS_COUNTED = "SELECT sum(hands) FROM scoring_standingstable"
LINES_BEFORE_HANDS = 11  # of the small evening: its tournament, its entrants, its groups


def play_hands(hands: int, *, environ: dict[str, str]) -> str:
    """Play the first hands of the small evening into the database of `environ`, in a process of its own.

    Returns the tournament's public id.
    """
    lines = str(LINES_BEFORE_HANDS + hands)
    command = [sys.executable, "-m", "tests.parts.play_hands", lines]
    done = subprocess.run(command, cwd=ROOT, env=environ, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def hands_in_sqlite(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(HANDS_COUNTED).fetchone()[0] or 0


def hands_in_postgres(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute(HANDS_COUNTED).fetchone()
        return int(row[0] or 0) if row else 0
