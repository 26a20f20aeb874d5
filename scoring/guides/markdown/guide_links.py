from __future__ import annotations

from typing import Final
from urllib.parse import unquote

from scoring.guides.queries import Guide, guides_by_file
from tournaments.languages import paths_by_language

EXTERNAL_PREFIXES: Final = ("http://", "https://")
_GUIDES_BY_FILE: Final = dict(guides_by_file())


def guide_url(guide: Guide, language: str) -> str:
    return paths_by_language("scoring:guide", code=guide.code)[language]


def served_url(target: str) -> str | None:
    """Return the URL a guide's link leads to; None for a file that isn't served."""
    if target.startswith(EXTERNAL_PREFIXES):
        return target
    file, mark, place = unquote(target).partition("#")
    if not file:
        return mark + place
    if file not in _GUIDES_BY_FILE:
        return None
    guide, language = _GUIDES_BY_FILE[file]
    return guide_url(guide, language) + mark + place
