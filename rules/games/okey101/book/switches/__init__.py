"""Every switch of RULES §6 with its words, in the order in which people think of them."""

from typing import Final

from rules.books.switch import Switch
from rules.games.okey101.book.switches import (
    finishes,
    infractions,
    matches,
    okeys,
    openings,
    partners,
    unopened,
)

SWITCHES: Final[dict[str, Switch]] = {
    switch.field: switch
    for module in (partners, unopened, finishes, okeys, openings, infractions, matches)
    for switch in module.SWITCHES
}
"""The switches by the names that they have in a rule set."""
