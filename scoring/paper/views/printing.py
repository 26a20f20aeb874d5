from __future__ import annotations

from http import HTTPStatus
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.ledger.rulebooks import rules_of
from scoring.live.queries.counters import Topic, tournament_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.officials.queries.room_overview import read_rounds
from scoring.paper.domain import read_double_entries
from scoring.paper.games import game_sheet_for
from scoring.paper.pdf.qr_link import qr_svg
from scoring.paper.pdf.results_document import results_as_pdf
from scoring.paper.pdf.resume.resume_document import resume_as_pdf
from scoring.paper.pdf.score_sheet import sheets_as_pdf
from scoring.paper.queries.results_paper import read_results
from scoring.paper.queries.resume_pack import read_resume_pack
from scoring.paper.queries.score_sheets import PaperSheet, read_sheets
from scoring.queries.club_logos import large_logo
from scoring.queries.digest_label import digest_label
from tournaments.access import managed_tournament_or_404, shown_encounter_or_404
from tournaments.enums import EncounterState
from tournaments.models import Encounter, Tournament
from tournaments.models.encounter import EncounterQuerySet
from tournaments.navigation.tournament_context import organizer_context
from tournaments.web.http import PageRequest, see_other
from tournaments.web.public_address import public_address


def _sheet_topic(encounter_id: UUID) -> Topic:
    """Any change of the tournament alters the printed digest."""
    tournament = get_object_or_404(Tournament, stages__encounters__public_id=encounter_id)
    return tournament_topic(tournament.public_id)


@live_page(_sheet_topic, fragment=False)
def sheet(request: PageRequest, encounter_id: UUID) -> LivePage:
    """Render an encounter's public score sheet, one A4 page in print; 304 if the visitor has it."""
    paper_sheet = _sheet(encounter_id)
    link = _link(request, paper_sheet)
    return "scoring/paper/score_sheet.html", {
        "sheet": paper_sheet,
        "tournament": paper_sheet.tournament,
        "link": link,
        "qr": qr_svg(link),
        "match": paper_sheet.listing.current.number,
        "digest": digest_label(paper_sheet.tournament),
    }


@never_cache
@require_safe
def sheet_pdf(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    paper_sheet = _sheet_or_404(request, encounter_id)
    logo = large_logo(paper_sheet.tournament.club)
    document = sheets_as_pdf(
        [(paper_sheet, _link(request, paper_sheet))], digest=digest_label(paper_sheet.tournament), logo=logo
    )
    return _pdf(document, paper_sheet.tournament, _("score-sheet"))


@never_cache
@require_safe
def paper(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show the rounds to print and the double entries."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    rounds = read_rounds(tournament)
    context = organizer_context(
        request,
        tournament,
        "paper",
        rounds=rounds,
        undecided_count=sum(round_.undecided_count for round_ in rounds),
        double_entries=read_double_entries(tournament),
        paper=game_sheet_for(rules_of(tournament.rule_book)),
    )
    return render(request, "scoring/paper/paper_documents.html", context)


@never_cache
@require_safe
def sheets_pdf(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Return sheets of `?round=1-main-2` (stage, part, round), else all undecided ones.

    Redirects with a message if there are none; 404 for an unknown round and unless organizer.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    sheets = read_sheets(_requested_encounters(tournament, request.GET.get("round", "")), at=timezone.now())
    if not sheets:
        messages.info(request, _("There is no sheet to print."))
        return see_other("scoring:paper", tournament.public_id)
    linked = [(sheet, _link(request, sheet)) for sheet in sheets]
    document = sheets_as_pdf(linked, digest=digest_label(tournament), logo=large_logo(tournament.club))
    return _pdf(document, tournament, _("score-sheets"))


@never_cache
@require_safe
def resume_pdf(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    with timezone.override(ZoneInfo(tournament.club.time_zone)):
        pack, logo = read_resume_pack(tournament.public_id), large_logo(tournament.club)
        document = resume_as_pdf(pack, at=timezone.now(), logo=logo)
    return _pdf(document, tournament, _("resume-pack"))


@never_cache
@require_safe
def results_pdf(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    with timezone.override(ZoneInfo(tournament.club.time_zone)):
        results, logo = read_results(tournament.public_id), large_logo(tournament.club)
        document = results_as_pdf(results, at=timezone.now(), logo=logo)
    return _pdf(document, tournament, _("results"))


def _sheet_or_404(request: PageRequest, encounter_id: UUID) -> PaperSheet:
    return _sheet(shown_encounter_or_404(request.user, encounter_id).public_id)


def _sheet(encounter_id: UUID) -> PaperSheet:
    return read_sheets(Encounter.objects.filter(public_id=encounter_id), at=timezone.now())[0]


def _requested_encounters(tournament: Tournament, address: str) -> EncounterQuerySet:
    """Return the encounters of `address` (stage-part-round), undecided ones if blank.

    Leaves out byes and annulled ones. Raises Http404 for an unknown round.
    """
    encounters = Encounter.objects.at_tables().filter(stage__tournament=tournament)
    if not address:
        return encounters.exclude(state=EncounterState.DECIDED)
    position, part, number = [*address.split("-"), "", ""][:3]
    if not all(figure.isdecimal() and len(figure) <= 3 for figure in (position, number)):  # noqa: PLR2004 - rounds have two digits at most
        raise Http404
    in_round = encounters.filter(stage__position=int(position), part=part, round=int(number))
    if not in_round.exists():
        raise Http404
    return in_round


def _link(request: PageRequest, paper_sheet: PaperSheet) -> str:
    return public_address(request) + reverse("scoring:encounter", args=[paper_sheet.encounter.public_id])


def _pdf(content: bytes, tournament: Tournament, name: str) -> HttpResponse:
    file = f"{slugify(tournament.name.replace('ı', 'i')) or 'istaka'}-{name}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{file}"'}
    return HttpResponse(content, status=HTTPStatus.OK, content_type="application/pdf", headers=headers)
