from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import Error, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from config.errors.database_faults import SYSTEM_FAULTS, Fault, find_fault
from config.management.exit_codes import NEWER_FILE

MAX_NAMED = 3
RESTORE_HINT = "See “A damaged file” in docs/operators.md. Nothing was changed."


@contextmanager
def as_command_errors() -> Iterator[None]:
    """Raise `CommandError` with advice for an `OSError` or a database error that is a `Fault`."""
    try:
        yield
    except Error as error:
        fault = find_fault(error)
        if fault is None:
            raise
        raise CommandError(_message(fault, str(error))) from error
    except OSError as error:
        is_full = SYSTEM_FAULTS.get(error.errno or 0) is Fault.FULL
        description = f"{Fault.FULL.value} ({error.strerror})" if is_full else f"{error.strerror}."
        raise CommandError(f"{error.filename or 'This machine'}: {description}") from error


def require_known_migrations(database: BaseDatabaseWrapper) -> None:
    """Raise `CommandError`, with NEWER_FILE, if migrations were applied that this version doesn't have."""
    loader = MigrationLoader(database)
    unknown = sorted(set(loader.applied_migrations) - set(loader.disk_migrations))
    if unknown:
        names = ", ".join(f"{app}.{name}" for app, name in unknown[:MAX_NAMED])
        raise CommandError(
            f"{database.settings_dict['NAME']}: a newer version of Istaka changed this database ({names})."
            " Start that version, or restore a backup of before. Nothing was changed.",
            returncode=NEWER_FILE,
        )


def check_database() -> None:
    """Raise `CommandError` if unreachable, damaged or locked.

    Reads SQLite's whole file, about a second.
    """
    with as_command_errors():
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA quick_check(1)")
                result = cursor.fetchone()[0]
            if result != "ok":
                raise CommandError(_message(Fault.DAMAGED, result))
        with transaction.atomic():  # on SQLite this takes the write lock
            connection.ensure_connection()


def _message(fault: Fault, error: str) -> str:
    message = f"{connection.settings_dict['NAME']}: {fault.value} ({' '.join(error.split())})"
    return f"{message}\n{RESTORE_HINT}" if fault is Fault.DAMAGED else message
