from __future__ import annotations

from typing import Final
from urllib.parse import unquote

from scoring.guides.queries import Guide, by_file
from tournaments.languages import in_every_language

ELSEWHERE: Final = ("http://", "https://")
_FILES: Final = dict(by_file())


def address_of(guide: Guide, language: str) -> str:
    return in_every_language("scoring:guide", code=guide.code)[language]


def served_url(target: str) -> str | None:
    """Return the URL a guide's link leads to; None for a file that isn't served."""
    if target.startswith(ELSEWHERE):
        return target
    file, mark, place = unquote(target).partition("#")
    if not file:
        return mark + place
    if file not in _FILES:
        return None
    guide, language = _FILES[file]
    return address_of(guide, language) + mark + place
