from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.hand_summary import VersionReport
from rules.hands import Report
from rules.localized_text import Text
from scoring.ledger.hand_versions import score_by_rules, with_penalties_before
from scoring.paper import domain
from scoring.paper.views.typing_screen import TypingScreen, open_sheet
from scoring.queries.hand_texts import differences
from tournaments import access
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, SeeOther, actor_of, see_other

CHOICES = ("first", "second")


@dataclass(frozen=True)
class TypedVersion:
    """No report if the typist left the row out; `points` are by side, A first."""

    choice: str
    typist: str
    report: Report | None
    points: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class Difference:
    """`texts` say in words how the second version differs from the first."""

    deal: int
    versions: Sequence[TypedVersion]
    texts: Sequence[Text]
    chosen: str

    @property
    def report(self) -> Report | None:
        return next((version.report for version in self.versions if version.choice == self.chosen), None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def require_double_entry(request: PageRequest, encounter_id: UUID, match: int) -> HttpResponse:
    """On POST, require double entry, or with `drop` end it and delete typings; 404 unless organizer.

    Redirects to the sheet; refusals become messages.
    """
    screen = open_sheet(request, encounter_id, match)
    if not access.may_manage(request.user, screen.table.tournament):
        raise Http404
    if request.method == "POST":
        action = domain.drop_double_entry if "drop" in request.POST else domain.require_double_entry
        try:
            action(encounter=screen.encounter, match=match, by=actor_of(request), at=timezone.now())
        except Refused as refusal:
            messages.error(request, refusal.message.html)
    return SeeOther(screen.address())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def compare_typed(request: PageRequest, encounter_id: UUID, match: int) -> HttpResponse:
    """Show the hands that differ; POST stores all if each has a choice, else 422.

    Redirects to typing unless two typings are complete.
    """
    screen = open_sheet(request, encounter_id, match)
    if not screen.double_entry.is_complete:
        return SeeOther(screen.address())
    first, second = (_read_reports(screen, sheet.rows) for sheet in screen.double_entry.finished_sheets)
    differing = _find_differences(screen, first, second, request.POST)
    is_undecided = not all(difference.chosen for difference in differing)
    if request.method != "POST" or is_undecided:
        is_missing = request.method == "POST"
        return _show_comparison(request, screen, differing, first | second, is_missing=is_missing)
    chosen = {difference.deal: difference.report for difference in differing}
    reports = {deal: chosen.get(deal, report) for deal, report in (second | first).items()}
    try:
        domain.store_typed_hands(
            encounter=screen.encounter,
            match=match,
            reports={deal: report for deal, report in reports.items() if report is not None},
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        screen = open_sheet(request, encounter_id, match)
        return _show_comparison(request, screen, differing, first | second, refusal=refusal)
    messages.success(request, _("The hands of this match are stored."))
    return see_other("scoring:type_sheet", encounter_id, match)


def _show_comparison(
    request: PageRequest,
    screen: TypingScreen,
    differing: Sequence[Difference],
    reports: Mapping[int, Report],
    *,
    is_missing: bool = False,
    refusal: Refused | None = None,
) -> HttpResponse:
    context = screen.context(actor_of(request)) | {
        "differences": differing,
        "typists": [sheet.user.name for sheet in screen.double_entry.finished_sheets],
        "hands": len(reports),
        "missing": is_missing,
        "refusal": refusal,
        "saved_otherwise": screen.rows_saved_otherwise,
        "refused_row": screen.stored_deals + 1,
    }
    status = HTTPStatus.OK
    if is_missing or refusal is not None:
        status = HTTPStatus.CONFLICT if refusal else HTTPStatus.UNPROCESSABLE_ENTITY
    page = organizer_context(request, screen.table.tournament, "type_sheet", **context)
    return render(request, "scoring/paper/compare_typed.html", page, status=status)


def _read_reports(screen: TypingScreen, rows: Mapping[str, str]) -> dict[int, Report]:
    """Return reports by deal, without those that were stored before."""
    reports = {int(deal): screen.parse_report(text) for deal, text in rows.items()}
    return {deal: report for deal, report in reports.items() if deal > screen.stored_deals}


def _find_differences(
    screen: TypingScreen,
    first: Mapping[int, Report],
    second: Mapping[int, Report],
    choices: Mapping[str, Any],
) -> list[Difference]:
    """Return the hands that differ in more than confirmed warnings, with posted choices."""
    differing = []
    for deal in sorted(first.keys() | second.keys()):
        pair = (first.get(deal), second.get(deal))
        if _bare(pair[0]) == _bare(pair[1]):
            continue
        versions = [
            TypedVersion(choice, sheet.user.name, report, _points(screen, deal, report))
            for choice, sheet, report in zip(CHOICES, screen.double_entry.finished_sheets, pair, strict=True)
        ]
        chosen = choices.get(f"row-{deal}", "")
        texts = _describe(screen, *map(_bare, pair))
        differing.append(Difference(deal, versions, texts, chosen if chosen in CHOICES else ""))
    return differing


def _bare(report: Report | None) -> Report | None:
    return replace(report, accepted=()) if report else None


def _points(screen: TypingScreen, deal: int, report: Report | None) -> list[tuple[str, int]]:
    if report is None:
        return []
    completed = with_penalties_before(report, screen.rules, screen.match.totals_before(deal))
    return sorted(score_by_rules(completed, screen.rules).score.by_side().items())


def _describe(screen: TypingScreen, first: Report | None, second: Report | None) -> list[Text]:
    if first is None or second is None:
        return []
    names = {seat.code: seat.spoken_name for seat in screen.seats}
    versions = VersionReport(first, screen.rules), VersionReport(second, screen.rules)
    return differences(screen.entering.game, *versions, names)
