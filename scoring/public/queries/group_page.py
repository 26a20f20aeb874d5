"""The tables of standings of a tournament, a page at a time where they are many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.public.queries.pagination import Onward
from scoring.queries.encounters.encounter_cache import TOLD, Told, listings_of
from scoring.queries.progress import GroupSoFar, read_groups
from scoring.queries.standings_reader import LONGEST, Portion, read_standings, with_encounters
from scoring.queries.standings_tables import Standings
from scoring.queries.tournament_context import Frame
from tournaments.models import Encounter

PLACES_A_PAGE = 96
BESIDE_THE_BEST = 32
ENCOUNTERS_OF_A_ROUND = 64
"""Of the newest round of a table that is cut; the schedule has all."""


@dataclass(frozen=True)
class GroupsPage:
    """A page of groups, from 1; of one that is a table in parts, the first and the last of its places."""

    number: int
    portions: Sequence[Portion]

    @property
    def playing(self) -> bool:
        return any(one.so_far.playing for one in self.portions)

    @property
    def first(self) -> str:
        one = self.portions[0]
        return str(one.first + 1) if one.cut else one.so_far.name

    @property
    def last(self) -> str:
        one = self.portions[-1]
        return str(one.first + one.places) if one.cut else one.so_far.name


@dataclass(frozen=True)
class PagedStandings:
    """A page of the standings of a tournament, and which pages there are."""

    standings: Standings
    page: GroupsPage | None
    pages: Sequence[GroupsPage]

    @property
    def onward(self) -> Onward[Portion]:
        """The page among all."""
        number = self.page.number if self.page else 1
        return Onward(self.page.portions if self.page else (), number, max(1, len(self.pages)))


def read_paged(frame: Frame, *, number: int, near: int | None) -> PagedStandings:
    """The page with this number, or with the group with this primary key; the first where there is none."""
    groups = read_groups(frame)
    pages = list(_pages(groups))
    if not pages:
        return PagedStandings(read_standings(frame, groups), None, pages)
    holds = [one.number for one in pages if any(part.so_far.pk == near for part in one.portions)]
    wanted = holds[0] if holds else number
    page = pages[wanted - 1] if 0 < wanted <= len(pages) else pages[0]
    beside = BESIDE_THE_BEST if len(pages) > 1 else None
    standings = read_standings(frame, groups, choose=lambda _groups: page.portions, beside_the_best=beside)
    listed = with_encounters(standings, listings_of(frame.tournament, _told(page)))
    return PagedStandings(_on_page(listed, pages, page), page, pages)


def _pages(groups: Sequence[GroupSoFar]) -> Iterator[GroupsPage]:
    """Groups of one stage after the other, until their places fill a page; a long table in parts."""
    number, held, room = 1, list[Portion](), PLACES_A_PAGE
    for portion in (part for one in groups for part in _parts(one)):
        if held and (portion.places > room or portion.cut):
            yield GroupsPage(number, held)
            number, held, room = number + 1, [], PLACES_A_PAGE
        held.append(portion)
        room -= portion.places
    if held:
        yield GroupsPage(number, held)


def _parts(one: GroupSoFar) -> list[Portion]:
    if one.places <= LONGEST:
        return [Portion(one)]
    return [Portion(one, at, at + PLACES_A_PAGE) for at in range(0, one.places, PLACES_A_PAGE)]


def _told(page: GroupsPage) -> set[Told]:
    """Encounters of its groups, annulled ones too; of a table in parts the newest."""
    entire = [one.so_far.pk for one in page.portions if not one.cut]
    found = set(Encounter.objects.filter(group__in=entire).order_by().values_list(*TOLD))
    for one in page.portions:
        if one.cut and one.first == 0:
            newest = Encounter.objects.standing().filter(group=one.so_far.pk, round=one.so_far.round)
            found |= set(newest.order_by("position", "pk").values_list(*TOLD)[:ENCOUNTERS_OF_A_ROUND])
    return found


def _on_page(standings: Standings, pages: Sequence[GroupsPage], page: GroupsPage) -> Standings:
    """The stages on a page; the best across groups stand on the first page of theirs."""
    begun = {part.so_far.stage.pk for one in pages[: page.number - 1] for part in one.portions}
    stages = [
        replace(one, best=None, goes_on=True) if one.stage.stage.pk in begun else one
        for one in standings.stages
        if one.groups or len(pages) == 1
    ]
    return replace(standings, stages=stages)
