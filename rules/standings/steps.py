from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Final

from rules.localized_text import Text, format_decimal, format_signed
from rules.standings.criteria import (
    Basis,
    Group,
    Step,
    average_among_tied,
    by_row,
    drawn_lots,
    extra_won,
    opponents_won,
    won_among_tied,
)
from rules.standings.standings_rows import StandingsRow

__all__ = [
    "DEFAULT_ORDER",
    "DEFAULT_STEPS",
    "FOURS_ORDER",
    "PLAY_STEPS",
    "STEPS",
    "SWISS_ORDER",
    "Group",
    "Step",
    "UnknownStep",
    "steps_by_ids",
]

AVERAGE_SCALE: Final = 10**9
"""The fraction of a point for averages per hand, so small that different averages never look equal."""

NO_HANDS: Final = AVERAGE_SCALE * 10**12
"""The average of an entrant without hands: behind everybody with hands."""


def average_per_hand(penalties: int, hands: int) -> int:
    """Rounded down, in `AVERAGE_SCALE` fractions."""
    return penalties * AVERAGE_SCALE // hands if hands else NO_HANDS


def format_average(value: int, language: str) -> str:
    """Return two decimals; a dash without hands."""
    return "–" if value >= NO_HANDS else format_decimal(value, AVERAGE_SCALE, language)


def _average_of_row(row: StandingsRow) -> int:
    return average_per_hand(row.penalties, row.hands)


_ALL_STEPS: Final = (
    Step(
        "encounters_won",
        Text("Kazanılan karşılaşma", "Encounters won"),
        Text("Kim daha çok karşılaşma kazandı.", "More encounters won."),
        Text("kazanılan karşılaşmayla", "by encounters won"),
        "chosen",
        by_row(attrgetter("encounters_won")),
        Basis.WINNERS,
    ),
    Step(
        "match_difference",
        Text("Maç farkı", "Match difference"),
        Text("Kazanılan maçlar eksi kaybedilenler.", "Matches won minus matches lost."),
        Text("maç farkıyla", "by match difference"),
        "chosen",
        by_row(attrgetter("match_difference")),
        Basis.SCORES,
        show=format_signed,
    ),
    Step(
        "average",
        Text("Averaj", "Average"),
        Text(
            "Rakiplerin ceza puanı eksi kendi ceza puanı, bölünmeden; çok olan önde.",
            "The opponents’ penalty points minus their own, not divided; higher is better.",
        ),
        Text("averajla", "by average"),
        "chosen",
        by_row(attrgetter("average")),
        Basis.HANDS,
        show=format_signed,
    ),
    Step(
        "penalties_a_hand",
        Text("El başına ceza puanı", "Penalty points a hand"),
        Text(
            "Kendi ceza puanı, oynadığı el sayısına bölünür; az olan önde.",
            "Own penalty points divided by hands played; lower is better.",
        ),
        Text("el başına ceza puanıyla", "by penalty points a hand"),
        "chosen",
        by_row(_average_of_row),
        Basis.HANDS,
        highest_first=False,
        show=format_average,
    ),
    Step(
        "head_to_head",
        Text("Aralarındaki karşılaşmalar", "Encounters among the tied"),
        Text(
            "Hâlâ eşit olanların birbirine karşı kazandıkları; onlar azaldıkça yeniden sayılır. Aralarında "
            "oynanmamış bir karşılaşma sırayı değiştirebilecekse sayılmaz.",
            "Encounters won against those still tied, counted again as they become fewer. It doesn’t count "
            "where an encounter that was not played between them could change the order.",
        ),
        Text("aralarındaki karşılaşmalarla", "by encounters among the tied"),
        "chosen",
        won_among_tied,
        Basis.WINNERS,
        compares_opponents=True,
        show=None,  # neighbours that a missing encounter could change have one value, not each its own wins
    ),
    Step(
        "average_among_tied",
        Text("Aralarındaki averaj", "Average among the tied"),
        Text(
            "Averaj, yalnızca hâlâ eşit olanların kendi aralarındaki karşılaşmalardan; hepsi birbiriyle "
            "oynadıysa sayılır.",
            "The average from encounters between those still tied; it counts if all of them have met.",
        ),
        Text("aralarındaki averajla", "by average among the tied"),
        "chosen",
        average_among_tied,
        Basis.HANDS,
        compares_opponents=True,
        show=format_signed,
    ),
    Step(
        "opponents_strength",
        Text("Rakiplerin gücü", "Strength of opponents"),
        Text(
            "Rakiplerin kazandığı karşılaşmalar; bay ve hükmen, kendine denk bir rakip sayılır.",
            "Encounters that the opponents have won; a bye or walkover counts as an opponent of equal "
            "strength.",
        ),
        Text("rakiplerinin gücüyle", "by strength of opponents"),
        "chosen",
        opponents_won,
        Basis.WINNERS,
        compares_opponents=True,
    ),
    Step(
        "fewest_infractions",
        Text("En az kural hatası", "Fewest infractions"),
        Text("Kim daha az kural hatası yaptı.", "Fewer infractions committed."),
        Text("daha az kural hatasıyla", "by fewer infractions"),
        "chosen",
        by_row(attrgetter("infractions")),
        Basis.HANDS,
        highest_first=False,
    ),
    Step(
        "fewest_unopened",
        Text("En az açılmayan el", "Fewest hands unopened"),
        Text("Kimin oyuncuları daha az elde açmadı.", "Fewer hands in which players failed to open."),
        Text("daha az açılmayan elle", "by fewer hands unopened"),
        "chosen",
        by_row(attrgetter("unopened")),
        Basis.HANDS,
        highest_first=False,
    ),
    Step(
        "most_finishes",
        Text("Bitirdiği el", "Hands finished"),
        Text("Kimin oyuncuları daha çok eli bitirdi.", "More hands finished by the players."),
        Text("bitirdiği elle", "by hands finished"),
        "chosen",
        by_row(attrgetter("finishes")),
        Basis.HANDS,
    ),
    Step(
        "extra_encounter",
        Text("Ek karşılaşma", "Extra encounter"),
        Text(
            "Yalnız eşitliği bozmak için oynanır; başka hiçbir yerde sayılmaz.",
            "Played only to break a tie; it counts nowhere else.",
        ),
        Text("ek karşılaşmayla", "by an extra encounter"),
        "chosen",
        extra_won,
        Basis.AFTERWARDS,
    ),
    Step(
        "lot",
        Text("Kura", "Lot"),
        Text("Çekilen ve kaydedilen kura.", "A lot, drawn and recorded."),
        Text("kurayla", "by lot"),
        "chosen",
        drawn_lots,
        Basis.AFTERWARDS,
        highest_first=False,
        show=None,
    ),
)

STEPS: Final[Mapping[str, Step]] = {step.id: step for step in _ALL_STEPS}
"""Every step by its id, from which a stage lists its order."""

DEFAULT_ORDER: Final = (
    "encounters_won",
    "match_difference",
    "average",
    "head_to_head",
    "fewest_infractions",
    "lot",
)
"""The default order of a group."""

SWISS_ORDER: Final = (
    "encounters_won",
    "opponents_strength",
    "match_difference",
    "average",
    "head_to_head",
    "fewest_infractions",
    "lot",
)
"""The default order of a Swiss system: strength of opponents comes right after wins."""

FOURS_ORDER: Final = (
    "penalties_a_hand",
    "fewest_infractions",
    "fewest_unopened",
    "most_finishes",
    "lot",
)
"""The default order of singles at tables of four: own penalties."""


PLAY_STEPS: Final = ("fewest_infractions", "fewest_unopened", "most_finishes")
"""The steps about how entrants played; each game counts some of them."""


class UnknownStep(LookupError):  # noqa: N818 - a refusal is no fault
    """No step has this id."""


def steps_by_ids(ids: Iterable[str]) -> tuple[Step, ...]:
    """Raises UnknownStep."""
    try:
        return tuple(STEPS[step_id] for step_id in ids)
    except KeyError as unknown:
        raise UnknownStep(unknown.args[0]) from None


DEFAULT_STEPS: Final = steps_by_ids(DEFAULT_ORDER)
