from __future__ import annotations

import logging
from http import HTTPStatus
from pathlib import Path

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.backups import restart, restoring, search
from config.backups.archive import SUFFIX
from config.backups.errors import BackupError
from config.backups.permissions import has_no_club
from config.backups.restoring import Preview
from tournaments.accounts.domain import club_members
from tournaments.web.http import PageRequest, see_other

SECONDS_TO_VERIFY = 60
"""Time limit of the verification, for which the page waits."""
logger = logging.getLogger(__name__)


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
        """None if it can't be restored, with the error in the form."""
        if not self.is_valid():
            return None
        try:
            return restoring.preview(self.cleaned_data["file"])
        except BackupError as error:
            self.add_error("file", error.localized)
            return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: PageRequest, token: str) -> HttpResponse:
    """Only while there is no club."""
    if not _may(token):
        return see_other("tournaments:invitation", token)
    if request.method != "POST":
        return _choose(request, token, FileForm())
    form = FileForm(request.POST)
    backup = form.preview()
    if backup is None:
        return _choose(request, token, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if "restore" not in request.POST:
        return render(request, "config/restore_preview.html", {"token": token, "preview": backup})
    try:
        restoration = restoring.restore(
            backup.path, at=timezone.now(), report=logger.info, exclusive=False, seconds=SECONDS_TO_VERIFY
        )
    except BackupError as error:
        form.add_error("file", error.localized)
        return _choose(request, token, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    restart.restart_server()
    return render(request, "config/restored.html", {"restoration": restoration})


def _may(token: str) -> bool:
    if not has_no_club():
        return False
    try:
        return club_members.find_invitation(token=token, at=timezone.now()).club is None
    except club_members.InvitationNotValid:
        return False


def _choose(request: PageRequest, token: str, form: FileForm, status: int = HTTPStatus.OK) -> HttpResponse:
    context = {"token": token, "form": form, "found": search.find_backups()}
    return render(request, "config/restore.html", context, status=status)
