"""Words of a tile referee: lines with the sentences of the book that they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.games.game import Game
from rules.localized_text import Text, join_names
from rules.meld_faults import FAULT_WORDS, Fault, FaultCode
from rules.melds import Meld
from rules.rulesets import RuleSet
from rules.tiles import Tile, parse_tile, tile_name
from scoring.queries.rule_references import Citation, find_citation
from tournaments.models import Tournament

Rules = str | Sequence[str]
"""A sentence of the book, or several of which the first counts that it has."""


def parse_tiles(codes: Iterable[str]) -> list[Tile]:
    return [parse_tile(code) for code in codes]


@dataclass(frozen=True)
class Line:
    """`code` says what the line says; `state` is good, error-text or blank."""

    code: str
    text: str
    citations: Sequence[Citation] = ()
    state: str = ""


@dataclass(frozen=True)
class Reading:
    """Of one group; `substitutions` are tiles and what they stand for."""

    group: Sequence[str]
    lines: Sequence[Line] = ()
    substitutions: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Verdict:
    """`readings` by group of the question; `melds` that answer a question about a rack."""

    lines: Sequence[Line] = ()
    readings: Sequence[Reading] = ()
    melds: Sequence[Sequence[Sequence[str]]] = ()


@dataclass(frozen=True)
class VerdictWriter:
    """Words in the page's language, with citations of the book of `source`."""

    source: Tournament | RuleSet
    game: Game[Any, Any]

    def line(self, code: str, text: str, *rules: Rules, state: str = "") -> Line:
        citations = [self._cite((keys,) if isinstance(keys, str) else keys) for keys in rules]
        return Line(code, text, [citation for citation in citations if citation], state)

    def good(self, code: str, text: str, *rules: Rules) -> Line:
        return self.line(code, text, *rules, state="good")

    def bad(self, code: str, text: str, *rules: Rules) -> Line:
        return self.line(code, text, *rules, state="error-text")

    def _cite(self, keys: Sequence[str]) -> Citation | None:
        return next(filter(None, (find_citation(self.source, key) for key in keys)), None)

    def word(self, text: Text) -> str:
        return text.in_language(get_language() or "tr")

    def join(self, names: Sequence[str]) -> str:
        return join_names(names, get_language() or "tr")

    def tile_names(self, codes: Iterable[str]) -> list[str]:
        return [self.word(tile_name(parse_tile(code), self.game.numberless_name)) for code in codes]

    def read_meld(self, group: Sequence[str], meld: Meld, text: str, *rules: Rules) -> Reading:
        """Word a valid meld, with the tiles that others stand for."""
        pairs = ((code, tile.code) for code, tile in zip(group, meld.stands_for, strict=True))
        substitutions = [pair for pair in pairs if pair[0] != pair[1]]
        return Reading(group, [self.good(meld.kind, text, *rules)], substitutions)

    def no_meld(self, fault: Fault, *rules: Rules, words: Mapping[FaultCode, Text] = FAULT_WORDS) -> Line:
        reason = self.word(fault.worded(words, self.game.numberless_name))
        return self.bad(fault.code, _("Not a meld: %s") % reason, *rules)

    def list_invalid(
        self, groups: Sequence[Sequence[str]], laid: Sequence[Sequence[str]], melds: Sequence[Meld]
    ) -> str:
        """Name the invalid of the `laid` groups by number and tiles; `melds` are theirs."""
        numbered = ((number, group) for number, group in enumerate(groups, start=1) if group in laid)
        return "; ".join(
            f"{_('Meld %s') % number}: {' – '.join(self.tile_names(group))}"
            for (number, group), meld in zip(numbered, melds, strict=True)
            if not meld.valid
        )
