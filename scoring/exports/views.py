from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.exports.pdf import person_as_pdf
from scoring.exports.queries.entrants_export import entrants_sheet
from scoring.exports.queries.hands_export import hands_sheet
from scoring.exports.queries.log_export import log_sheet
from scoring.exports.queries.people_export import people_sheet
from scoring.exports.queries.person_data import PersonData, read_person
from scoring.exports.queries.person_json import person_as_dict
from scoring.exports.queries.results_export import results_sheet
from scoring.exports.queries.standings_export import standings_sheet
from scoring.live.views.streamed_files import StreamedFile
from tournaments.access import managed_club_or_404, managed_tournament_or_404, person_or_404
from tournaments.enums import TournamentState
from tournaments.models import Club, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.people.domain.data_export import log_export
from tournaments.spreadsheets.table_writer import FILE_TYPES, Sheet
from tournaments.web.http import PageRequest, actor_of, see_other

CSV_SEPARATORS = {"tr": ";", "en": ","}
"""The column separator that Excel expects, by the language of its settings."""


@dataclass(frozen=True)
class ExportOption:
    title: str
    description: str
    address: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def files(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """List the files to download; POST stores in the session what opens CSV files and redirects here.

    An unknown value of `csv_settings` is ignored.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.POST.get("csv_settings") in CSV_SEPARATORS:
        request.session["csv_settings"] = request.POST["csv_settings"]
    if request.method == "POST":
        return see_other("scoring:files", tournament.public_id)
    is_drawn = tournament.state != TournamentState.OPEN
    context: dict[str, Any] = {
        "export_options": _export_options(is_drawn=is_drawn),
        "drawn": is_drawn,
        "file_formats": [("csv", _("CSV")), ("xlsx", _("XLSX"))],
        "csv_settings": _csv_settings(request),
    }
    return render(
        request, "scoring/exports/files.html", organizer_context(request, tournament, "files", **context)
    )


def _export_options(*, is_drawn: bool) -> Sequence[ExportOption]:
    """Return only entrants and log before the draw."""
    entrants = ExportOption(
        _("Entrants"),
        _("The list with players, clubs and ratings. You can import it again unchanged."),
        "scoring:entrants_file",
    )
    log = ExportOption(
        _("Log"), _("Every action with its time and person, oldest first."), "scoring:log_file"
    )
    if not is_drawn:
        return [entrants, log]
    return [
        entrants,
        ExportOption(
            _("Standings"),
            _("All standings in full, and the final ranking once it is known."),
            "scoring:standings_file",
        ),
        ExportOption(
            _("Results"), _("Every encounter with its sides, table and result."), "scoring:results_file"
        ),
        ExportOption(
            pgettext("of a whole tournament", "Hands"),
            _("Every hand that counts, with its seats and points."),
            "scoring:hands_file",
        ),
        log,
    ]


@never_cache
@require_safe
def entrants_file(request: PageRequest, tournament_id: UUID, ending: str) -> HttpResponse | StreamedFile:
    return _export_tournament(request, tournament_id, ending, entrants_sheet)


@never_cache
@require_safe
def standings_file(request: PageRequest, tournament_id: UUID, ending: str) -> HttpResponse | StreamedFile:
    return _export_tournament(request, tournament_id, ending, standings_sheet)


@never_cache
@require_safe
def results_file(request: PageRequest, tournament_id: UUID, ending: str) -> HttpResponse | StreamedFile:
    return _export_tournament(request, tournament_id, ending, results_sheet)


@never_cache
@require_safe
def hands_file(request: PageRequest, tournament_id: UUID, ending: str) -> HttpResponse | StreamedFile:
    return _export_tournament(request, tournament_id, ending, hands_sheet)


@never_cache
@require_safe
def log_file(request: PageRequest, tournament_id: UUID, ending: str) -> HttpResponse | StreamedFile:
    return _export_tournament(request, tournament_id, ending, log_sheet)


@never_cache
@require_safe
def people_file(request: PageRequest, club_id: UUID, ending: str) -> HttpResponse | StreamedFile:
    club = managed_club_or_404(request.user, club_id)
    return _sheet_response(request, people_sheet(club), club, club.name, ending)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def person_export(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Show the data, of an alias its person's; POST downloads them as PDF (`as=pdf`) or JSON and logs it.

    404 unless the user manages the whole club.
    """
    player = person_or_404(request.user, club_id, player_id).person
    data, time = read_person(player, request.user), timezone.localtime()
    if request.method != "POST":
        context = {"club": player.club, "player": player, "person_data": data, "now": time}
        return render(request, "scoring/exports/person_data.html", context)
    ending = "pdf" if request.POST.get("as") == "pdf" else "json"
    content, kind = _render_export(data, ending, at=time)
    log_export(player=player, by=actor_of(request), at=time)
    name = content_disposition_header(as_attachment=True, filename=f"{_file_slug(player.real_name)}.{ending}")
    headers = {"Content-Disposition": name or "attachment"}
    return HttpResponse(content, content_type=kind, headers=headers)


def _render_export(data: PersonData, ending: str, *, at: datetime) -> tuple[bytes | str, str]:
    if ending == "pdf":
        with timezone.override(ZoneInfo(data.player.club.time_zone)):
            return person_as_pdf(data, at=at), "application/pdf"
    text = json.dumps(person_as_dict(data, at=at), ensure_ascii=False, indent=2)
    return text, "application/json; charset=utf-8"


def _export_tournament(
    request: PageRequest, tournament_id: UUID, ending: str, read: Callable[[Tournament], Sheet]
) -> HttpResponse | StreamedFile:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    return _sheet_response(request, read(tournament), tournament.club, tournament.name, ending)


def _sheet_response(
    request: PageRequest, sheet: Sheet, club: Club, owner_name: str, ending: str
) -> HttpResponse | StreamedFile:
    """Return the sheet as a file to download, named for the owner, in the session's CSV dialect.

    404 for an unknown `ending`. HEAD doesn't make the file.
    """
    if ending not in FILE_TYPES:
        raise Http404
    write, kind = FILE_TYPES[ending]
    delimiter = CSV_SEPARATORS[_csv_settings(request)]
    name = "-".join(map(_file_slug, (owner_name, sheet.name)))
    if request.method == "HEAD":
        return HttpResponse(content_type=kind)
    return StreamedFile(
        lambda: write(sheet, delimiter=delimiter),
        content_type=kind,
        name=f"{name}.{ending}",
        zone=club.time_zone,
    )


def _csv_settings(request: PageRequest) -> str:
    """Return the chosen settings, else those of the page's language."""
    chosen = request.session.get("csv_settings") or get_language()
    return chosen if chosen in CSV_SEPARATORS else "tr"


def _file_slug(text: str) -> str:
    return slugify(text.replace("ı", "i"))
