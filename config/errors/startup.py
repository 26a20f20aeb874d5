"""What a command looks at before it begins, and says in words instead of a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import Error, connection, transaction

from config.errors.faults import SYSTEM_FAULTS, Fault, find_fault

RESTORE_HINT = "docs/operators.md tells how, under “A damaged file”. Nothing was changed."


@contextmanager
def as_command_errors() -> Iterator[None]:
    """Within the block a database that can't be used, or a disk, ends in a `CommandError` with what to do."""
    try:
        yield
    except Error as error:
        fault = find_fault(error)
        if fault is None:
            raise
        raise CommandError(_told(fault, str(error))) from error
    except OSError as error:
        is_full = SYSTEM_FAULTS.get(error.errno or 0) is Fault.FULL
        what = f"{Fault.FULL.value} ({error.strerror})" if is_full else f"{error.strerror}."
        raise CommandError(f"{error.filename or 'This machine'}: {what}") from error


def check_database() -> None:
    """Raise `CommandError` if the database is damaged, can't be written to, or does not answer.

    SQLite reads the whole of its file for that, a second for some hundred thousand hands.
    """
    with as_command_errors():
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA quick_check(1)")
                said = cursor.fetchone()[0]
            if said != "ok":
                raise CommandError(_told(Fault.DAMAGED, said))
        with transaction.atomic():  # on SQLite this takes the writer's place
            connection.ensure_connection()


def _told(fault: Fault, error: str) -> str:
    told = f"{connection.settings_dict['NAME']}: {fault.value} ({' '.join(error.split())})"
    return f"{told}\n{RESTORE_HINT}" if fault is Fault.DAMAGED else told
