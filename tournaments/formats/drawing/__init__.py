"""The draw: groups or an order, computed from recorded inputs and a seed, so that anybody can repeat it.

- *Drawn order*: by lot, the SHA-256 of seed, colon and id, smallest first.
- *Seeding order*: by the method; equal entrants in drawn order, those without a value last.
- *Groups*: pots in turn, in drawn order, are dealt to A, B, C… without a break between pots. Without pots
  `random` deals the drawn order; other methods the seeding order in a serpentine.
- *Clubs in groups*: while one group has at least two more of a club than another, the fullest and the next
  with the fewest are divided again by `halving`; pots stay as even as before.
- *Clubs in an order*: the halves, quarters… of the bracket are divided by `halving` from the final down,
  within tiers of seeds (1, 2, 3–4, 5–8…) unless `random`; then `first_round` removes avoidable encounters.
"""

from __future__ import annotations

from . import bracket_draw, group_draw
from .draw_inputs import Drawee, DrawInputs, DrawKind, Method, Pots, Separation
from .draw_json import MalformedDraw, UnknownVersion
from .draw_notes import add_notes
from .draw_results import DrawIncomplete, DrawResult, Note, NoteKind, check_all_drawn
from .lots import lot_hash
from .manual_changes import (
    Alteration,
    AlterationKind,
    NotInDraw,
    read_alterations,
    with_alterations,
    write_alterations,
)

__all__ = [
    "Alteration",
    "AlterationKind",
    "DrawIncomplete",
    "DrawInputs",
    "DrawKind",
    "DrawResult",
    "Drawee",
    "MalformedDraw",
    "Method",
    "NotInDraw",
    "Note",
    "NoteKind",
    "Pots",
    "Separation",
    "UnknownVersion",
    "check_all_drawn",
    "draw",
    "lot_hash",
    "read_alterations",
    "with_alterations",
    "write_alterations",
]


def draw(inputs: DrawInputs) -> DrawResult:
    if inputs.kind is DrawKind.GROUPS:
        return add_notes(inputs, DrawResult(groups=group_draw.draw_groups(inputs)))
    return add_notes(inputs, DrawResult(order=bracket_draw.draw_order(inputs)))
