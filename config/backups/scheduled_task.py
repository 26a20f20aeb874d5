"""`python -m config.backups.scheduled_task backup|ledger`."""

import sys

import django

django.setup()

from django.utils import timezone  # noqa: E402  models can be imported from here on

from config.backups import ledger_check, make_backup, subprocesses  # noqa: E402

if __name__ == "__main__":
    subprocesses.lower_priority()
    if sys.argv[1] == "backup":
        make_backup.make_backup(at=timezone.now())
    else:
        ledger_check.check_ledger(at=timezone.now())
