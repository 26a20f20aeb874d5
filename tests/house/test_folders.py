"""How the code lies in its folders: no wing holds too much of scoring."""

from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOUSES = ("benchmarks", "config", "rules", "scoring", "tests", "tournaments")
LARGEST_WING = 0.2


def modules() -> list[Path]:
    """Every Python file of ours but the migrations, whose number grows with the releases."""
    found = (path.relative_to(ROOT) for house in HOUSES for path in (ROOT / house).rglob("*.py"))
    return [path for path in found if "migrations" not in path.parts]


def test_no_wing_is_more_than_a_fifth_of_scoring():
    lines: Counter[str] = Counter()
    for path in modules():
        if path.parts[0] == "scoring":
            lines[path.parts[1]] += len((ROOT / path).read_text().splitlines())
    whole = sum(lines.values())
    assert whole > 0
    assert {wing: number for wing, number in lines.items() if number > whole * LARGEST_WING} == {}
