from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config import addresses, owner_invitation
from config.backups.status import requested
from config.launcher import next_step
from config.launcher.control.access import is_at_this_computer, require_control
from config.launcher.control.facts import read_activity, state_context
from config.launcher.control.update_views import update_context
from config.launcher.data_folder import LOG_FILES, Remembered, remember, remembered
from config.platform.processes import end_server
from config.version import VERSION
from tournaments.accounts.domain import club_members
from tournaments.languages import default_path
from tournaments.web.http import PageRequest, see_other
from tournaments.web.qr import qr_svg

PAGE, STATE = "config/control/page.html", "config/control/_state.html"
LOG_BYTES = 1_000_000


@never_cache
@require_safe
def control_page(request: PageRequest, control_key: str) -> HttpResponse:
    """Show what runs here, or to a page of an earlier start the way to this one; htmx gets what changes."""
    if is_at_this_computer(request) and control_key != settings.CONTROL_KEY:
        return render(request, "config/control/earlier.html", status=404)
    require_control(request, control_key)
    return render(request, STATE if request.htmx else PAGE, _context(control_key))


@never_cache
@require_safe
def ping(request: PageRequest, control_key: str) -> HttpResponse:
    """204, for a second start that looks for a running one."""
    require_control(request, control_key)
    return HttpResponse(status=204)


@never_cache
@require_safe
def full_screen_code(request: PageRequest, control_key: str) -> HttpResponse:
    require_control(request, control_key)
    return render(request, "config/control/code.html", _context(control_key))


@never_cache
@require_POST
def found_club(request: PageRequest, control_key: str) -> HttpResponse:
    """Lead to a new link to become the owner, or with `restore` to bring a backup, if there is no owner."""
    require_control(request, control_key)
    if owner_invitation.has_owner():
        return see_other("control:page", control_key)
    page = "backups:restore" if "restore" in request.POST else "tournaments:invitation"
    return see_other(page, club_members.invite_owner(at=timezone.now()).token)


@never_cache
@require_POST
def back_up(request: PageRequest, control_key: str) -> HttpResponse:
    """Ask the scheduler for a backup; the page shows when it is made."""
    require_control(request, control_key)
    requested.set()
    return see_other("control:page", control_key)


@never_cache
@require_POST
def choose_address(request: PageRequest, control_key: str) -> HttpResponse:
    """Remember one of this computer's addresses, or with "" none, and start again with it; 404 for others."""
    require_control(request, control_key)
    chosen = request.POST.get("address", "")
    if chosen and chosen not in {own.address for own in addresses.own_addresses()}:
        raise Http404
    folder = Path(settings.VAR_DIR)
    remember(folder, Remembered(port=remembered(folder).port, address=chosen))
    next_step.request_restart(folder)
    end_server.stop_server()
    return render(request, "config/control/restarting.html", {"control_key": control_key})


@never_cache
@require_POST
def stop(request: PageRequest, control_key: str) -> HttpResponse:
    """Stop the program after this response; ask first, with 422, while hands are being recorded."""
    require_control(request, control_key)
    if read_activity().tables_playing and "sure" not in request.POST:
        return render(request, PAGE, {**_context(control_key), "asks_to_stop": True}, status=422)
    end_server.stop_server()
    return render(request, "config/control/stopped.html")


@never_cache
@require_safe
def log(request: PageRequest, control_key: str) -> HttpResponse:
    """Return the logs of this start and the one before; `config.logs` leaves names and links out."""
    require_control(request, control_key)
    head = f"Istaka {VERSION}, Python {sys.version}, {platform.platform()}\n\n"
    logs = [Path(settings.VAR_DIR, name) for name in LOG_FILES]
    texts = [
        file.read_text(encoding="utf-8", errors="replace")[-LOG_BYTES:] for file in logs if file.exists()
    ]
    text = "\n".join([head, *texts]).replace(control_key, "…")
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="istaka-log.txt"'
    return response


def _context(control_key: str) -> dict[str, Any]:
    address = settings.PUBLIC_ADDRESS
    return {
        "control_key": control_key,
        "address": address,
        "port": urlsplit(address).port or 80,
        "qr": qr_svg(address + default_path("scoring:tournaments")) if address else "",
        "version": VERSION,
        "system": sys.platform,
        "language": get_language(),
        **state_context(),
        **update_context(control_key),
    }
