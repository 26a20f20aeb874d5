from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from scoring.queries.bracket.board import Board, build_boards
from scoring.queries.bracket.slot_sources import Slot, Tie
from scoring.queries.bracket.stage_brackets import StageBracket
from scoring.queries.play_labels import hand_label, place_name, side_figure, slot_source_label
from scoring.queries.round_names import RoundName, TieName, round_title, tie_name
from tournaments.enums import BRACKET_KINDS, Part, StageKind
from tournaments.naming.names import capital_initial, fold
from tournaments.sentences import untranslated, with_names

MAX_LETTERS_ON_ONE_LINE: Final = 22
"""Letters of a name on one line of the narrowest box."""


def boards_to_show(bracket: StageBracket | Sequence[Board]) -> Sequence[Board]:
    return build_boards(bracket) if isinstance(bracket, StageBracket) else bracket


def has_number(tie: Tie, number: int) -> bool:
    return any(slot.entrant is not None and slot.entrant.number == number for slot in tie.slots)


def round_short(name: RoundName) -> str:
    """Return “QF”, “16”, “GF” …; the full title of third place and outside brackets.

    In double elimination only the round's number.
    """
    if name.part in (Part.THIRD, Part.FINAL) or name.kind not in BRACKET_KINDS:
        return pgettext("short name of a round", "GF") if name.part == Part.FINAL else round_title(name)
    if name.kind == StageKind.DOUBLE:
        return str(name.number)
    names = {
        1: pgettext("short name of a round", "F"),
        2: pgettext("short name of a round", "SF"),
        4: pgettext("short name of a round", "QF"),
    }
    return names.get(name.ties) or str(name.ties * 2)


def tie_in_sentence(name: TieName) -> str:
    """Return “quarter-final 2” or “last 16, no. 5”; the round's name if it has one tie."""
    values = {"entrants": name.ties * 2, "number": name.number, "round": name.round.number}
    if name.round.part in (Part.THIRD, Part.FINAL, Part.EXTRA):
        return lower_first(round_title(name.round))
    if name.round.kind == StageKind.DOUBLE:
        if name.ties == 1:
            return lower_first(round_title(name.round))
        losers = name.round.part == Part.LOSERS
        template = (
            gettext("losers’ round %(round)s, no. %(number)s")
            if losers
            else gettext("winners’ round %(round)s, no. %(number)s")
        )
        return template % values
    if name.round.kind == StageKind.TABLES:
        return tie_name(name)
    names = {
        1: pgettext("in a sentence", "the final"),
        2: gettext("semi-final %(number)s"),
        4: gettext("quarter-final %(number)s"),
    }
    return (names.get(name.ties) or gettext("last %(entrants)s, no. %(number)s")) % values


def tie_label(name: TieName) -> str:
    if name.round.kind == StageKind.KNOCKOUT and name.ties == 1:
        return round_title(name.round)
    words = tie_in_sentence(name)
    return capital_initial(words) + words[1:]


def is_long(name: str) -> bool:
    return len(name) > MAX_LETTERS_ON_ONE_LINE


def tie_description(tie: Tie) -> SafeString:
    """Return “quarter-final 1: Aksoy 2, Tunalı 1”."""
    sides = [_side_description(tie, slot) for slot in tie.slots if not slot.vacant]
    first = format_html("{}: {}", tie_label(tie.name), _joined(", ", sides))
    return _joined(". ", [first, *_state_descriptions(tie)])


def _side_description(tie: Tie, slot: Slot) -> str:
    if slot.entrant is None:
        candidates = contenders(slot)
        return format_html("{} ({})", slot_source(slot), candidates) if candidates else slot_source(slot)
    figure = gettext("bye") if tie.bye else slot_score(tie, slot)
    name = untranslated(slot.entrant.name)
    return format_html("{} {}", name, figure) if figure else name


def _joined(separator: str, texts: Iterable[str]) -> SafeString:
    return format_html_join(separator, "{}", ((text,) for text in texts))


def slot_score(tie: Tie, slot: Slot) -> str:
    """Return matches won, or the only match's points; blank before play."""
    listing = tie.listing
    if listing is None or tie.waiting:
        return ""
    if listing.encounter.stage.best_of == 1:
        return side_figure(slot.matches[0], slot.letter) if slot.matches else ""
    counted = listing.score and not listing.double_walkover
    return str(slot.side.wins or 0) if counted and slot.side else ""


def _state_descriptions(tie: Tie) -> list[str]:
    """Return points, table, walkover, winner …; empty if undrawn or bye."""
    listing = tie.listing
    if listing is None or tie.bye:
        return []
    table = listing.encounter.table
    several = listing.encounter.stage.best_of > 1 and not tie.waiting
    matches = listing.matches if several else ()
    points = "; ".join(" : ".join(side_figure(match, slot.letter) for slot in tie.slots) for match in matches)
    winner = tie.winner.entrant if tie.winner else None
    labels = {
        gettext("Points of each match: %(points)s") % {"points": points}: points,
        gettext("Table %(number)s") % {"number": table and table.number}: table and not listing.decided,
        hand_label(listing): listing.playing and not tie.reopened,
        gettext("reopened"): tie.reopened,
        gettext("left as it was"): tie.keeps_old_entrant,
        gettext("walkover"): listing.walkover,
        gettext("lost by both"): listing.double_walkover,
        gettext("time was up"): listing.by_time,
        with_names(gettext("%(name)s won"), name=winner.name if winner else ""): winner,
    }
    return [words for words, applies in labels.items() if applies]


def slot_source(slot: Slot) -> str:
    """Return, capitalized, what a slot waits for: winner/loser of table 4 (else a tie), first of group B."""
    if slot.vacant or not slot.waits_for:
        return _place(slot) if slot.rank else slot_source_label(slot)
    if slot.waits_for.round.kind == StageKind.TABLES:
        return slot_source_label(slot)
    if slot.table:
        template = (
            gettext("Winner of table %(table)s")
            if slot.from_place == 1
            else gettext("Loser of table %(table)s")
        )
        return template % {"table": slot.table}
    template = gettext("Winner of %(tie)s") if slot.from_place == 1 else gettext("Loser of %(tie)s")
    words = template % {"tie": tie_in_sentence(slot.waits_for)}
    return capital_initial(words) + words[1:]


def _place(slot: Slot) -> str:
    return place_name(slot.group, slot.rank or 1)


def contenders(slot: Slot) -> SafeString:
    """Return “QF 2: A / B” if at a table, else “A / B”; an unknown one by where it comes from.

    In double elimination only known ones, without the encounter; "" if nobody can be named.
    """
    playing = [candidate for candidate in slot.candidates if not candidate.vacant]
    double = slot.waits_for is not None and slot.waits_for.round.kind == StageKind.DOUBLE
    names = [
        untranslated(candidate.entrant.name)
        if candidate.entrant
        else ""
        if double
        else slot_source_label(candidate)
        for candidate in playing
    ]
    candidates = _joined(" / ", filter(None, names))
    if slot.table and slot.waits_for and not double:
        return format_html("{}: {}", tie_name(slot.waits_for), candidates)
    return candidates


def lower_first(words: str) -> str:
    return fold(words[:1]) + words[1:]
