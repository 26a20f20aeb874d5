from __future__ import annotations

import errno
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _


class BackupError(Exception):
    """Nothing was changed.

    `str()` is English, `localized` the reader's language; the status file stores `record`.
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, {name: str(value) for name, value in values.items()}
        super().__init__(_fill_template(template, self.values))

    @property
    def localized(self) -> str:
        return _fill_template(gettext(self.template), self.values)

    @property
    def record(self) -> dict[str, Any]:
        return {"template": self.template, **self.values}


class InvalidBackupError(BackupError):
    pass


class BackupInProgressError(BackupError):
    pass


def as_backup_error(error: Exception) -> BackupError:
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return BackupError(
            _("The disk is full. Free some space, for example by emptying the bin, then try again.")
        )
    return error if isinstance(error, BackupError) else BackupError(str(error))


def _fill_template(template: str, values: dict[str, str]) -> str:
    return template % values if values else template
