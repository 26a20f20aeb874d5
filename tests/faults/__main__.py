"""Inject random faults: `python -m tests.faults --times 1000 [--site laptop|federation] [--seed 101]`.

Before and after each fault every table stores a hand, then all standings are compared with the ledger.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from tests.faults.federation import Federation, federation
from tests.faults.invariants import check, check_standings
from tests.faults.laptop import Laptop, laptop
from tests.faults.phones import entering, phones_at, wait_for_a_hand_of_each

Open = Callable[[Path], AbstractContextManager[Laptop | Federation]]

SITES: Mapping[str, Open] = {"laptop": laptop, "federation": federation}
PAIRS, GROUPS = 512, 128
"""Enough hands for thousands of faults."""
BETWEEN_CHECKS = 10
RARE = {"deploy": 20, "clock set back": 10, "second server": 5}
"""Slow faults happen this many times less often."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--site", choices=SITES, default="laptop")
    parser.add_argument("--seed", type=int, default=101)
    arguments = parser.parse_args()
    # So that its services end with it.
    signal.signal(signal.SIGTERM, lambda *_arguments: sys.exit("ended before its time"))
    with tempfile.TemporaryDirectory() as folder, SITES[arguments.site](Path(folder)) as site:
        chance, counts, began = random.Random(arguments.seed), Counter[str](), time.monotonic()
        phones = phones_at(site.url, site.scripts, pairs=PAIRS, groups=GROUPS)
        weights = [1 / RARE.get(name, 1) for name in site.faults]
        longest_repair = 0.0
        while counts.total() < arguments.times:
            (name,) = chance.choices(list(site.faults), weights)
            with entering(phones):
                wait_for_a_hand_of_each(phones)
                site.faults[name](phones)
                wait_for_a_hand_of_each(phones)
            counts[name] += 1
            longest_repair = max(longest_repair, check_standings(site.scripts))
            if counts.total() % BETWEEN_CHECKS == 0 or counts.total() == arguments.times:
                check(site.scripts, phones)
                hands, seconds = sum(len(phone.saved) for phone in phones), time.monotonic() - began
                summary = f"{counts.total()} faults, {hands} hands, {seconds:.0f} s"
                sys.stdout.write(f"{summary}, standings repaired within {longest_repair:.0f} s\n")
                sys.stdout.flush()
        sys.stdout.write("".join(f"{times:6} {name}\n" for name, times in counts.most_common()))


if __name__ == "__main__":
    main()
