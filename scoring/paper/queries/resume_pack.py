from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.ledger.digests import digest_of
from scoring.ledger.receipts import receipt
from scoring.paper.queries.score_sheets import PaperSheet, read_sheets
from scoring.queries.bracket.projected_bracket import projected_brackets
from scoring.queries.bracket.stage_brackets import StageBracket, drawn_brackets
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.qualification import group_places
from scoring.queries.table_queues import TableStatus, read_tables
from scoring.queries.tournament_context import StageContext, TournamentContext, read_tournament_context
from scoring.standings.ranking import RankedEntrant, rank_groups
from tournaments.models import Encounter, Group


@dataclass(frozen=True)
class TableToResume:
    place: TableStatus
    sheet: PaperSheet | None


@dataclass(frozen=True)
class GroupToResume:
    stage: StageContext
    group: Group
    ranked: Sequence[RankedEntrant]
    left: Sequence[EncounterListing]


@dataclass(frozen=True)
class ResumePack:
    """A higher `ledger` is newer; `digest` identifies the content."""

    frame: TournamentContext
    ledger: int
    digest: str
    tables: Sequence[TableToResume]
    groups: Sequence[GroupToResume]
    brackets: Sequence[StageBracket]


def read_resume_pack(tournament_id: UUID) -> ResumePack:
    """Takes a constant number of queries. Raises Tournament.DoesNotExist."""
    context = read_tournament_context(tournament_id)
    listings = read_listings(context.tournament)
    places = read_tables(context.tournament, listings)
    current = [place.now.encounter.pk for place in places if place.now]
    sheets = {sheet.encounter.pk: sheet for sheet in read_sheets(Encounter.objects.filter(pk__in=current))}
    return ResumePack(
        frame=context,
        ledger=sum(stage.written for stage in context.stages),
        digest=receipt(digest_of(context.tournament)),
        tables=[_table(place, sheets) for place in places if not place.over],
        groups=read_ranked(context, listings),
        brackets=_brackets(context, listings),
    )


def _table(place: TableStatus, sheets: Mapping[int, PaperSheet]) -> TableToResume:
    return TableToResume(place, sheets.get(place.now.encounter.pk) if place.now else None)


def _brackets(context: TournamentContext, listings: Sequence[EncounterListing]) -> list[StageBracket]:
    places = group_places(context.tournament)
    return [*drawn_brackets(context, listings), *projected_brackets(context, places)]


def read_ranked(context: TournamentContext, listings: Sequence[EncounterListing]) -> list[GroupToResume]:
    """Return every group in the ledger's order with its open encounters."""
    groups = list(
        Group.objects.filter(stage__tournament=context.tournament)
        .select_related("stage")
        .order_by("stage__position", "position")
    )
    ranked = rank_groups(groups)
    return [
        GroupToResume(
            stage=context.stage(group.stage_id),
            group=group,
            ranked=ranked[group.pk],
            left=[
                listing
                for listing in listings
                if listing.encounter.group_id == group.pk and not listing.decided
            ],
        )
        for group in groups
    ]
