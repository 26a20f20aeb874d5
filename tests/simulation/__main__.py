from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections import Counter
from collections.abc import Iterable
from itertools import product

os.environ["DATABASE_URL"] = "sqlite://:memory:"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

QUARTER = 4


def _format_counts(met: Counter[str]) -> str:
    return ", ".join(f"{kind} {number}" for kind, number in sorted(met.items()) if number)


def _chosen_or_all(chosen: str | None, every: Iterable[str]) -> list[str]:
    return [chosen] if chosen else [*every]


def _seeds(wished: int, rules: str) -> int:
    return wished if rules.startswith("101-") else -(-wished // QUARTER)


def main() -> int:
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import transaction  # noqa: PLC0415

    from tests.simulation.checks import check  # noqa: PLC0415
    from tests.simulation.hands import RULE_SETS  # noqa: PLC0415
    from tests.simulation.random_evening import FORMATS, SimulatedEvening  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--rules", choices=RULE_SETS)
    parser.add_argument("--format", choices=FORMATS)
    chosen = parser.parse_args()
    call_command("migrate", verbosity=0)
    failed = 0
    for rules, name in product(
        _chosen_or_all(chosen.rules, RULE_SETS), _chosen_or_all(chosen.format, FORMATS)
    ):
        seeds = range(_seeds(chosen.seeds, rules)) if chosen.seed is None else [chosen.seed]
        lost, counts = [], Counter[str]()
        for seed in seeds:
            try:
                with transaction.atomic():
                    evening = SimulatedEvening(name, seed, rules)
                    check(evening)
                    counts += evening.incident_counts
                    transaction.set_rollback(True)
            except Exception:  # report a failed one and continue with the others
                lost.append(seed)
                traceback.print_exc(limit=-4)
        failed += len(lost)
        ended = f"{len(seeds) - len(lost)} of {len(seeds)} ended in a champion,"
        print(rules, f"{name}:", ended, _format_counts(counts), *lost)  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
