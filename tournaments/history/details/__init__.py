from __future__ import annotations

from collections import ChainMap

from . import draw_rows, entrant_rows, setting_rows, table_rows
from .row_context import DetailDescriptions

_SUBJECTS = (entrant_rows, setting_rows, draw_rows, table_rows)
DETAIL_DESCRIPTIONS: DetailDescriptions = ChainMap(
    *(dict(subject.DETAIL_DESCRIPTIONS) for subject in _SUBJECTS)
)
