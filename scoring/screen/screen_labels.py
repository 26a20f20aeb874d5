from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from django.template import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.enums import SlideKind
from scoring.models import Notice
from scoring.play.round_clock import visible_clock
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.round_names import round_title
from scoring.queries.tournament_context import TournamentContext
from scoring.screen.queries.bracket_slides import Section
from scoring.screen.queries.clock_face import ClockFace
from scoring.screen.queries.group_slides import PartOfTable
from scoring.screen.queries.hand_slide import StoredHand
from scoring.screen.queries.table_slides import TableRow
from tournaments.models import Table, Tournament
from tournaments.sentences import with_names

SHORTEST_RUN = 3


def round_clock(context: Context, tournament: Tournament, look: str = "") -> dict[str, Any]:
    now, tournament_context = timezone.now(), context.get("tournament_context")
    none = isinstance(tournament_context, TournamentContext) and not tournament_context.has_clock
    clock = None if none else visible_clock(tournament, at=now)
    return {
        "clock_face": ClockFace(clock, now) if clock else None,
        "look": look,
        "tournament": tournament,
        "address": reverse("scoring:round_clock", args=[tournament.public_id]),
    }


def notices(context: Context, tournament: Tournament, look: str = "") -> dict[str, Any]:
    tournament_context = context.get("tournament_context")
    none = isinstance(tournament_context, TournamentContext) and not tournament_context.has_notices
    up = () if none else Notice.objects.filter(tournament=tournament).visible_at(timezone.now())
    fields = {"notices": up, "look": look, "tournament": tournament}
    return fields | {"staff": context.get("staff", False)}


def kind_name(kind: str) -> str:
    return str(SlideKind(kind).label)


def section_title(section: Section) -> str:
    """“Quarter-finals – Final” or “Losers’ round 2”."""
    if section.listed:
        return round_title(section.listed.name)
    first, last = section.rounds[0], section.rounds[-1]
    if first is last or section.two_brackets:
        return round_title(first.name)
    return f"{round_title(first.name)} – {round_title(last.name)}"


def part_title(part: PartOfTable) -> str:
    if part.table.group.name and not part.stage.stage.only_group:
        return _("Group %(group)s") % {"group": part.table.group.name}
    return part.stage.stage.name


def groups_title(parts: Sequence[PartOfTable]) -> str:
    """“Groups A–D”, or the stage if it has a single table."""
    first, last = parts[0], parts[-1]
    if first.stage.stage.only_group or not first.table.group.name:
        return first.stage.stage.name
    if first.table == last.table:
        return part_title(first)
    return _("Groups %(first)s–%(last)s") % {"first": first.table.group.name, "last": last.table.group.name}


def cards_title(listings: Sequence[EncounterListing]) -> str:
    return tables_title([listing.encounter.table for listing in listings])


def rows_title(rows: Sequence[TableRow]) -> str:
    return tables_title([row.table for row in rows])


def table_name(table: Table) -> str:
    return tables_title([table])


def tables_title(tables: Sequence[Table | None]) -> str:
    """“Tables 1–8” or “Tables 3, 4, 7”."""
    numbers = sorted({table.number for table in tables if table is not None})
    if len(numbers) == 1:
        return _("Table %(number)s") % {"number": numbers[0]}
    return _("Tables %(numbers)s") % {"numbers": number_ranges(numbers)} if numbers else ""


def number_ranges(numbers: Sequence[int]) -> str:
    """Write ascending numbers with runs of three or more as a range: 2–6, 8."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    ranges = [[f"{run[0]}–{run[-1]}"] if len(run) >= SHORTEST_RUN else map(str, run) for run in runs]
    return ", ".join(chain.from_iterable(ranges))


def hand_sentence(hand: StoredHand) -> str:
    """Say, without a full stop: void, ruling, deck exhausted, or who finished and how."""
    if hand.version.void:
        return _("Void hand: it is replayed")
    if hand.version.ruling:
        return _("Referee’s ruling")
    if hand.deck_ran_out or not hand.finisher:
        return _("The deck ran out")
    if hand.with_okey and hand.direct:
        sentence = _("%(name)s finished directly, with the okey")
    elif hand.with_okey:
        sentence = _("%(name)s finished with the okey")
    else:
        sentence = _("%(name)s finished directly") if hand.direct else _("%(name)s finished")
    return with_names(sentence, name=hand.finisher)
