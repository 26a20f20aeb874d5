"""What became of the subject of a log row, in words; a module for each kind of subject."""

from __future__ import annotations

from collections import ChainMap

from . import encounters, entrants, hands, screen, settings, stages
from .told import Told

_SUBJECTS = (encounters, entrants, hands, screen, settings, stages)
_PARTICULARS = ChainMap(*(dict(subject.PARTICULARS) for subject in _SUBJECTS))


def particulars(action: str, before: Told, after: Told) -> str:
    """What a row tells besides its action; nothing where there is no more to tell."""
    tell = _PARTICULARS.get(action)
    return tell(before, after) if tell else ""
