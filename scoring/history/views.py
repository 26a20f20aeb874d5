from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.history import PLAY_LOG
from tournaments.history import views
from tournaments.web.http import PageRequest


@require_safe
def log(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    return views.log(request, tournament_id, play=PLAY_LOG)
