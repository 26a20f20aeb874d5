"""The rows of an archive in memory, as the reader parsed them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

Values = dict[str, Any]


@dataclass
class Archive:
    """A parsed archive: `raw` as in the file, `rows` by kind with values as models hold them.

    `names` are the keys of the rows of each kind, with the number of their row.
    """

    raw: Mapping[str, Any]
    tournament: Values = field(default_factory=dict)
    rows: dict[str, list[Values]] = field(default_factory=dict)
    names: dict[str, dict[Hashable, int]] = field(default_factory=dict)
