from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from scoring.confirmation.queries import Protest, read_protests
from scoring.confirmation.views.confirmation_status import MatchStatus, build_match_status
from scoring.live.queries.counters import encounter_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.models import Match
from scoring.public.queries.totals_chart import Chart, draw_chart
from scoring.public.views.reader_roles import is_staff_view, page_visitor
from scoring.queries.agreement_status import read_agreements
from scoring.queries.encounter_page import EncounterView, read_encounter, read_encounter_links
from scoring.queries.encounters.match_totals import MatchListing
from scoring.queries.match_sheets import Sheet, read_sheets
from tournaments.access import MANAGERS, REFEREES, roles_in
from tournaments.schedule import replacements
from tournaments.web.http import PageRequest

ALL = "all"


@dataclass(frozen=True)
class ShownMatch:
    score: MatchListing
    sheet: Sheet
    chart: Chart | None
    status: MatchStatus | None
    protests: Mapping[int, Sequence[Protest]]

    @property
    def number(self) -> int:
        return self.score.number

    @property
    def hands_to_come(self) -> range:
        playing = self.score.counts and self.score.winner is None
        return range(self.sheet.scored + 1, (self.score.hands_per_match or 0 if playing else 0) + 1)


@live_page(encounter_topic, parameters=("match", "as"), personal=is_staff_view)
def encounter(request: PageRequest, encounter_id: UUID) -> LivePage:
    """`?match=2` selects a match (default: the latest), `?match=all` all.

    `?as=staff` shows staff who entered what, and their actions.
    """
    view = read_encounter(encounter_id)
    confirmations = _confirmations(view)
    roles = roles_in(page_visitor(request), view.tournament)
    return "scoring/public/encounter.html", {
        "view": view,
        "tournament": view.tournament,
        "listing": view.listing,
        "encounter_links": read_encounter_links(view),
        "matches": _shown_matches(view, request.GET.get("match", ""), confirmations),
        "every_match": request.GET.get("match") == ALL,
        "agreed": confirmations,
        "provisional": any(status.agreement.provisional for status in confirmations.values()),
        "shows_staff_more": True,
        "staff": bool(roles),
        "manages": not roles.isdisjoint(MANAGERS),
        "replaced_by": replacements.replacement_of(view.encounter),
        "rules_on_it": not roles.isdisjoint(REFEREES),
    }


def _confirmations(view: EncounterView) -> dict[int, MatchStatus]:
    matches = Match.objects.filter(encounter=view.encounter, counts=True)
    standings = read_agreements(matches, tournament=view.tournament, at=timezone.now()).values()
    return {
        match_listing.match.number: build_match_status(match_listing, view.listing.sides)
        for match_listing in standings
    }


def _shown_matches(
    view: EncounterView, requested: str, confirmations: Mapping[int, MatchStatus]
) -> list[ShownMatch]:
    """Return match `requested`, all for ALL, else the last; empty without matches."""
    chosen = _select_matches(view.listing.all_matches, requested)
    if not chosen:
        return []
    sheets = read_sheets(view.encounter, [score.number for score in chosen])
    protests = read_protests(view.encounter)
    return [
        ShownMatch(
            score=score,
            sheet=(sheet := sheets.get(score.number, Sheet.empty())),
            chart=draw_chart(sheet.running_totals, score.hands_per_match, score.ends_at),
            status=confirmations.get(score.number),
            protests={deal: protest for (match, deal), protest in protests.items() if match == score.number},
        )
        for score in chosen
    ]


def _select_matches(scores: Sequence[MatchListing], requested: str) -> Sequence[MatchListing]:
    if requested == ALL:
        return scores
    return [score for score in scores if str(score.number) == requested] or scores[-1:]
