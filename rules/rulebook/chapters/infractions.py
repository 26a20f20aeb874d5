"""Chapter: the infractions with their amounts."""

from typing import Final

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.line_sources import is_own_amount
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import PartnerCancels
from rules.rulebook.chapter import Chapter, Row, Table, stated, switched
from rules.sources import HOUSE_RULE, cite
from rules.text import Text, signed

_TITLE: Final = Text("Kural hataları", "Infractions")
_HEADS: Final = (
    Text("Kural hatası", "Infraction"),
    Text("Ne yaptı", "What was done"),
    Text("Puan", "Points"),
)


_CHARGED: Final = Text(
    "Kural hataları bitene de yazılır ve bir elde yinelenebilir.",
    "Infractions are charged to the finisher too, and can recur in a hand.",
)
_CHARGED_PARTNER_TOO: Final = Text(
    "Kural hataları bitene ve eşine de yazılır ve bir elde yinelenebilir.",
    "Infractions are charged to the finisher and his partner too, and can recur in a hand.",
)


def chapter(rules: RuleSet) -> Chapter:
    """List what is fined, and what is not multiplied or cancelled (S0 VII, S2, S4)."""
    if not rules.infractions:
        return Chapter("infractions", _TITLE, switched(rules, "infractions"))
    return Chapter(
        "infractions",
        _TITLE,
        (
            stated(
                rules,
                _CHARGED if rules.partner_cancels is PartnerCancels.EVERYTHING else _CHARGED_PARTNER_TOO,
            ),
            *switched(rules, "infractions_multiplied", *_called(rules)),
        ),
        table=Table(_HEADS, tuple(_row(code, rules) for code in INFRACTIONS if code in rules.infractions)),
    )


def _called(rules: RuleSet) -> tuple[str, ...]:
    return ("playable_must_be_called",) if "playable_discard" in rules.infractions else ()


def _row(code: str, rules: RuleSet) -> Row:
    kind, amount = INFRACTIONS[code], rules.infractions[code]
    figure = Text(signed(amount, "tr"), signed(amount, "en"))
    source = HOUSE_RULE if is_own_amount(code, rules) else cite(kind.stated, rules.source)
    return Row((kind.name, kind.deed, figure), source)
