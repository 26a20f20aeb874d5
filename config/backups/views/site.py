from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.backups import folder
from config.backups.atomic_files import CHUNK_BYTES
from config.backups.permissions import may_manage_backups
from config.backups.status import read_status, request_backup
from tournaments.web.http import PageRequest, see_other

MAX_LISTED = 50
"""Differences on the page; the log has all."""


class Download(StreamingHttpResponse):
    """Django would read the file into memory first."""

    def __init__(self, path: Path) -> None:
        disposition = content_disposition_header(as_attachment=True, filename=path.name)
        headers = {"Content-Disposition": disposition or "", "Content-Length": str(path.stat().st_size)}
        super().__init__(_chunks(path), content_type="application/octet-stream", headers=headers)
        self._path = path

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with self._path.open("rb") as file:
            while chunk := await asyncio.to_thread(file.read, CHUNK_BYTES):
                yield chunk


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


@never_cache
@require_safe
def site(request: PageRequest) -> HttpResponse:
    """The fragment refreshes while a backup is being made."""
    _require_manager(request)
    status = read_status(now=timezone.now())
    context = {
        "status": status,
        "backups": list(folder.newest_first(settings.BACKUPS)),
        "too": settings.BACKUPS_TOO,
        "differences": status.differences[:MAX_LISTED],
    }
    template = "config/_backups.html" if request.htmx else "config/backups.html"
    return render(request, template, context)


@require_POST
def start_backup(request: PageRequest) -> HttpResponse:
    _require_manager(request)
    try:
        request_backup(at=timezone.now())
    except OSError:
        messages.error(request, _("No backup can be made: the backup folder is not writable."))
    return see_other("backups:site")


@never_cache
@require_safe
def download(request: PageRequest, backup: str) -> HttpResponse | Download:
    _require_manager(request)
    stored_backup = folder.find(backup)
    if stored_backup is None:
        raise Http404
    return Download(stored_backup.path)


def _require_manager(request: PageRequest) -> None:
    if not may_manage_backups(request.user):
        raise Http404
