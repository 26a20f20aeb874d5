from __future__ import annotations

import logging
import sys
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.backups import find_backups, folder, restore_backup
from config.backups.archive import SUFFIX
from config.backups.errors import BackupError
from config.backups.facts import is_copied, list_facts, state_context
from config.backups.folder import Backup
from config.backups.permissions import has_no_club, is_laptop, may_manage_backups, owns_every_club
from config.backups.restore_backup import Preview
from config.backups.status import create_folder, read_status, record_download, requested
from config.platform.processes import end_server
from tournaments.accounts.domain import club_members
from tournaments.web.http import PageRequest, see_other

logger = logging.getLogger(__name__)

RESTORE = f"restore --replace backup{SUFFIX}"
NEWEST = 5
"""Backups shown; a tap shows the others."""


@never_cache
@require_safe
def site(request: PageRequest) -> HttpResponse:
    """Show backups; 404 except for owners of every club. htmx gets a fragment, refreshed during a backup."""
    if not owns_every_club(request.user):
        raise Http404
    if not is_laptop():
        return render(request, "config/backups.html")
    status = read_status(now=timezone.now())
    backups = list(folder.newest_first(settings.BACKUPS))
    state = state_context(status)
    copied, second_folder = is_copied(status.good), settings.BACKUPS_COPY
    needs_backup = status.needs_backup or (status.state == "good" and second_folder and not copied)
    is_due = status.state in ("old", "none") and status.next_at is None
    context = {
        **state,
        "facts": list_facts(status, state["difference_sentence"]),
        "is_copied": copied,
        "needs_backup": needs_backup,
        "emphasis": "go" if needs_backup and not is_due else "",
        "second_folder": second_folder,
        "newest": backups[:NEWEST],
        "older": backups[NEWEST:],
        "count": len(backups),
        "total_bytes": sum(stored.size for stored in backups),
        "checked": _checked(backups),
        "restore_command": f"{sys.executable} {settings.BASE_DIR / 'manage.py'} {RESTORE}",
    }
    template = "config/_backups.html" if request.htmx else "config/backups.html"
    return render(request, template, context)


def _checked(backups: list[Backup]) -> str:
    """Return which are good and fully verified: "all", "others" than those with differences, or ""."""
    good = [stored for stored in backups if stored.manifest.good]
    if not good or any(stored.manifest.unread for stored in good):
        return ""
    return "all" if len(good) == len(backups) else "others"


@require_POST
def start_backup(request: PageRequest) -> HttpResponse:
    """Leave it to the scheduler, which waits for requests."""
    _require_manager(request)
    try:
        create_folder()
    except OSError:
        messages.error(request, _("No backup can be made: the backup folder is not writable."))
    else:
        if settings.HOURLY_BACKUPS:
            requested.set()
    return see_other("backups:backup_list")


@never_cache
@require_safe
def download(request: PageRequest, backup: str) -> HttpResponse:
    _require_manager(request)
    stored_backup = folder.find(backup)
    if stored_backup is None:
        raise Http404
    if request.method == "GET":
        with suppress(OSError):  # a full disk prevents no download
            record_download(stored_backup, at=timezone.now())
    disposition = content_disposition_header(as_attachment=True, filename=backup)
    return HttpResponse(
        stored_backup.path.read_bytes(),  # ASGI would collect a stream in memory, too
        content_type="application/octet-stream",
        headers={"Content-Disposition": disposition or ""},
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def restore_stored(request: PageRequest, backup: str) -> HttpResponse:
    """Preview a stored backup; `restore` replaces all by it, after a backup, and restarts the server."""
    _require_manager(request)
    stored = folder.find(backup)
    if stored is None:
        raise Http404
    try:
        preview = restore_backup.preview(stored.path)
        if "restore" not in request.POST:
            return render(request, "config/restore_preview.html", {"preview": preview})
        restoration = restore_backup.restore(
            stored.path, at=timezone.now(), report=logger.info, replace=True, exclusive=False
        )
    except BackupError as error:
        messages.error(request, error.localized)
        return see_other("backups:backup_list")
    end_server.restart_server()  # its memory holds the old database's rows
    return render(request, "config/restored.html", {"restoration": restoration})


def _require_manager(request: PageRequest) -> None:
    if not may_manage_backups(request.user):
        raise Http404


class FileForm(forms.Form):
    """Other suffixes are not opened."""

    file = forms.CharField(label=gettext_lazy("Path of the file"), max_length=1000)

    def clean_file(self) -> Path:
        path = Path(self.cleaned_data["file"].strip().strip('"'))
        if path.suffix != SUFFIX:
            raise forms.ValidationError(
                _("The name of a backup ends in %(ending)s."), params={"ending": SUFFIX}, code="ending"
            )
        return path

    def preview(self) -> Preview | None:
        """None if refused, with a form error."""
        if not self.is_valid():
            return None
        try:
            return restore_backup.preview(self.cleaned_data["file"])
        except BackupError as error:
            self.add_error("file", error.localized)
            return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: PageRequest, token: str) -> HttpResponse:
    """List backups; POST previews the chosen `file`, with `restore` restores it and restarts the server.

    With a club or an invalid token, redirect to the invitation. 422 for a wrong choice or a failure.
    """
    if not _may_restore(token):
        return see_other("tournaments:invitation", token)
    if request.method != "POST":
        return _render_choice(request, token, FileForm())
    form = FileForm(request.POST)
    backup = form.preview()
    if backup is None:
        return _render_choice(request, token, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if "restore" not in request.POST:
        return render(request, "config/restore_preview.html", {"token": token, "preview": backup})
    try:
        restoration = restore_backup.restore(
            backup.path, at=timezone.now(), report=logger.info, exclusive=False
        )
    except BackupError as error:
        form.add_error("file", error.localized)
        return _render_choice(request, token, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    end_server.restart_server()  # its memory holds the old database's rows
    return render(request, "config/restored.html", {"restoration": restoration})


def _may_restore(token: str) -> bool:
    if not has_no_club():
        return False
    try:
        return club_members.find_invitation(token=token, at=timezone.now()).club is None
    except club_members.InvitationNotValid:
        return False


def _render_choice(
    request: PageRequest, token: str, form: FileForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"token": token, "form": form, "found_backups": find_backups.find_backups()}
    return render(request, "config/restore.html", context, status=status)
