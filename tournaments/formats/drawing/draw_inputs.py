"""Everything that a draw depends on."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum

from rules.strict_json import read_choice, read_list, read_text, refuse
from tournaments.naming.names import fold

from .draw_json import VERSION, MalformedDraw, canonical, members, name_of, optional, read, versioned, whole

_DRAWEE = ("id", "name", "rating", "club", "seed", "pot", "came_from", "among")
_GROUP_AND_RANK = 2
_INPUTS = ("kind", "drawees", "method", "seed", "sizes", "pots", "apart")


class DrawKind(StrEnum):
    """What is drawn: groups; or an order, for brackets, Swiss rounds and tables of four."""

    GROUPS = "groups"
    ORDER = "order"


class Method(StrEnum):
    """What orders the entrants; those that it can't tell apart stand in drawn order."""

    MANUAL = "manual"
    RATING = "rating"
    RANDOM = "random"
    BY_PLACE = "by_place"


class Pots(StrEnum):
    """Where the pots of groups come from: there are none, the organizer's numbers, or the seeding order."""

    NONE = "none"
    NUMBERED = "numbered"
    BY_SEED = "by_seed"


class Apart(StrEnum):
    """Who is kept apart: nobody, people of one club, or those out of one group of the stage before."""

    NOBODY = "nobody"
    CLUB = "club"
    GROUP = "group"


@dataclass(frozen=True, kw_only=True)
class Drawee:
    """An entrant as the draw sees it; `came_from` is its group (may be "") and rank in the stage before.

    `among` is its place among those of that rank in all groups, where only the best of them went on.
    """

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
    """The inputs of a draw, drawees by id in whatever order they were given.

    Raises:
        MalformedDraw: an id that is empty or given twice; groups whose sizes are none, differ by more than
            one or don't hold everybody; an order with sizes or pots.
    """

    kind: DrawKind
    drawees: tuple[Drawee, ...]
    method: Method
    seed: str
    sizes: tuple[int, ...] = ()
    pots: Pots = Pots.NONE
    apart: Apart = Apart.NOBODY

    def __post_init__(self) -> None:
        object.__setattr__(self, "drawees", tuple(sorted(self.drawees, key=lambda drawee: drawee.id)))
        ids = {drawee.id for drawee in self.drawees}
        if "" in ids or len(ids) < len(self.drawees):
            raise MalformedDraw("every drawee needs an id of its own")
        if self.kind is DrawKind.ORDER and (self.sizes or self.pots is not Pots.NONE):
            raise MalformedDraw("an order has neither groups nor pots")
        if self.kind is DrawKind.GROUPS and not _fits(self.sizes, len(ids)):
            raise MalformedDraw("groups hold everybody, at least one each, and differ by one at most")

    def kin(self, drawee: Drawee) -> str | None:
        """What it shares with those it is kept apart from; None when it is with nobody."""
        if self.apart is Apart.CLUB:
            return fold(drawee.club) or None
        if self.apart is Apart.GROUP and drawee.came_from:
            return drawee.came_from[0] or None
        return None

    def to_json(self) -> str:
        """Canonical JSON: equal inputs give equal bytes."""
        return canonical({**asdict(self), "version": VERSION})

    @classmethod
    def from_json(cls, text: str) -> DrawInputs:
        """Read what `to_json` wrote. Raises MalformedDraw, UnknownVersion."""
        return read(text, _inputs)


def _fits(sizes: tuple[int, ...], entrants: int) -> bool:
    return sum(sizes) == entrants and min(sizes, default=0) >= 1 and max(sizes) - min(sizes) <= 1


def _inputs(value: object) -> DrawInputs:
    found = versioned(value, _INPUTS)
    return DrawInputs(
        kind=read_choice(found["kind"], "kind", DrawKind),
        drawees=tuple(_drawee(one, "drawees") for one in read_list(found["drawees"], "drawees")),
        method=read_choice(found["method"], "method", Method),
        seed=read_text(found["seed"], "seed"),
        sizes=tuple(whole(size, "sizes") for size in read_list(found["sizes"], "sizes")),
        pots=read_choice(found["pots"], "pots", Pots),
        apart=read_choice(found["apart"], "apart", Apart),
    )


def _drawee(value: object, where: str) -> Drawee:
    found = members(value, where, _DRAWEE)
    return Drawee(
        id=name_of(found["id"], "id"),
        name=read_text(found["name"], "name"),
        rating=optional(found["rating"], "rating", whole),
        club=read_text(found["club"], "club"),
        seed=optional(found["seed"], "seed", whole),
        pot=optional(found["pot"], "pot", whole),
        came_from=optional(found["came_from"], "came_from", _came_from),
        among=optional(found["among"], "among", whole),
    )


def _came_from(value: object, where: str) -> tuple[str, int]:
    couple = read_list(value, where)
    if len(couple) != _GROUP_AND_RANK:
        refuse(where, "bir grup ve bir sıra olmalı.", "must be a group and a rank.")
    return read_text(couple[0], where), whole(couple[1], where)
