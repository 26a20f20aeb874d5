from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EntrantKind
from tournaments.stages.ready_plans import PLAN_ENTRANT_KINDS

_NAMES: Mapping[str, Promise] = {
    "groups_knockout": _("Groups, then elimination"),
    "league": _("Everyone meets everyone"),
    "swiss": _("Swiss system"),
    "swiss_knockout": _("Swiss, then elimination"),
    "knockout": _("Single elimination"),
    "double": _("Double elimination"),
    "fours": _("Swiss in fours"),
    "fours_tables": _("Swiss in fours, then tables"),
    "tables": _("Tables of four"),
}
_SENTENCES: Mapping[str, Promise] = {
    "groups_knockout": _("The best of each group advance; everyone plays at least two encounters."),
    "league": _("One group, one table: the fairest order for up to a dozen."),
    "swiss": _("Many pairs, few rounds: pairs with equal wins meet, and nobody is knocked out."),
    "swiss_knockout": _("A few Swiss rounds find the best eight, who play the title among themselves."),
    "knockout": _("One loss and you are out: the shortest way to a champion."),
    "double": _("Two losses and you are out: one bad encounter is forgiven."),
    "fours": _(
        "Everyone plays every round with neighbours in the standings; fewest penalty points a hand win."
    ),
    "fours_tables": _(
        "Some rounds for everyone find the best; two of each of their tables advance each time."
    ),
    "tables": _("Everyone for themselves: two of every four advance until one table is left."),
}

_BOX = '<rect x="{}" y="{}" width="{}" height="{}" rx="2"/>'
_GROUPS = "".join(_BOX.format(x, y, 16, 14) for x in (3, 23) for y in (5, 25))
_ROUNDS = "".join(_BOX.format(x, y, 10, 6) for x in (4, 20, 36) for y in (6, 19, 32))
_BRACKET = '<path d="M{0} 6h8v10h-8M{0} 28h8v10h-8M{1} 11h8v22h-8M{2} 22h7"/>'
_TABLE = '<circle cx="{}" cy="{}" r="6"/>'
_PICTURES: Mapping[str, str] = {
    "groups_knockout": _GROUPS + '<path d="M44 22h6"/>' + _BRACKET.format(55, 63, 71),
    "league": "".join(_BOX.format(22, y, 36, 5) for y in (4, 12, 20, 28, 36)),
    "swiss": _ROUNDS + _BOX.format(52, 6, 10, 6) + _BOX.format(52, 19, 10, 6) + _BOX.format(52, 32, 10, 6),
    "swiss_knockout": _ROUNDS + '<path d="M49 22h4"/>' + _BRACKET.format(56, 64, 72),
    "knockout": _BRACKET.format(24, 32, 40),
    "double": _BRACKET.format(12, 20, 28) + '<path d="M20 40h22v-8h8M50 22v10M35 22h22M57 22h9"/>',
    "fours": "".join(_TABLE.format(x, y) for x in (16, 40, 64) for y in (12, 32)),
    "fours_tables": "".join(_TABLE.format(x, y) for x in (10, 28) for y in (12, 32))
    + '<path d="M40 22h6"/>'
    + "".join(_TABLE.format(x, y) for x, y in ((56, 12), (56, 32), (73, 22))),
    "tables": "".join(
        f'<circle cx="{x}" cy="{y}" r="7"/>' for x, y in ((14, 11), (14, 33), (36, 11), (36, 33), (64, 22))
    ),
}


@dataclass(frozen=True)
class PlanCard:
    """`picture` is SVG content for a view box of 80 by 44."""

    id: str
    kind: EntrantKind
    name: Promise
    sentence: Promise
    picture: str


def plan_cards() -> list[PlanCard]:
    return [
        PlanCard(plan, kind, _NAMES[plan], _SENTENCES[plan], _PICTURES[plan])
        for plan, kind in PLAN_ENTRANT_KINDS.items()
    ]
