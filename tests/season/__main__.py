"""`python -m tests.season [--seeds 200] [--format NAME] [--seed N]`: on a database of its own, in memory."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections import Counter

os.environ["DATABASE_URL"] = "sqlite://:memory:"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def _listed(met: Counter[str]) -> str:
    return ", ".join(f"{kind} {number}" for kind, number in sorted(met.items()) if number)


def main() -> int:
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import transaction  # noqa: PLC0415

    from tests.season.checks import check  # noqa: PLC0415
    from tests.season.evening import FORMATS, Evening  # noqa: PLC0415

    asked = argparse.ArgumentParser(prog="python -m tests.season")
    asked.add_argument("--seeds", type=int, default=200)
    asked.add_argument("--seed", type=int)
    asked.add_argument("--format", choices=FORMATS)
    chosen = asked.parse_args()
    call_command("migrate", verbosity=0)
    seeds = range(chosen.seeds) if chosen.seed is None else [chosen.seed]
    failed = 0
    for name in [chosen.format] if chosen.format else FORMATS:
        lost, met = [], Counter[str]()
        for seed in seeds:
            try:
                with transaction.atomic():
                    evening = Evening(name, seed)
                    check(evening)
                    met += evening.met
                    transaction.set_rollback(True)
            except Exception:  # one that fails is told, and the others are played
                lost.append(seed)
                traceback.print_exc(limit=-4)
        failed += len(lost)
        print(f"{name}: {len(seeds) - len(lost)} of {len(seeds)} ended in a champion,", _listed(met), *lost)  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
