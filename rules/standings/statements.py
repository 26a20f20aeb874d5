"""What standings say about a rank, as codes and values, and in words with the entrants' names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from rules.localized_text import Text, format_decimal, format_number, join_names
from rules.standings.steps import STEPS

NameOf = Callable[[str], str]
"""Returns an entrant's name by id."""

MAX_NAMED_ENTRANTS: Final = 4
"""A reason names at most this many entrants; beyond that it gives their number."""


class Code(StrEnum):
    ABOVE = "above"
    BELOW = "below"

    NEEDS = "needs"
    """Alternatives; the outermost statement of what an entrant needs."""
    ENOUGH = "enough"
    OTHER_RESULTS = "other_results"
    WHILE = "while"
    """An own result, and what others must do."""
    IF = "if"
    """What happens, and what others must do for it."""
    THEN = "then"
    """Results, and what decides after them."""
    ALL = "all"
    ANY = "any"

    ANY_RESULT = "any_result"
    WIN = "win"
    WIN_BY = "win_by"
    DEFEAT = "defeat"
    DEFEAT_BY = "defeat_by"

    DOES_NOT_WIN = "does_not_win"
    DOES_NOT_WIN_BY = "does_not_win_by"
    WINS_BY = "wins_by"
    ENDS_BY = "ends_by"
    """The scores are the first entrant's."""

    DECIDED = "decided"
    LEVEL = "level"
    THROUGH = "through"


_LEAD: Final = ("step", "entrants", "others", "figures", "scale")

_FIELDS: Final[Mapping[Code, tuple[str, ...]]] = {
    Code.ABOVE: _LEAD,
    Code.BELOW: _LEAD,
    **dict.fromkeys((Code.NEEDS, Code.ALL, Code.ANY), ("parts",)),
    **dict.fromkeys((Code.ENOUGH, Code.WHILE, Code.IF, Code.THEN), ("parts",)),
    **dict.fromkeys((Code.WIN_BY, Code.DEFEAT_BY), ("scores",)),
    **dict.fromkeys((Code.DOES_NOT_WIN, Code.LEVEL), ("entrants",)),
    **dict.fromkeys((Code.DOES_NOT_WIN_BY, Code.WINS_BY, Code.ENDS_BY), ("entrants", "scores")),
    Code.DECIDED: ("step", "entrants"),
}
"""The values of each code that has any."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A code with its values.

    ``entrants`` are ids, and ``others`` counts those not listed. ``figures`` by ``step`` are the leader's and
    the other's, empty where they explain nothing; they are per encounter, times ``scale``, unless that is 0.
    ``scores`` are matches won and lost.
    """

    code: Code
    parts: tuple[Statement, ...] = ()
    step: str = ""
    entrants: tuple[str, ...] = ()
    others: int = 0
    figures: tuple[int, ...] = ()
    scale: int = 0
    scores: tuple[tuple[int, ...], ...] = ()

    @property
    def mentioned(self) -> list[str]:
        """All ids, those in parts too."""
        return [*self.entrants, *(entrant for part in self.parts for entrant in part.mentioned)]

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code.value} | {
            name: _to_json(getattr(self, name)) for name in _FIELDS.get(self.code, ())
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Statement:
        """Read what `to_json` wrote; anything else may raise ValueError, LookupError, TypeError."""
        code = Code(stored["code"])
        return cls(code, **{name: _from_json(stored[name]) for name in _FIELDS.get(code, ())})


def _to_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_to_json(item) for item in value]
    return value.to_json() if isinstance(value, Statement) else value


def _from_json(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_from_json, value))
    return Statement.from_json(value) if isinstance(value, dict) else value


_OR: Final = Text(" ya da ", " or ")
_BETWEEN_SIDES: Final = " · "

_JOINTS: Final[Mapping[Code, Text]] = {
    Code.NEEDS: Text("; ya da ", "; or "),
    Code.ALL: Text(" ve ", " and "),
    Code.ANY: _OR,
}
"""What joins the parts."""

_TEXTS: Final[Mapping[Code, Text]] = {
    Code.ABOVE: Text("{entrants} karşısında {step} önde{figures}", "Above {entrants} {step}{figures}"),
    Code.BELOW: Text("{entrants} {step} önde{figures}", "{entrants} is above {step}{figures}"),
    Code.ENOUGH: Text("{0} yeter", "{0} is enough"),
    Code.OTHER_RESULTS: Text("başka sonuçlar denk gelirse", "other results that fit"),
    Code.WHILE: Text("{0}, {1}", "{0} while {1}"),
    Code.IF: Text("{0}, {1}", "{0} if {1}"),
    Code.THEN: Text("{0}, sonra {1}", "{0}, then {1}"),
    Code.ANY_RESULT: Text("her sonuç", "any result"),
    Code.WIN: Text("galibiyet", "a win"),
    Code.WIN_BY: Text("{scores} galibiyet", "a win {scores}"),
    Code.DEFEAT: Text("yenilgi", "a defeat"),
    Code.DEFEAT_BY: Text("{scores} yenilgi", "a defeat {scores}"),
    Code.DOES_NOT_WIN: Text("{entrants} kazanmazsa", "{entrants} does not win"),
    Code.DOES_NOT_WIN_BY: Text("{entrants} {scores} kazanmazsa", "{entrants} does not win {scores}"),
    Code.WINS_BY: Text("{entrants} {scores} kazanırsa", "{entrants} wins {scores}"),
    Code.ENDS_BY: Text("{sides} {scores} biterse", "{sides} ends {scores}"),
    Code.DECIDED: Text("{step} belirlenir ({entrants} karşısında)", "decided {step} against {entrants}"),
    Code.LEVEL: Text("eşit kalır ({entrants} ile)", "level with {entrants}"),
    Code.THROUGH: Text("üst tura çıkar", "through"),
}

_TEXTS_OF_SEVERAL: Final[Mapping[Code, Text]] = {
    Code.BELOW: Text("{entrants} {step} önde{figures}", "{entrants} are above {step}{figures}")
}
"""Where the verb depends on the number of entrants."""

_OTHERS: Final = Text("{} diğeri", "{} others")
_FIGURES: Final = Text(": {} / {}", ": {} against {}")
_PER_ENCOUNTER: Final = Text("karşılaşma başına {}", "{} per encounter")


def word(statement: Statement, name_of: NameOf, language: str) -> str:
    """Return the statement in a language; what an entrant needs begins with a capital."""
    parts = [word(part, name_of, language) for part in statement.parts]
    if statement.code in _JOINTS:
        joined = _JOINTS[statement.code].in_language(language).join(parts)
        return _capitalize(joined) if statement.code is Code.NEEDS else joined
    names = [name_of(entrant) for entrant in statement.entrants]
    if statement.others:
        names.append(_OTHERS.in_language(language).format(statement.others))
    text = _TEXTS[statement.code]
    if len(names) > 1:
        text = _TEXTS_OF_SEVERAL.get(statement.code, text)
    return text.in_language(language).format(
        *parts,
        entrants=join_names(names, language),
        sides=_BETWEEN_SIDES.join(names),
        step=_step_phrase(statement, language) if statement.step else "",
        figures=_figures(statement, language) if statement.figures else "",
        scores=_OR.in_language(language).join(f"{won}–{lost}" for won, lost in statement.scores),
    )


def _step_phrase(statement: Statement, language: str) -> str:
    phrase = STEPS[statement.step].phrase.in_language(language)
    return _PER_ENCOUNTER.in_language(language).format(phrase) if statement.scale else phrase


def _figures(statement: Statement, language: str) -> str:
    return _FIGURES.in_language(language).format(
        *(_figure(statement, value, language) for value in statement.figures)
    )


def _figure(statement: Statement, value: int, language: str) -> str:
    if statement.scale:
        return format_decimal(value, statement.scale, language)
    return (STEPS[statement.step].show or format_number)(value, language)


def _capitalize(sentence: str) -> str:
    """Capitalize; no sentence begins with i, special in Turkish."""
    return sentence[:1].upper() + sentence[1:]
