from __future__ import annotations

import re
from pathlib import Path

from tournaments.templatetags.icons import ICONS

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


def test_no_inline_code_that_the_content_security_policy_forbids() -> None:
    inline = re.compile(r"\sstyle=|<[^>%]*\son[a-z]+=|<script(?![^>]*\ssrc=)|hx-on")
    assert [path.name for path in TEMPLATES.rglob("*.html") if inline.search(path.read_text())] == []


def test_icons_exist() -> None:
    sources = [path.read_text() for path in TEMPLATES.rglob("*.html")]
    used = {name for source in sources for name in re.findall(r'{% icon "([^"]+)" %}', source)}
    assert used <= set(ICONS)
