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
from scoring.paper import domain
from scoring.paper.views.typing_screen import TypingScreen, open_sheet
from scoring.queries.hand_texts import differences, hand_summaries
from tournaments import access
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, SeeOther, actor_of, see_other

CHOICES = ("first", "second")


@dataclass(frozen=True)
class TypedVersion:
    """What one typist entered, in words by player; no report if they left the row out."""

    choice: str
    typist: str
    report: Report | None
    players: Sequence[tuple[str, Sequence[Text]]]


@dataclass(frozen=True)
class Difference:
    """`texts` say how the second version differs from the first."""

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
        choice = choices.get(f"row-{deal}", "")
        chosen = choice if choice in CHOICES else ""
        differing.append(Difference(deal, _describe(screen, pair), _differences(screen, pair), chosen))
    return differing


def _bare(report: Report | None) -> Report | None:
    return replace(report, accepted=()) if report else None


def _describe(screen: TypingScreen, pair: Sequence[Report | None]) -> list[TypedVersion]:
    """Return both versions with what they say of players in words, without players in the same words."""
    names, game = {seat.code: seat.spoken_name for seat in screen.seats}, screen.entering.game
    summaries = [
        hand_summaries(game, VersionReport(report, screen.rules), names) if report else {} for report in pair
    ]
    charged = screen.entering.charged(screen.seats)
    differing = [payer for payer in charged if summaries[0].get(payer.code) != summaries[1].get(payer.code)]
    typists = [sheet.user.name for sheet in screen.double_entry.finished_sheets]
    return [
        TypedVersion(
            choice,
            typist,
            report,
            [
                (payer.spoken_name, (*summary[payer.code].words, *summary[payer.code].fouls))
                for payer in differing
                if payer.code in summary
            ],
        )
        for choice, typist, report, summary in zip(CHOICES, typists, pair, summaries, strict=True)
    ]


def _differences(screen: TypingScreen, pair: Sequence[Report | None]) -> list[Text]:
    before, after = (_bare(report) for report in pair)
    if before is None or after is None:
        return []
    names = {seat.code: seat.spoken_name for seat in screen.seats}
    versions = VersionReport(before, screen.rules), VersionReport(after, screen.rules)
    return differences(screen.entering.game, *versions, names)
