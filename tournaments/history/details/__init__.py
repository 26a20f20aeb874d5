"""What became of the subject of a log row, in words; a module for each kind of subject."""

from __future__ import annotations

from collections import ChainMap

from . import draw_rows, entrant_rows, setting_rows, table_rows
from .row_context import Particulars

_SUBJECTS = (entrant_rows, setting_rows, draw_rows, table_rows)
PARTICULARS: Particulars = ChainMap(*(dict(subject.PARTICULARS) for subject in _SUBJECTS))
"""What a row tells besides its action, by the action; one that is not named tells no more."""
