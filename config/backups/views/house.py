"""The house's page: when the last good backup was made, which there are, and one more."""

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
from config.backups.keepers import looks_after_house
from config.backups.state import ask, state
from config.backups.written import AT_A_TIME
from tournaments.web.http import PageRequest, see_other

MOST_TOLD = 50
"""So many differences are told on the page; the log has them all."""


class Download(StreamingHttpResponse):
    """A file that is sent piece by piece also where Django would take all of it into memory first."""

    def __init__(self, path: Path) -> None:
        named = content_disposition_header(as_attachment=True, filename=path.name)
        headers = {"Content-Disposition": named or "", "Content-Length": str(path.stat().st_size)}
        super().__init__(_pieces(path), content_type="application/octet-stream", headers=headers)
        self._path = path

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with self._path.open("rb") as file:
            while piece := await asyncio.to_thread(file.read, AT_A_TIME):
                yield piece


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(AT_A_TIME):
            yield piece


@never_cache
@require_safe
def house(request: PageRequest) -> HttpResponse:
    """How the house is; the part of it that changes by itself while a backup is being made."""
    _demand_keeper(request)
    now = state(now=timezone.now())
    context = {
        "state": now,
        "backups": list(folder.newest_first(settings.BACKUPS)),
        "too": settings.BACKUPS_TOO,
        "told": now.differences[:MOST_TOLD],
    }
    template = "config/_house.html" if request.htmx else "config/house.html"
    return render(request, template, context)


@require_POST
def make_backup(request: PageRequest) -> HttpResponse:
    """Ask for a backup: whoever keeps the house makes it in a moment."""
    _demand_keeper(request)
    try:
        ask(at=timezone.now())
    except OSError:
        messages.error(request, _("No backup can be made: its folder can’t be written to."))
    return see_other("backups:house")


@never_cache
@require_safe
def download(request: PageRequest, backup: str) -> HttpResponse | Download:
    """One of ours, by the name of its file."""
    _demand_keeper(request)
    found = folder.named(backup)
    if found is None:
        raise Http404
    return Download(found.path)


def _demand_keeper(request: PageRequest) -> None:
    if not looks_after_house(request.user):
        raise Http404
