from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final
from uuid import UUID

from scoring.paper.queries.resume_pack import GroupToResume, read_ranked
from scoring.queries.bracket.stage_brackets import StageBracket, drawn_brackets
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.places.final_ranking import FinalPlace, read_final_places
from scoring.queries.rounds import InRound, RoundName, with_round_names
from scoring.queries.tournament_context import StageContext, TournamentContext, read_tournament_context

MOST_ENCOUNTERS: Final = 600
"""Up to so many are printed, on some twenty pages; more are only in the table of results."""


@dataclass(frozen=True)
class RoundOfResults:
    stage: StageContext
    name: RoundName
    listings: Sequence[EncounterListing]


@dataclass(frozen=True)
class Results:
    """`rounds` is None if there are too many to print."""

    frame: TournamentContext
    final: Sequence[FinalPlace]
    groups: Sequence[GroupToResume]
    brackets: Sequence[StageBracket]
    rounds: Sequence[RoundOfResults] | None


def read_results(tournament_id: UUID) -> Results:
    """Takes a constant number of queries. Raises Tournament.DoesNotExist."""
    context = read_tournament_context(tournament_id)
    listings = read_listings(context.tournament)
    brackets = drawn_brackets(context, listings)
    return Results(
        frame=context,
        final=read_final_places(context),
        groups=read_ranked(context, listings),
        brackets=brackets,
        rounds=_rounds(context, listings, brackets),
    )


def _rounds(
    context: TournamentContext, listings: Sequence[EncounterListing], brackets: Sequence[StageBracket]
) -> list[RoundOfResults] | None:
    drawn = {bracket.stage.stage.pk for bracket in brackets}
    decided = [
        bracket_round
        for bracket_round in with_round_names(listings)
        if bracket_round.listing.decided and bracket_round.listing.encounter.stage_id not in drawn
    ]
    if len(decided) > MOST_ENCOUNTERS:
        return None
    grouped = groupby(sorted(decided, key=lambda one: one.listing.order), key=_round)
    return [
        RoundOfResults(context.stage(stage), name, [member.listing for member in members])
        for (stage, name), members in grouped
    ]


def _round(in_round: InRound) -> tuple[int, RoundName]:
    return in_round.listing.encounter.stage_id, in_round.round
