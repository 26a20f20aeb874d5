from __future__ import annotations

from uuid import UUID

from django.http import Http404

from scoring.live.queries.counters import encounter_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.officials.queries.referee_calls import protests_on
from scoring.public.queries.hand_history import History, HistoryVersion, read_history
from scoring.public.queries.version_comparison import Comparison, compare_versions
from scoring.public.views.reader_roles import is_staff_view, page_visitor
from scoring.queries.encounter_page import read_encounter
from tournaments.access import REFEREES, roles_in
from tournaments.web.http import PageRequest


@live_page(encounter_topic, parameters=("from", "to", "as"), personal=is_staff_view)
def hand_history(request: PageRequest, encounter_id: UUID, match: int, deal: int) -> LivePage:
    """Render the versions of a hand, or 404; `?from=1&to=3` compares two.

    With `?as=staff`, staff also see a hand that was withdrawn and entered again unchanged.
    """
    view = read_encounter(encounter_id)
    history = read_history(view.encounter, match, deal)
    if history is None:
        raise Http404
    roles = roles_in(page_visitor(request), view.tournament)
    visible = history if roles else history.public_history()
    return "scoring/public/hand_history.html", {
        "view": view,
        "tournament": view.tournament,
        "history": visible,
        "comparison": _comparison(request, visible),
        "protests": protests_on(view.encounter, match, deal),
        "shows_staff_more": True,
        "staff": bool(roles),
        "rules_on_it": not roles.isdisjoint(REFEREES),
    }


def _comparison(request: PageRequest, history: History) -> Comparison | None:
    if len(history.versions) == 1:
        return None
    newest = history.versions[-1]
    newer = _find_version(history, request.GET.get("to", "")) or newest
    older = _find_version(history, request.GET.get("from", "")) or history.version_before(newer)
    if older is None or older is newer:
        older, newer = history.versions[-2], newest
    return compare_versions(history, *sorted((older, newer), key=lambda version: version.number))


def _find_version(history: History, number: str) -> HistoryVersion | None:
    return next((version for version in history.versions if str(version.number) == number), None)
