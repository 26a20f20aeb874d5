from __future__ import annotations

from collections.abc import Mapping

from tournaments.formats.fours.rounds_at_tables import ROUNDS_AT_TABLES
from tournaments.formats.fours.tables_of_four import TABLES_OF_FOUR

from .double_elimination import DOUBLE_ELIMINATION
from .encounter_plan import Format
from .group_stage import GROUPS
from .single_elimination import SINGLE_ELIMINATION
from .swiss import SWISS

FORMATS: Mapping[str, Format] = {
    "groups": GROUPS,
    "swiss": SWISS,
    "knockout": SINGLE_ELIMINATION,
    "double": DOUBLE_ELIMINATION,
    "tables": TABLES_OF_FOUR,
    "fours": ROUNDS_AT_TABLES,
}
