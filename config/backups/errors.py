"""Errors of making and restoring backups, with reasons for operators."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext


class BackupError(Exception):
    """Nothing was made or changed, and why.

    `str()` is English, for terminals and logs; `localized` is in the reader's language, except for output of
    other programs; `record` is what status files store.
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, {name: str(value) for name, value in values.items()}
        super().__init__(_filled(template, self.values))

    @property
    def localized(self) -> str:
        return _filled(gettext(self.template), self.values)

    @property
    def record(self) -> dict[str, Any]:
        return {"template": self.template, "values": self.values}


class ProcessFailedError(BackupError):
    """A child process failed; the message is its last line."""


class InvalidBackupError(BackupError):
    """A file that can't be restored here."""


class CopyError(BackupError):
    """A copy can't be made, opened or put in place."""


class BackupInProgressError(BackupError):
    """Another backup is being made or restored."""


def as_backup_error(error: Exception) -> BackupError:
    return error if isinstance(error, BackupError) else BackupError(str(error))


def from_record(record: object) -> BackupError | None:
    """Return the error in a status file; None without one, or if this program did not write it."""
    match record:
        case {"template": str(template), "values": dict(values)}:
            try:
                return BackupError(template, **values)
            except (LookupError, TypeError, ValueError):
                return None
    return None


def _filled(template: str, values: dict[str, str]) -> str:
    return template % values if values else template
