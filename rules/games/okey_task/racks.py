from collections.abc import Sequence
from typing import Final

from rules.all_melds import Faces, lay_meld
from rules.games.okey_task.rulesets import RuleSet
from rules.games.okey_task.tasks import FEWEST_PAIRS, TASK_MELDS, Task
from rules.hands import Rack, RackCount, known_tiles
from rules.localized_text import Text
from rules.melds import played_as
from rules.rack_input import find_rack_errors, read_rack, read_tiles, refused_rack
from rules.strict_json import Answer, read_choice, required_member
from rules.tile_piles import Groups, Piles, PlayedFaces, groups_as_codes, most_pairs, pile_tiles
from rules.tiles import FALSE_OKEY, Tile, parse_tile

JOKER: Final = Text("joker", "joker")
"""The tiles without a number (S3)."""


def count_rack(rack: Rack | None) -> RackCount:
    """Jokers count nothing (chosen)."""
    if rack is None or rack.tiles is None:
        return RackCount((rack.points or 0) if rack else 0)
    tiles = list(known_tiles(rack))
    return RackCount(sum(tile.number for tile in tiles), tiles.count(FALSE_OKEY))


def answer_rack(data: object, _rules: RuleSet) -> Answer:
    """Return whether the rack opens with its task, and melds (RULES §9), or its errors; raise Malformed."""
    entry = read_rack(data, ("task",))
    codes, task = read_tiles(entry), read_choice(required_member(entry, "task"), "task", Task)
    errors = find_rack_errors(codes, None)
    if errors:
        return refused_rack(errors)
    played = faces_of([parse_tile(code) for code in codes])
    groups = task_opening(dict(enumerate(played)), task)
    return {"ok": True, "opens": bool(groups), "melds": groups_as_codes(groups, codes)}


def faces_of(tiles: Sequence[Tile]) -> list[Tile | None]:
    """Jokers are wild."""
    return played_as(tiles, FALSE_OKEY, {FALSE_OKEY})


def task_opening(played: PlayedFaces, task: Task) -> Groups:
    """Exactly its melds; empty if impossible or nothing is left to discard."""
    if task is Task.CIFT:
        pairs = most_pairs(played)[:FEWEST_PAIRS]
        groups = pairs if len(pairs) == FEWEST_PAIRS else None
    else:
        groups = _lay_task_melds(TASK_MELDS[task], pile_tiles(played))
    return groups if groups and sum(map(len, groups)) < len(played) else []


def _lay_task_melds(task_melds: Sequence[Sequence[Faces]], piles: Piles) -> Groups | None:
    if not task_melds:
        return []
    for faces in task_melds[0]:
        laid = lay_meld(faces, piles)
        rest = _lay_task_melds(task_melds[1:], laid[1]) if laid else None
        if laid and rest is not None:
            return [laid[0], *rest]
    return None
