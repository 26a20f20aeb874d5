from __future__ import annotations

from typing import Any

from django.utils.translation import gettext


class BackupError(Exception):
    """Nothing was changed.

    `str()` is English, `localized` the reader's language; status files store `record`.
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, {name: str(value) for name, value in values.items()}
        super().__init__(_fill_template(template, self.values))

    @property
    def localized(self) -> str:
        return _fill_template(gettext(self.template), self.values)

    @property
    def record(self) -> dict[str, Any]:
        return {"template": self.template, "values": self.values}


class ProcessFailedError(BackupError):
    """The message is the child's last line."""


class InvalidBackupError(BackupError):
    pass


class CopyError(BackupError):
    pass


class BackupInProgressError(BackupError):
    pass


def as_backup_error(error: Exception) -> BackupError:
    return error if isinstance(error, BackupError) else BackupError(str(error))


def from_record(record: object) -> BackupError | None:
    """None without one, or from another program."""
    match record:
        case {"template": str(template), "values": dict(values)}:
            try:
                return BackupError(template, **values)
            except (LookupError, TypeError, ValueError):
                return None
    return None


def _fill_template(template: str, values: dict[str, str]) -> str:
    return template % values if values else template
