from rules.games.okey101.opening_reports import read_previous
from rules.games.okey101.playable.racks import RackInput
from rules.rack_input import read_rack, read_tiles
from rules.strict_json import read_text, required_member


def parse_rack(data: object) -> RackInput:
    """Parse a rack, without its rule set (RULES §9); raise Malformed."""
    entry = read_rack(data, ("indicator", "previous"))
    return RackInput(
        read_tiles(entry),
        read_text(required_member(entry, "indicator"), "indicator"),
        read_previous(entry),
    )
