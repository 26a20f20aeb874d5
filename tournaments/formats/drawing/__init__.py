"""The draw: from recorded inputs and a seed to groups or to an order, the same for ever and for everybody.

The lot of an entrant is repeated with any SHA-256 calculator. Write the seed, a colon and the entrant's id,
as in `kura-7:3f2b…`; take the SHA-256 of that text (UTF-8), written as 64 hexadecimal digits. Sorted by
these lots, smallest first, the entrants stand in *drawn order*. Everything else follows from it:

- *Seeding order*: as drawn (`random`); or by the organizer's numbers (`manual`), by rating, highest first
  (`rating`), or by rank in the stage before (`by_place`). Equal ones stand in drawn order, as do those
  without, who come last.
- *Groups with pots*: pot after pot, each in drawn order, dealt one by one to A, B, C… and from A again; a
  pot goes on where the one before stopped. Pots are the organizer's numbers (those without one are the last
  pot), or the seeding order cut into as many as there are groups.
- *Groups without pots*: `random` deals the drawn order in the same way; other methods deal the seeding
  order to and fro (A B C, C B A, A B C: the serpentine), whose rows then count as pots.
- Groups are equally large, or some by one larger; the larger ones are dealt to before the smaller.
- *Apart, in groups*: then, for one club after the other as they were dealt, while some group has two more
  of it than another: these two groups (the fullest, and the next one after it that has fewest) are divided
  anew, as `halving` says. This never fails: every club ends as evenly over the groups as its number allows,
  so that two meet only where a club has more entrants than there are groups, and every pot stays as even as
  before.
- *Apart, in an order*: the order is read as seeds of a bracket (best in the first slot, byes to the best),
  and its halves, quarters… are divided by `halving` from the final down. People change places only within
  their tier of seeds (1, 2, 3–4, 5–8, 9–16…); where the method is `random` no seed is better than another,
  and all may. Last, `first_round` takes out meetings of one club in the first round that can be avoided so.
"""

from __future__ import annotations

from . import bracket_draw, group_draw
from .alterations import Alteration, AlterationKind, NotInDraw, altered, read_alterations, write_alterations
from .draw_inputs import Apart, Drawee, DrawInputs, DrawKind, Method, Pots
from .draw_json import MalformedDraw, UnknownVersion
from .draw_notes import noted
from .draw_results import Drawn, Note, NoteKind, NotEverybodyDrawn, check_covers
from .lots import lot

__all__ = [
    "Alteration",
    "AlterationKind",
    "Apart",
    "DrawInputs",
    "DrawKind",
    "Drawee",
    "Drawn",
    "MalformedDraw",
    "Method",
    "NotEverybodyDrawn",
    "NotInDraw",
    "Note",
    "NoteKind",
    "Pots",
    "UnknownVersion",
    "altered",
    "check_covers",
    "draw",
    "lot",
    "read_alterations",
    "write_alterations",
]


def draw(inputs: DrawInputs) -> Drawn:
    """What the inputs give, with notes of what could not be kept."""
    if inputs.kind is DrawKind.GROUPS:
        return noted(inputs, Drawn(groups=group_draw.drawn_groups(inputs)))
    return noted(inputs, Drawn(order=bracket_draw.drawn_order(inputs)))
