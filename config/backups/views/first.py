"""The first start with a backup: whoever may found a club puts one of before in its place."""

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

from config.backups import places, restart, restoring
from config.backups.archive import ENDING
from config.backups.hindrances import Hindrance
from config.backups.keepers import is_unfounded
from config.backups.restoring import Preview
from tournaments.accounts.domain import club_members
from tournaments.web.http import PageRequest, see_other

SECONDS_TO_VERIFY = 60
"""So long the page waits for it."""
logger = logging.getLogger(__name__)


class FileForm(forms.Form):
    """Which backup. What does not end as one is not even looked for."""

    file = forms.CharField(label=gettext_lazy("Path of the file"), max_length=1000)

    def clean_file(self) -> Path:
        path = Path(self.cleaned_data["file"].strip().strip('"'))
        if path.suffix != ENDING:
            raise forms.ValidationError(
                _("A backup’s name ends in %(ending)s."), params={"ending": ENDING}, code="ending"
            )
        return path

    def preview(self) -> Preview | None:
        """What the file holds; None where it can't be restored, which the form then says."""
        if not self.is_valid():
            return None
        try:
            return restoring.preview(self.cleaned_data["file"])
        except Hindrance as error:
            self.add_error("file", error.told)
            return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: PageRequest, token: str) -> HttpResponse:
    """Choose a file; see what it holds; restore it. Only while nobody has founded a club."""
    if not _may(token):
        return see_other("tournaments:invitation", token)
    if request.method != "POST":
        return _choose(request, token, FileForm())
    form = FileForm(request.POST)
    seen = form.preview()
    if seen is None:
        return _choose(request, token, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if "restore" not in request.POST:
        return render(request, "config/restore_preview.html", {"token": token, "seen": seen})
    try:
        done = restoring.restore(
            seen.path, at=timezone.now(), tell=logger.info, alone=False, seconds=SECONDS_TO_VERIFY
        )
    except Hindrance as error:
        form.add_error("file", error.told)
        return _choose(request, token, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    restart.begin_anew()
    return render(request, "config/restored.html", {"done": done})


def _may(token: str) -> bool:
    """Whether this is the valid link by which the first club is founded."""
    if not is_unfounded():
        return False
    try:
        return club_members.find_invitation(token=token, at=timezone.now()).club is None
    except club_members.InvitationNotValid:
        return False


def _choose(request: PageRequest, token: str, form: FileForm, status: int = HTTPStatus.OK) -> HttpResponse:
    context = {"token": token, "form": form, "found": places.find_backups()}
    return render(request, "config/restore.html", context, status=status)
