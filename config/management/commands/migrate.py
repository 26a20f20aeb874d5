import os
import sqlite3
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from config.errors.startup_errors import as_command_errors, check_database, require_known_migrations
from config.launcher.update import database_files
from config.platform import databases
from config.version import VERSION


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        check_database()
        with as_command_errors():
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError for a database of a newer version; copy an SQLite file before it changes."""
        database = connections[options["database"]]
        databases.restrict_to_owner(database.settings_dict)
        require_known_migrations(database)
        if isinstance(database, DatabaseWrapper) and not database.is_in_memory_db():
            keep_copy(database)
        super().handle(*args, **options)


def keep_copy(database: DatabaseWrapper) -> None:
    """Copy the file beside it if it contains data and a migration is pending."""
    executor = MigrationExecutor(database)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if os.environ.get(database_files.COPIED) or not pending or not executor.loader.applied_migrations:
        return
    try:
        database_files.copy_beside(Path(str(database.settings_dict["NAME"])), f"before-{VERSION}")
    except sqlite3.Error as error:
        raise CommandError(f"No copy of the database was made: {error}. Nothing was changed.") from error
