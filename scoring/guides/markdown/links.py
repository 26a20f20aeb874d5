"""Links between the guides: a file's name where the code is read, an address where it is served."""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote

from django.urls import reverse

from scoring.guides.queries import GUIDES, by_file

ELSEWHERE: Final = ("http://", "https://")
_FILES: Final = dict(by_file())


def address_of(code: str, language: str) -> str:
    """The address of a guide; that of all guides where none is meant, or none written in this language."""
    guide = GUIDES.get(code)
    if guide is None or language not in guide.words:
        return reverse("scoring:guides", kwargs={"language": language})
    return reverse("scoring:guide", kwargs={"language": language, "code": code})


def served(target: str) -> str | None:
    """Where a link of a guide leads on its page; None where it leads to a file that is not served."""
    if target.startswith(ELSEWHERE):
        return target
    file, mark, place = unquote(target).partition("#")
    if not file:
        return mark + place
    if file not in _FILES:
        return None
    guide, language = _FILES[file]
    return address_of(guide.code, language) + mark + place
