from __future__ import annotations

from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LONG = 200


def test_at_most_one_percent_of_lines_is_long() -> None:
    every = [
        (f"{path.relative_to(TEMPLATES)}:{number}", line)
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
    ]
    long = [place for place, line in every if len(line) > LONG]
    assert every
    assert len(long) <= len(every) / 100, "\n".join(long)
