import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import UUID

import psycopg

from tests.forked_scripts import Scripts

HANDS_COUNTED = (
    "SELECT sum(counted.hands) FROM scoring_standingscache counted"
    " JOIN tournaments_group own ON own.id = counted.group_id"
    " JOIN tournaments_stage stage ON stage.id = own.stage_id"
    " JOIN tournaments_tournament tournament ON tournament.id = stage.tournament_id"
    " WHERE tournament.public_id = {} AND counted.as_of = counted.moved + stage.ledger_version"
)
"""Only standings as new as the ledger: older ones may count its last hand by chance."""
LINES_BEFORE_HANDS = 11  # of the small evening: tournament, entrants, groups


def play_hands(hands: int, *, scripts: Scripts) -> str:
    return scripts.run("tests.parts.play_hands", str(LINES_BEFORE_HANDS + hands)).strip()


def hands_in_sqlite(database: Path, tournament: str) -> int:
    with closing(sqlite3.connect(database)) as connection:
        tournament_hex = UUID(tournament).hex
        return connection.execute(HANDS_COUNTED.format("?"), [tournament_hex]).fetchone()[0] or 0


def hands_in_postgres(url: str, tournament: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute(HANDS_COUNTED.format("%s"), [UUID(tournament)]).fetchone()
        return int(row[0] or 0) if row else 0
