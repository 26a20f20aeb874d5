from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final
from uuid import UUID

from django.db.models import prefetch_related_objects

from scoring.paper.queries.resume_pack import ResumeGroup, read_resume_groups
from scoring.queries.bracket.stage_brackets import StageBracket, drawn_brackets
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.final_ranking import read_final_places
from scoring.queries.final_records import FinalRecord, read_final_records
from scoring.queries.round_names import RoundListing, RoundName, add_round_names
from scoring.queries.tournament_context import StageContext, TournamentContext, read_tournament_context
from tournaments.models import Entrant

MOST_ENCOUNTERS: Final = 600
"""Most encounters printed, on some twenty pages."""


@dataclass(frozen=True)
class ResultsRound:
    stage: StageContext
    name: RoundName
    listings: Sequence[EncounterListing]


@dataclass(frozen=True)
class Results:
    """`rounds` is None if too many to print, `hours` are the start of the first hand and the last result."""

    tournament_context: TournamentContext
    final_records: Sequence[FinalRecord]
    groups: Sequence[ResumeGroup]
    brackets: Sequence[StageBracket]
    rounds: Sequence[ResultsRound] | None
    hours: tuple[datetime, datetime] | None


def read_results(tournament_id: UUID) -> Results:
    """Read what the results paper prints.

    That is ranking, groups, brackets, hours and, by round, decided encounters outside brackets: None if too
    many. Raises Tournament.DoesNotExist.
    """
    context = read_tournament_context(tournament_id)
    listings = read_listings(context.tournament)
    brackets = drawn_brackets(context, listings)
    return Results(
        tournament_context=context,
        final_records=_final_records(context),
        groups=read_resume_groups(context, listings),
        brackets=brackets,
        rounds=_rounds(context, listings, brackets),
        hours=_hours(listings),
    )


def _hours(listings: Sequence[EncounterListing]) -> tuple[datetime, datetime] | None:
    """None before the first result of play, and if all was recorded at once."""
    starts = [listing.encounter.started_at for listing in listings if listing.encounter.started_at]
    ends = [listing.encounter.decided_at for listing in listings if listing.encounter.decided_at]
    if not starts or not ends or max(ends) <= min(starts):
        return None
    return min(starts), max(ends)


def _final_records(context: TournamentContext) -> list[FinalRecord]:
    """Read the ranking with its players."""
    records = read_final_records(context, read_final_places(context))
    prefetch_related_objects([*_entrants(context, records)], "roster__player")
    return records


def _entrants(context: TournamentContext, records: Sequence[FinalRecord]) -> list[Entrant]:
    champion = context.tournament.champion
    return [*([champion] if champion else []), *(record.entrant for record in records)]


def _rounds(
    context: TournamentContext, listings: Sequence[EncounterListing], brackets: Sequence[StageBracket]
) -> list[ResultsRound] | None:
    """Return decided encounters outside `brackets` by round; None if more than MOST_ENCOUNTERS."""
    drawn = {bracket.stage.stage.pk for bracket in brackets}
    decided = [
        bracket_round
        for bracket_round in add_round_names(listings)
        if bracket_round.listing.decided and bracket_round.listing.encounter.stage_id not in drawn
    ]
    if len(decided) > MOST_ENCOUNTERS:
        return None
    grouped = groupby(sorted(decided, key=lambda member: member.listing.order), key=_round)
    return [
        ResultsRound(context.stage(stage), name, [member.listing for member in members])
        for (stage, name), members in grouped
    ]


def _round(in_round: RoundListing) -> tuple[int, RoundName]:
    return in_round.listing.encounter.stage_id, in_round.round
