from __future__ import annotations

from collections import ChainMap

from . import draw_rows, entrant_rows, setting_rows, table_rows
from .row_context import Particulars

_SUBJECTS = (entrant_rows, setting_rows, draw_rows, table_rows)
PARTICULARS: Particulars = ChainMap(*(dict(subject.PARTICULARS) for subject in _SUBJECTS))
