"""What became of the subject of a log row, in words; a module for each kind of subject."""

from __future__ import annotations

from collections import ChainMap

from . import entrants, settings, stages, tables
from .told import Particulars

_SUBJECTS = (entrants, settings, stages, tables)
PARTICULARS: Particulars = ChainMap(*(dict(subject.PARTICULARS) for subject in _SUBJECTS))
"""What a row tells besides its action, by the action; one that is not named tells no more."""
