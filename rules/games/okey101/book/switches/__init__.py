from typing import Final

from rules.book.switch import Heading, Switch
from rules.games.okey101.book.switches import (
    finishes,
    infractions,
    matches,
    okeys,
    openings,
    partners,
    unopened,
)
from rules.localized_text import Text

HEADINGS: Final = (
    Heading("partner", Text("Eş", "The partner"), partners.SWITCHES),
    Heading(
        "unopened",
        Text("Açmayanlar ve kimsenin bitmediği eller", "Not opened, not finished"),
        unopened.SWITCHES,
    ),
    Heading("finish", Text("Bitiş", "The finish"), finishes.SWITCHES),
    Heading("okeys", Text("Okeyler", "Okeys"), okeys.SWITCHES),
    Heading("opening", Text("Açış", "The opening"), openings.SWITCHES),
    Heading("infractions", Text("Kural hataları", "Infractions"), infractions.SWITCHES),
    Heading("matches", Text("Maçlar", "Matches"), matches.SWITCHES),
)
SWITCHES: Final[dict[str, Switch]] = {
    switch.field: switch for heading in HEADINGS for switch in heading.switches
}
"""The switches by field name."""
