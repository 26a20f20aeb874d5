"""`python -m config.backups.inside …`: look at the database of DATABASE_URL, and tell it in JSON.

In a process of its own, for a copy has to be looked at by the same functions as the house itself, and these
ask the one database that the settings name. `SECONDS` alone tells what is counted and what is wrong;
`SECONDS SINCE START` what `looking.look` finds. It changes nothing.
"""

import json
import sys
from datetime import datetime

import django

django.setup()

from django.utils import translation  # noqa: E402

from config.backups import apart, looking  # noqa: E402  models can be imported from here on

if __name__ == "__main__":
    apart.step_back()
    seconds, *more = sys.argv[1:]
    with translation.override("en"):
        if more:
            since, start = datetime.fromisoformat(more[0]) if more[0] else None, int(more[1])
            told = looking.as_told(looking.look(seconds=float(seconds), since=since, start=start))
        else:
            told = looking.everything(seconds=float(seconds))
    json.dump(told, sys.stdout)
