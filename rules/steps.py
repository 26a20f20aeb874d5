"""The steps of the group order, each a pure value of an entrant among those tied with it.

RULES §8, chosen by us and free to configure: encounters won, matches won minus lost, average,
encounters among the still tied, fewest infractions, a recorded lot.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.standings import EncounterRecord, Row, wins_among
from rules.text import Text, grouped, signed


@dataclass(frozen=True, slots=True)
class Group:
    """What the steps look at: a row for each entrant, all encounters, and the lot if one is drawn."""

    rows: Mapping[str, Row]
    records: Sequence[EncounterRecord]
    lot: Sequence[str]


Value = Callable[[Group, str, Sequence[str]], int]
"""What a step gives an entrant among those tied with it; the same to all whom it can't tell apart."""


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion of the order.

    ``phrase`` completes the sentences "… karşısında {tr} önde" and "Above … {en}"; ``show``
    writes a value in a language, or nothing where values say nothing to people.
    """

    id: str
    name: Text
    phrase: Text
    source: str
    value: Value
    highest_first: bool = True
    show: Callable[[int, str], str] | None = grouped


def _encounters_won(group: Group, entrant: str, _tied: Sequence[str]) -> int:
    return group.rows[entrant].encounters_won


def _match_difference(group: Group, entrant: str, _tied: Sequence[str]) -> int:
    return group.rows[entrant].match_difference


def _average(group: Group, entrant: str, _tied: Sequence[str]) -> int:
    return group.rows[entrant].average


def _head_to_head(group: Group, entrant: str, tied: Sequence[str]) -> int:
    return wins_among(entrant, tied, group.records)


def _infractions(group: Group, entrant: str, _tied: Sequence[str]) -> int:
    return group.rows[entrant].infractions


def _lot(group: Group, entrant: str, tied: Sequence[str]) -> int:
    drawn = all(one in group.lot for one in tied)
    return group.lot.index(entrant) + 1 if drawn else 0


DEFAULT_STEPS: Final = (
    Step(
        "encounters_won",
        Text("Kazanılan karşılaşma", "Encounters won"),
        Text("kazanılan karşılaşmayla", "by encounters won"),
        "chosen",
        _encounters_won,
    ),
    Step(
        "match_difference",
        Text("Maç farkı", "Match difference"),
        Text("maç farkıyla", "by match difference"),
        "chosen",
        _match_difference,
        show=signed,
    ),
    Step(
        "average",
        Text("Averaj", "Average"),
        Text("averajla", "by average"),
        "chosen",
        _average,
        show=signed,
    ),
    Step(
        "head_to_head",
        Text("Aralarındaki karşılaşmalar", "Encounters among the tied"),
        Text("aralarındaki karşılaşmalarla", "by encounters among the tied"),
        "chosen",
        _head_to_head,
    ),
    Step(
        "fewest_infractions",
        Text("En az ceza", "Fewest infractions"),
        Text("daha az cezayla", "by fewer infractions"),
        "chosen",
        _infractions,
        highest_first=False,
    ),
    Step(
        "lot",
        Text("Kura", "Lot"),
        Text("kurayla", "by lot"),
        "chosen",
        _lot,
        highest_first=False,
        show=None,
    ),
)

STEPS: Final[Mapping[str, Step]] = {step.id: step for step in DEFAULT_STEPS}
"""Every step by its id, from which a stage lists its own order."""

DEFAULT_ORDER: Final = tuple(STEPS)
"""The ids of the default steps, as a stage keeps them."""


class UnknownStep(LookupError):  # noqa: N818 - a refusal is no fault
    """No step of the group order bears this id."""


def steps_named(ids: Iterable[str]) -> tuple[Step, ...]:
    """Give the steps with these ids, in this order.

    Raises:
        UnknownStep: an id that no step bears.
    """
    try:
        return tuple(STEPS[one] for one in ids)
    except KeyError as unknown:
        raise UnknownStep(unknown.args[0]) from None
