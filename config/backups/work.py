"""`python -m config.backups.work backup|ledger`: one piece of work by the clock, in a process of its own."""

import sys

import django

django.setup()

from django.utils import timezone  # noqa: E402  models can be imported from here on

from config.backups import apart, ledger, making  # noqa: E402

if __name__ == "__main__":
    apart.step_back()
    if sys.argv[1] == "backup":
        making.make(at=timezone.now())
    else:
        ledger.look_through(at=timezone.now())
