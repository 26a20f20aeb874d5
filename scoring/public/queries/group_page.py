from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scoring.public.queries.pagination import Page
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import VERSION_FIELDS, ListingVersion, read_cached_listings
from scoring.queries.play_progress import GroupProgress, read_groups
from scoring.queries.standings_reader import MAX_PLACES, Portion, read_standings
from scoring.queries.standings_tables import GroupTable, Standings
from scoring.queries.tournament_context import TournamentContext
from tournaments.models import Encounter

PLACES_A_PAGE = 96
MAX_BEST_PLACED = 32
ENCOUNTERS_OF_A_ROUND = 64
"""Limit of a divided table's newest round; the schedule has all."""


@dataclass(frozen=True)
class GroupsPage:
    """`first` and `last` are group names, or places of a divided table."""

    number: int
    portions: Sequence[Portion]

    @property
    def playing(self) -> bool:
        return any(portion.progress.playing for portion in self.portions)

    @property
    def first(self) -> str:
        portion = self.portions[0]
        return str(portion.first + 1) if portion.cut else portion.progress.name

    @property
    def last(self) -> str:
        portion = self.portions[-1]
        return str(portion.first + portion.places) if portion.cut else portion.progress.name


@dataclass(frozen=True)
class TableWithEncounters(GroupTable):
    listings: Sequence[EncounterListing] = ()
    annulled: Sequence[EncounterListing] = ()

    @property
    def listing_versions(self) -> list[ListingVersion]:
        return [listing.version for listing in (*self.listings, *self.annulled)]

    @property
    def rounds(self) -> list[tuple[int, list[EncounterListing]]]:
        """Newest first."""
        rounds = groupby(self.listings, key=lambda listing: listing.encounter.round)
        return [(number, list(members)) for number, members in rounds][::-1]


@dataclass(frozen=True)
class PagedStandings:
    standings: Standings
    page: GroupsPage | None
    pages: Sequence[GroupsPage]

    @property
    def page_links(self) -> Page[Portion]:
        number = self.page.number if self.page else 1
        return Page(self.page.portions if self.page else (), number, max(1, len(self.pages)))


def read_standings_page(context: TournamentContext, *, number: int, group_pk: int | None) -> PagedStandings:
    """Return the page of the group if it exists, else page `number`, else the first.

    Without groups `page` is None; with several pages, the table of the best placed is shortened.
    """
    groups = read_groups(context)
    pages = list(_divide_into_pages(groups))
    if not pages:
        return PagedStandings(read_standings(context, groups), None, pages)
    numbers_with_group = [
        candidate.number
        for candidate in pages
        if any(portion.progress.pk == group_pk for portion in candidate.portions)
    ]
    chosen = numbers_with_group[0] if numbers_with_group else number
    page = pages[chosen - 1] if 0 < chosen <= len(pages) else pages[0]
    best_limit = MAX_BEST_PLACED if len(pages) > 1 else None
    standings = read_standings(
        context, groups, select_portions=lambda _groups: page.portions, beyond_best=best_limit
    )
    listed = _with_encounters(standings, read_cached_listings(context.tournament, _shown_encounters(page)))
    return PagedStandings(_cut_to_page(listed, pages, page), page, pages)


def _divide_into_pages(groups: Sequence[GroupProgress]) -> Iterator[GroupsPage]:
    """Yield pages of about PLACES_A_PAGE places; a divided group's portion starts a new page."""
    number, portions, places_left = 1, list[Portion](), PLACES_A_PAGE
    for portion in (part for group in groups for part in _portions(group)):
        if portions and (portion.places > places_left or portion.cut):
            yield GroupsPage(number, portions)
            number, portions, places_left = number + 1, [], PLACES_A_PAGE
        portions.append(portion)
        places_left -= portion.places
    if portions:
        yield GroupsPage(number, portions)


def _portions(group: GroupProgress) -> list[Portion]:
    if group.places <= MAX_PLACES:
        return [Portion(group)]
    return [Portion(group, at, at + PLACES_A_PAGE) for at in range(0, group.places, PLACES_A_PAGE)]


def _shown_encounters(page: GroupsPage) -> set[ListingVersion]:
    """Return versions of whole groups' encounters, annulled too; some of divided groups' latest round.

    The latter are listed with the group's first portion only.
    """
    entire = [portion.progress.pk for portion in page.portions if not portion.cut]
    encounters = set(Encounter.objects.filter(group__in=entire).order_by().values_list(*VERSION_FIELDS))
    for portion in page.portions:
        if portion.cut and portion.first == 0:
            newest = Encounter.objects.not_annulled().filter(
                group=portion.progress.pk, round=portion.progress.round
            )
            encounters |= set(
                newest.order_by("position", "pk").values_list(*VERSION_FIELDS)[:ENCOUNTERS_OF_A_ROUND]
            )
    return encounters


def _cut_to_page(standings: Standings, pages: Sequence[GroupsPage], page: GroupsPage) -> Standings:
    """Return the standings without stages that have no group on this page.

    A continued stage is marked and loses its table of the best placed.
    """
    begun = {
        portion.progress.stage.pk for earlier in pages[: page.number - 1] for portion in earlier.portions
    }
    stages = [
        replace(stage_standings, best=None, continues_previous_page=True)
        if stage_standings.stage.stage.pk in begun
        else stage_standings
        for stage_standings in standings.stages
        if stage_standings.groups or len(pages) == 1
    ]
    return replace(standings, stages=stages)


def _with_encounters(standings: Standings, listings: Iterable[EncounterListing]) -> Standings:
    of_group: defaultdict[int | None, list[EncounterListing]] = defaultdict(list)
    for listing in listings:
        of_group[listing.encounter.group_id].append(listing)
    stages = [
        replace(
            stage, groups=[_table_with_encounters(table, of_group[table.group.pk]) for table in stage.groups]
        )
        for stage in standings.stages
    ]
    return replace(standings, stages=stages)


def _table_with_encounters(table: GroupTable, listings: Sequence[EncounterListing]) -> TableWithEncounters:
    return TableWithEncounters(
        **vars(table),
        listings=[listing for listing in listings if listing.encounter.annulled_at is None],
        annulled=[listing for listing in listings if listing.encounter.annulled_at is not None],
    )
