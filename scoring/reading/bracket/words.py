"""Words for a bracket: ties in full, whom a slot waits for, how a tie stands."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, pgettext

from scoring.reading.bracket.board import Board, boards_of
from scoring.reading.bracket.slots import Slot, Tie
from scoring.reading.bracket.stage_brackets import StageBracket
from scoring.reading.rounds import RoundName, TieName
from scoring.reading.words import place_name, round_title, tie_name, waits_for
from tournaments.enums import BRACKETS, Part, StageKind
from tournaments.naming.names import capital, fold


def laid_out(shown: StageBracket | Sequence[Board]) -> Sequence[Board]:
    """The boards to show: those that were chosen, or a bracket as a whole."""
    return boards_of(shown) if isinstance(shown, StageBracket) else shown


def has_number(tie: Tie, number: int) -> bool:
    """Whether the entrant of a number plays a tie."""
    return any(slot.entrant is not None and slot.entrant.number == number for slot in tie.slots)


def round_short(name: RoundName) -> str:
    """A round in so few letters that all of a bracket stand beside each other on a phone."""
    if name.part in (Part.THIRD, Part.FINAL) or name.kind not in BRACKETS:
        return pgettext("short name of a round", "GF") if name.part == Part.FINAL else round_title(name)
    if name.kind == StageKind.DOUBLE:
        return str(name.number)
    names = {
        1: pgettext("short name of a round", "F"),
        2: pgettext("short name of a round", "SF"),
        4: pgettext("short name of a round", "QF"),
    }
    return names.get(name.ties) or str(name.ties * 2)


def tie_words(name: TieName) -> str:
    """Name a tie in full, as it stands in a sentence: quarter-final 2, last 16, no. 5, the final."""
    told = {"entrants": name.ties * 2, "number": name.number, "round": name.round.number}
    if name.round.part in (Part.THIRD, Part.FINAL, Part.EXTRA):
        return _small(round_title(name.round))
    if name.round.kind == StageKind.DOUBLE:
        if name.ties == 1:
            return _small(round_title(name.round))
        losers = name.round.part == Part.LOSERS
        said = (
            gettext("losers’ round %(round)s, no. %(number)s")
            if losers
            else gettext("winners’ round %(round)s, no. %(number)s")
        )
        return said % told
    if name.round.kind == StageKind.TABLES:
        return tie_name(name)
    names = {
        1: pgettext("in a sentence", "the final"),
        2: gettext("semi-final %(number)s"),
        4: gettext("quarter-final %(number)s"),
    }
    return (names.get(name.ties) or gettext("last %(entrants)s, no. %(number)s")) % told


def tie_label(name: TieName) -> str:
    """The same as the label of its box; the final is just that."""
    if name.round.kind == StageKind.KNOCKOUT and name.ties == 1:
        return round_title(name.round)
    said = tie_words(name)
    return capital(said) + said[1:]


def awaits(slot: Slot) -> str:
    """Say whom an empty slot waits for: winner of table 4, winner of quarter-final 2, first of group B."""
    if slot.vacant or not slot.waits_for:
        return _place(slot) if slot.rank else waits_for(slot)
    if slot.waits_for.round.kind == StageKind.TABLES:
        return waits_for(slot)
    if slot.table:
        said = (
            gettext("Winner of table %(table)s")
            if slot.from_place == 1
            else gettext("Loser of table %(table)s")
        )
        return said % {"table": slot.table}
    said = gettext("Winner of %(tie)s") if slot.from_place == 1 else gettext("Loser of %(tie)s")
    words = said % {"tie": tie_words(slot.waits_for)}
    return capital(words) + words[1:]


def _place(slot: Slot) -> str:
    return place_name(slot.group, slot.rank or 1)


def contenders(slot: Slot) -> str:
    """Those who play for a slot: names where they are known, else in short for whom they wait.

    Ties of two brackets have no short names that their boxes bear, so only names stand there.
    """
    playing = [one for one in slot.either if not one.vacant]
    double = slot.waits_for is not None and slot.waits_for.round.kind == StageKind.DOUBLE
    said = [one.entrant.name if one.entrant else "" if double else waits_for(one) for one in playing]
    known = " / ".join(one for one in said if one)
    if slot.table and slot.waits_for and not double:
        return f"{tie_name(slot.waits_for)}: {known}"
    return known


def _small(words: str) -> str:
    """The beginning of a title inside a sentence."""
    return fold(words[:1]) + words[1:]
