"""The draw: computes groups or an order from recorded inputs and a seed; anybody can repeat it.

The lot of an entrant can be computed with any SHA-256 calculator. Write the seed, a colon and the entrant's
id, as in `kura-7:3f2b…`; take the SHA-256 of that text (UTF-8) as 64 hexadecimal digits. Entrants sorted by
their lots, smallest first, are in *drawn order*. Everything else follows from it:

- *Seeding order*: drawn order (`random`); the organizer's numbers (`manual`); rating, highest first
  (`rating`); or rank in the previous stage (`by_place`). Equal entrants keep drawn order; entrants without a
  value come last.
- *Groups with pots*: pot after pot, each in drawn order, is dealt one by one to A, B, C… and from A again; a
  pot continues where the previous one stopped. Pots are the organizer's numbers (entrants without one form
  the last pot), or the seeding order cut into pots of one entrant for each group.
- *Groups without pots*: `random` deals the drawn order in the same way; other methods deal the seeding
  order in a serpentine (A B C, C B A, A B C), whose rows then count as pots.
- Group sizes differ by at most one; the larger groups are dealt to first.
- *Apart, in groups*: then, for one club after the other in the order dealt, while a group has at least two
  more entrants of the club than another: these two groups (the fullest, and the next one after it that has
  fewest) are divided again by `halving`. This never fails: every club ends as evenly over the groups as its
  number allows, so two of its entrants meet only if it has more entrants than there are groups, and every pot
  stays as even as before.
- *Apart, in an order*: the order is read as seeds of a bracket (best in the first slot, byes to the best),
  and its halves, quarters… are divided by `halving` from the final down. Entrants change places only within
  their tier of seeds (1, 2, 3–4, 5–8, 9–16…); with `random` no seed is better than another, so all may
  change. Last, `first_round` removes avoidable first-round encounters within a club.
"""

from __future__ import annotations

from . import bracket_draw, group_draw
from .alterations import (
    Alteration,
    AlterationKind,
    NotInDraw,
    read_alterations,
    with_alterations,
    write_alterations,
)
from .draw_inputs import Apart, Drawee, DrawInputs, DrawKind, Method, Pots
from .draw_json import MalformedDraw, UnknownVersion
from .draw_notes import with_notes
from .draw_results import DrawIncomplete, Drawn, Note, NoteKind, check_covers
from .lots import lot

__all__ = [
    "Alteration",
    "AlterationKind",
    "Apart",
    "DrawIncomplete",
    "DrawInputs",
    "DrawKind",
    "Drawee",
    "Drawn",
    "MalformedDraw",
    "Method",
    "NotInDraw",
    "Note",
    "NoteKind",
    "Pots",
    "UnknownVersion",
    "check_covers",
    "draw",
    "lot",
    "read_alterations",
    "with_alterations",
    "write_alterations",
]


def draw(inputs: DrawInputs) -> Drawn:
    """Compute the draw, with notes of the wishes that could not be met."""
    if inputs.kind is DrawKind.GROUPS:
        return with_notes(inputs, Drawn(groups=group_draw.drawn_groups(inputs)))
    return with_notes(inputs, Drawn(order=bracket_draw.drawn_order(inputs)))
