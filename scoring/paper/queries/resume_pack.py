from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.ledger.digests import tournament_digest
from scoring.ledger.receipts import receipt
from scoring.paper.queries.score_sheets import PaperSheet, read_sheets
from scoring.queries.bracket.projected_bracket import projected_brackets
from scoring.queries.bracket.stage_brackets import StageBracket, drawn_brackets
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.qualification import read_group_places
from scoring.queries.table_queues import TableStatus, read_tables
from scoring.queries.tournament_context import StageContext, TournamentContext, read_tournament_context
from scoring.standings.ranking import RankedEntrant, rank_groups
from tournaments.models import Encounter, Group


@dataclass(frozen=True)
class ResumeTable:
    table_status: TableStatus
    sheet: PaperSheet | None


@dataclass(frozen=True)
class ResumeGroup:
    stage: StageContext
    group: Group
    ranked: Sequence[RankedEntrant]
    undecided_listings: Sequence[EncounterListing]


@dataclass(frozen=True)
class ResumePack:
    """A higher `ledger_version` is newer; `digest` identifies the content."""

    tournament_context: TournamentContext
    ledger_version: int
    digest: str
    tables: Sequence[ResumeTable]
    groups: Sequence[ResumeGroup]
    brackets: Sequence[StageBracket]


def read_resume_pack(tournament_id: UUID) -> ResumePack:
    """Read tables (no closed and empty ones), groups and brackets. Raises Tournament.DoesNotExist."""
    context = read_tournament_context(tournament_id)
    listings = read_listings(context.tournament)
    places = read_tables(context.tournament, listings)
    current = [place.current_listing.encounter.pk for place in places if place.current_listing]
    sheets = {sheet.encounter.pk: sheet for sheet in read_sheets(Encounter.objects.filter(pk__in=current))}
    return ResumePack(
        tournament_context=context,
        ledger_version=sum(stage.standings_version for stage in context.stages),
        digest=receipt(tournament_digest(context.tournament)),
        tables=[_table(place, sheets) for place in places if not place.is_closed_and_empty],
        groups=read_resume_groups(context, listings),
        brackets=_brackets(context, listings),
    )


def _table(place: TableStatus, sheets: Mapping[int, PaperSheet]) -> ResumeTable:
    return ResumeTable(
        place, sheets.get(place.current_listing.encounter.pk) if place.current_listing else None
    )


def _brackets(context: TournamentContext, listings: Sequence[EncounterListing]) -> list[StageBracket]:
    places = read_group_places(context.tournament)
    return [*drawn_brackets(context, listings), *projected_brackets(context, places)]


def read_resume_groups(context: TournamentContext, listings: Sequence[EncounterListing]) -> list[ResumeGroup]:
    """Return groups, ranked by the current ledger, with undecided encounters."""
    groups = list(
        Group.objects.filter(stage__tournament=context.tournament)
        .select_related("stage")
        .order_by("stage__position", "position")
    )
    ranked = rank_groups(groups)
    return [
        ResumeGroup(
            stage=context.stage(group.stage_id),
            group=group,
            ranked=ranked[group.pk],
            undecided_listings=[
                listing
                for listing in listings
                if listing.encounter.group_id == group.pk and not listing.decided
            ],
        )
        for group in groups
    ]
