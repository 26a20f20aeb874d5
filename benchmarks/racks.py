"""How long the hardest racks take: 22 tiles with two okeys, answered as `manage.py judge_racks` answers them.

Beside median and worst stands a floor of the same run, reading the same line as JSON. A thousand racks by
default; `--racks 100000` is the full measure.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable

from rules.judge import judge_rack_line
from tests.rules.games.okey101.playable.seeded_racks import dealt

MILLISECONDS = 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--racks", type=int, default=1000)
    racks = parser.parse_args().racks
    print(f"{racks:,} racks of 22 tiles, two of them okeys; milliseconds")
    floors, answers = [], []
    for seed in range(racks):
        indicator, tiles = dealt(seed, okeys=2)
        line = json.dumps({"rule_set": "101-pairs", "indicator": indicator, "tiles": tiles}).encode()
        floors.append(seconds_of(json.loads, line))
        answers.append(seconds_of(judge_rack_line, line))
    floor = statistics.median(floors)
    for name, seconds in (
        ("rack: read as JSON, median (floor)", floor),
        ("rack: judged, median", statistics.median(answers)),
        (f"rack: judged, worst (seed {answers.index(max(answers))})", max(answers)),
    ):
        print(f"{name:45}{seconds * MILLISECONDS:10.3f} {seconds / floor:10,.0f} x")


def seconds_of(work: Callable[[bytes], object], line: bytes) -> float:
    began = time.process_time()
    work(line)
    return time.process_time() - began


if __name__ == "__main__":
    main()
