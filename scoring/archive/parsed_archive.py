from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

Values = dict[str, Any]


@dataclass
class Archive:
    """`rows` hold values as models do; `names` are row keys of each kind, with row numbers."""

    raw: Mapping[str, Any]
    tournament: Values = field(default_factory=dict)
    rows: dict[str, list[Values]] = field(default_factory=dict)
    names: dict[str, dict[Hashable, int]] = field(default_factory=dict)
