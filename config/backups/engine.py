from __future__ import annotations

from django.db import connection

from config.backups.postgresql_engine import PostgreSQL
from config.backups.sqlite_engine import Sqlite


def engine() -> Sqlite | PostgreSQL:
    return PostgreSQL() if connection.vendor == "postgresql" else Sqlite()
