from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum

from rules.strict_json import read_choice, read_list, read_text, refuse
from tournaments.naming.names import fold

from .draw_json import (
    DRAW_VERSION,
    MalformedDraw,
    canonical_json,
    read_draw_json,
    read_integer,
    read_members,
    read_nonempty,
    read_optional,
    read_versioned,
)

_DRAWEE_KEYS = ("id", "name", "rating", "club", "seed", "pot", "came_from", "among")
_GROUP_AND_RANK_LENGTH = 2
_INPUT_KEYS = ("kind", "drawees", "method", "seed", "sizes", "pots", "apart")


class DrawKind(StrEnum):
    GROUPS = "groups"
    ORDER = "order"


class Method(StrEnum):
    MANUAL = "manual"
    RATING = "rating"
    RANDOM = "random"
    BY_PLACE = "by_place"


class Pots(StrEnum):
    NONE = "none"
    NUMBERED = "numbered"
    BY_SEED = "by_seed"


class Separation(StrEnum):
    """Entrants of one club, or from one group of the previous stage."""

    NOBODY = "nobody"
    CLUB = "club"
    GROUP = "group"


@dataclass(frozen=True, kw_only=True)
class Drawee:
    """`came_from`: group and rank in the previous stage; `among`: place among all of that rank."""

    id: str
    name: str
    rating: int | None = None
    club: str = ""
    seed: int | None = None
    pot: int | None = None
    came_from: tuple[str, int] | None = None
    among: int | None = None


@dataclass(frozen=True, kw_only=True)
class DrawInputs:
    """Drawees are sorted by id.

    Raises MalformedDraw for an empty or repeated id, sizes that don't fit the drawees or differ by more than
    one, an order with sizes or pots.
    """

    kind: DrawKind
    drawees: tuple[Drawee, ...]
    method: Method
    seed: str
    sizes: tuple[int, ...] = ()
    pots: Pots = Pots.NONE
    apart: Separation = Separation.NOBODY

    def __post_init__(self) -> None:
        object.__setattr__(self, "drawees", tuple(sorted(self.drawees, key=lambda drawee: drawee.id)))
        ids = {drawee.id for drawee in self.drawees}
        if "" in ids or len(ids) < len(self.drawees):
            raise MalformedDraw("every drawee needs an id of its own")
        if self.kind is DrawKind.ORDER and (self.sizes or self.pots is not Pots.NONE):
            raise MalformedDraw("an order has neither groups nor pots")
        if self.kind is DrawKind.GROUPS and not _sizes_fit(self.sizes, len(ids)):
            raise MalformedDraw("groups hold everybody, at least one each, and differ by one at most")

    def kin_label(self, drawee: Drawee) -> str | None:
        if self.apart is Separation.CLUB:
            return fold(drawee.club) or None
        if self.apart is Separation.GROUP and drawee.came_from:
            return drawee.came_from[0] or None
        return None

    def to_json(self) -> str:
        return canonical_json({**asdict(self), "version": DRAW_VERSION})

    @classmethod
    def from_json(cls, text: str) -> DrawInputs:
        """Raises MalformedDraw, UnknownVersion."""
        return read_draw_json(text, _parse_inputs)


def _sizes_fit(sizes: tuple[int, ...], entrants: int) -> bool:
    return sum(sizes) == entrants and min(sizes, default=0) >= 1 and max(sizes) - min(sizes) <= 1


def _parse_inputs(value: object) -> DrawInputs:
    """Raises UnknownVersion, Malformed, MalformedDraw."""
    fields = read_versioned(value, _INPUT_KEYS)
    return DrawInputs(
        kind=read_choice(fields["kind"], "kind", DrawKind),
        drawees=tuple(_parse_drawee(item, "drawees") for item in read_list(fields["drawees"], "drawees")),
        method=read_choice(fields["method"], "method", Method),
        seed=read_text(fields["seed"], "seed"),
        sizes=tuple(read_integer(size, "sizes") for size in read_list(fields["sizes"], "sizes")),
        pots=read_choice(fields["pots"], "pots", Pots),
        apart=read_choice(fields["apart"], "apart", Separation),
    )


def _parse_drawee(value: object, path: str) -> Drawee:
    """Raises Malformed, MalformedDraw."""
    fields = read_members(value, path, _DRAWEE_KEYS)
    return Drawee(
        id=read_nonempty(fields["id"], "id"),
        name=read_text(fields["name"], "name"),
        rating=read_optional(fields["rating"], "rating", read_integer),
        club=read_text(fields["club"], "club"),
        seed=read_optional(fields["seed"], "seed", read_integer),
        pot=read_optional(fields["pot"], "pot", read_integer),
        came_from=read_optional(fields["came_from"], "came_from", _parse_came_from),
        among=read_optional(fields["among"], "among", read_integer),
    )


def _parse_came_from(value: object, path: str) -> tuple[str, int]:
    items = read_list(value, path)
    if len(items) != _GROUP_AND_RANK_LENGTH:
        refuse(path, "bir grup ve bir sıra olmalı.", "must be a group and a rank.")
    return read_text(items[0], path), read_integer(items[1], path)
