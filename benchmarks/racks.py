"""The hardest racks: 22 tiles with two okeys, as `manage.py judge_racks` answers them.

The floor is parsing the same line as JSON. `--racks 100000` is the full measurement.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator

from benchmarks.measurement.alternating_rounds import Line, report
from rules.judge import judge_rack_line
from tests.rules.games.okey101.playable.seeded_racks import dealt

MILLISECONDS = 1000
RACKS = 1000


def measure(racks: int = RACKS) -> Iterator[Line]:
    floors, answers = [], []
    for seed in range(racks):
        indicator, tiles = dealt(seed, okeys=2)
        line = json.dumps({"rule_set": "101-pairs", "indicator": indicator, "tiles": tiles}).encode()
        floors.append(milliseconds_of(json.loads, line))
        answers.append(milliseconds_of(judge_rack_line, line))
    worst = answers.index(max(answers))
    yield Line(f"one of {racks:,} racks: judged; worst is seed {worst}", "ms", answers, floors)


def milliseconds_of(work: Callable[[bytes], object], line: bytes) -> float:
    began = time.process_time()
    work(line)
    return (time.process_time() - began) * MILLISECONDS


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--racks", type=int, default=RACKS)
    report("racks", measure(parser.parse_args().racks))
