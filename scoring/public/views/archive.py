"""The archive of a tournament, for everybody: what it is, the file, and what verifies it."""

from __future__ import annotations

import gzip
import json
import shutil
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.archive import schema, verify
from scoring.archive.writing import CannotBeArchived, write_archive
from scoring.ledger.digests import digest_of
from scoring.live.queries.topics import Kind, Topic
from scoring.live.release import release
from scoring.live.views.pages import show
from scoring.reading.frame import read_frame
from tournaments.access import shown_tournament_or_404
from tournaments.domain.semaphore import HouseSemaphore
from tournaments.models import Tournament
from tournaments.views.http import PageRequest

SECONDS: Final = 10
"""After so long one may ask again for a file that could not be made."""
LEVEL: Final = 4
"""Of compression: a tenth of the size for a second of 200 MB."""
writers = HouseSemaphore(4)
"""One of these files at a time: that of 2,048 entrants takes a processor for a minute."""


@require_safe
def archive(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """What the archive is, the digest of the tournament, and how anybody verifies both."""

    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        tournament = frame.tournament
        return {
            "frame": frame,
            "tournament": tournament,
            "tab": "archive",
            "digest": digest_of(tournament),
            "came_from": json.loads(tournament.origin)["name"] if tournament.origin else "",
        }

    return show(request, Topic(Kind.TOURNAMENT, tournament_id), "scoring/public/archive.html", read)


@require_safe
def archive_file(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """The file as of now; 503 while the house writes another one, or this one moves too fast."""
    tournament = shown_tournament_or_404(request.user, tournament_id)
    tag = f'"{tournament.counter}-{release()}"'
    response = get_conditional_response(request, etag=tag) or _file(request, tournament)
    response["ETag"] = tag
    return response


def _file(request: PageRequest, tournament: Tournament) -> HttpResponse:
    packs = "gzip" in request.headers.get("Accept-Encoding", "")
    try:
        with writers.take() as free:
            if not free:
                return _not_now(request, tournament)
            content = b"" if request.method == "HEAD" else _written(tournament, packs=packs)
    except CannotBeArchived:
        return _not_now(request, tournament)
    response = HttpResponse(content, content_type="application/json")
    name = slugify(tournament.name.replace("ı", "i")) or "istaka"
    response["Content-Disposition"] = f'attachment; filename="{name}.istaka.json"'
    if packs:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _written(tournament: Tournament, *, packs: bool) -> bytes:
    """The text of an archive, compressed for who can read that."""
    with TemporaryFile() as file:
        write_archive(tournament.public_id, file)
        file.seek(0)
        if not packs:
            return file.read()
        packed = BytesIO()
        with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=LEVEL) as into:
            shutil.copyfileobj(file, into)
        return packed.getvalue()


@require_safe
def archive_schema(_request: HttpRequest) -> HttpResponse:
    """The JSON Schema of archives, at an address that says its version and stays."""
    return _text(schema.FILE, "application/schema+json")


@require_safe
def verifier(_request: HttpRequest) -> HttpResponse:
    """The program that verifies an archive without us."""
    response = _text(Path(verify.__file__), "text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="verify.py"'
    return response


def _text(file: Path, kind: str) -> HttpResponse:
    return HttpResponse(file.read_bytes(), content_type=kind)


def _not_now(request: PageRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament}
    response = render(
        request, "scoring/public/archive_not_now.html", context, status=HTTPStatus.SERVICE_UNAVAILABLE
    )
    response["Retry-After"] = str(SECONDS)
    return response
