from __future__ import annotations

from uuid import UUID

from scoring.live.queries.counters import tournament_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.queries.group_page import read_standings_page
from scoring.queries.corrected_standings import corrected_groups
from scoring.queries.tournament_context import read_tournament_context
from tournaments.small_inputs import parse_small_number
from tournaments.web.http import PageRequest

LONGEST_KEY = 18


@live_page(tournament_topic, parameters=("page", "group"))
def groups(request: PageRequest, tournament_id: UUID) -> LivePage:
    """Render standings; `?group=` (primary key) selects that group's page before `?page=`."""
    context = read_tournament_context(tournament_id)
    group_pk = parse_small_number(request.GET.get("group"), longest=LONGEST_KEY)
    paged = read_standings_page(
        context, number=parse_small_number(request.GET.get("page")) or 1, group_pk=group_pk
    )
    return "scoring/public/groups.html", {
        "tournament_context": context,
        "tournament": context.tournament,
        "tab": "groups",
        "paged": paged,
        "page_links": paged.page_links,
        "standings": paged.standings,
        "corrected": {
            stage_standings.stage.stage.pk: corrected_groups(stage_standings)
            for stage_standings in paged.standings.stages
        },
    }
