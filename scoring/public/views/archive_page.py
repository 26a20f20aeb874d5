from __future__ import annotations

import json
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.archive import json_schema, verify
from scoring.archive.spool import Spool, SpooledArchive
from scoring.archive.writer import NotArchivable
from scoring.ledger.digests import last_change, tournament_digest
from scoring.live.queries.counters import tournament_topic
from scoring.live.release import release
from scoring.live.views.live_pages import LivePage, live_page
from scoring.live.views.streamed_files import StreamedFile
from scoring.queries.tournament_context import read_tournament_context
from tournaments.access import shown_tournament_or_404
from tournaments.database.semaphore import SiteSemaphore
from tournaments.limits.attempts import Budget, TooManyAttempts, count_attempt
from tournaments.models import Tournament
from tournaments.web.client import address_of
from tournaments.web.http import PageRequest

RETRY_AFTER: Final = 10
"""Seconds after a file couldn't be made."""
UNLIMITED_FILES: Final = 6
"""Files a reader gets before rate limiting."""
KIND: Final = "application/json"
writers = SiteSemaphore(4)
"""Limits concurrent writing: 2,048 entrants take a processor for a minute."""
spool = Spool()


@live_page(tournament_topic, fragment=False)
def archive(request: PageRequest, tournament_id: UUID) -> LivePage:
    """Render the page that offers the archive, with its digest and the tournament's origin; write no file."""
    context = read_tournament_context(tournament_id)
    tournament = context.tournament
    return "scoring/public/archive.html", {
        "tournament_context": context,
        "tournament": tournament,
        "tab": "archive",
        "digest": tournament_digest(tournament),
        "last_change": last_change(tournament),
        "came_from": json.loads(tournament.origin)["name"] if tournament.origin else "",
    }


@require_safe
def archive_file(request: PageRequest, tournament_id: UUID) -> HttpResponseBase:
    """Return the current file, or 304 if the client has it.

    503 while writers are busy, the tournament changes too fast or the rate limit is exceeded.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    tag = f'"{tournament.counter}-{release()}"'
    response: HttpResponseBase = get_conditional_response(request, etag=tag) or _archive_response(
        request, tournament
    )
    response["ETag"] = tag
    return response


def _archive_response(request: PageRequest, tournament: Tournament) -> HttpResponseBase:
    """Return the archive as an attachment, gzipped if accepted; HEAD writes none.

    503 with Retry-After while it can't be written.
    """
    gzipped = "gzip" in request.headers.get("Accept-Encoding", "")
    name = f"{slugify(tournament.name.replace('ı', 'i')) or 'istaka'}.istaka.json"
    response: HttpResponseBase = HttpResponse(content_type=KIND)
    if request.method != "HEAD":
        try:
            spooled = _open_archive(request, tournament)
        except NotArchivable:
            return _busy_response(request, tournament, RETRY_AFTER)
        except TooManyAttempts as refusal:
            return _busy_response(request, tournament, refusal.seconds)
        if spooled is None:
            return _busy_response(request, tournament, RETRY_AFTER)
        response = StreamedFile(
            partial(spooled.read_chunks, compressed=gzipped), content_type=KIND, name=name, zone="UTC"
        )
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    if gzipped:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _open_archive(request: PageRequest, tournament: Tournament) -> SpooledArchive | None:
    """Return this version's file, writing it if needed; None while writers are busy.

    Only writing counts for the rate limit. Raises NotArchivable, TooManyAttempts.
    """
    public_id, version = tournament.public_id, f"{tournament.counter}-{release()}"
    if (cached := spool.find(public_id, version)) is not None:
        return cached
    with writers.try_acquire() as free:
        if not free:
            return None
        if (
            written_meanwhile := spool.find(public_id, version)
        ) is not None:  # Another request may have written it while this one waited.
            return written_meanwhile
        count_attempt(_budget(request), at=timezone.now())
        return spool.write(public_id, version)


def _budget(request: PageRequest) -> Budget:
    reader = f"account {request.user.pk}" if request.user.is_authenticated else address_of(request)
    return Budget(f"archive for {reader}", free=UNLIMITED_FILES, first=timedelta(minutes=1))


@require_safe
def archive_schema(_request: HttpRequest) -> HttpResponse:
    return _text(json_schema.FILE, "application/schema+json")


@require_safe
def verifier(_request: HttpRequest) -> HttpResponse:
    response = _text(Path(verify.__file__), "text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="verify.py"'
    return response


def _text(file: Path, kind: str) -> HttpResponse:
    return HttpResponse(file.read_bytes(), content_type=kind)


def _busy_response(request: PageRequest, tournament: Tournament, seconds: int) -> HttpResponse:
    context = {"tournament": tournament}
    response = render(
        request, "scoring/public/archive_busy.html", context, status=HTTPStatus.SERVICE_UNAVAILABLE
    )
    response["Retry-After"] = str(seconds)
    return response
