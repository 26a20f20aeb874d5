from __future__ import annotations

import uuid
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from scoring.ledger.refusals import HandChangedMeanwhile, HandRefused, WarningsNotAccepted
from scoring.models import Call, Entry
from scoring.play import corrections
from scoring.play.later_play import LaterPlayChoice, apply_with_later_play
from scoring.table.forms.correction_form import BaseCorrectionForm
from scoring.table.views.consequences import consequences_of_correction
from scoring.table.views.hand_entry import form_context, show_form
from scoring.table.views.table_access import show_refusal
from scoring.table.views.table_screen import TableScreen
from scoring.table.views.version_comparison import render_comparison, typed_fields
from tournaments import access
from tournaments.log.actor import Actor
from tournaments.refusals import Refused
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change
from tournaments.web.http import SeeOther
from tournaments.web.return_links import requested_return_page, return_page, with_return_page


class HandCorrection:
    """Raises Http404 without a stored hand.

    Subclasses override the table's addresses and `head_template`, above each page. `call` is the call it
    answers. `stays_on_page`: a script stays on the page after success.
    """

    head_template = ""
    stays_on_page = True
    call: Call | None = None

    def __init__(
        self, request: HttpRequest, screen: TableScreen, actor: Actor, match: int, deal: int
    ) -> None:
        self.request, self.screen, self.actor = request, screen, actor
        self.tournament = screen.table.tournament
        self.stored = _get_stored_entry(screen, match, deal)
        self.match, self.deal = match, deal

    @property
    def url_arguments(self) -> list[Any]:
        return [self.screen.table.public_id, self.screen.encounter.public_id, self.match, self.deal]

    @property
    def save_url(self) -> str:
        return with_return_page(self.request, reverse("scoring:correct_hand", args=self.url_arguments))

    @property
    def preview_url(self) -> str:
        return with_return_page(self.request, reverse("scoring:preview_correction", args=self.url_arguments))

    @property
    def back_url(self) -> str:
        return with_return_page(self.request, reverse("scoring:table_hands", args=self.url_arguments[:2]))

    @property
    def keep_url(self) -> str:
        return return_page(self.request, reverse("scoring:table", args=self.url_arguments[:1]))

    def show(self) -> HttpResponse:
        """Show the form, filled in from the stored hand."""
        screen, stored = self.screen, self.stored
        values = screen.entering.initial_from_entry(stored, screen.rules) | {
            "encounter": screen.encounter.public_id,
            "match": self.match,
            "deal": self.deal,
            "version": stored.version,
            "entry_key": uuid.uuid4(),
        }
        form = screen.entering.correction_form(rules=screen.rules, playing=screen.seat_codes, initial=values)
        context = screen.context(self.actor) | form_context(screen, form) | self.correction_context()
        return render(self.request, screen.page, context)

    def preview(self) -> HttpResponse:
        data = self.request.POST.copy()
        data.setdefault("entry_key", str(uuid.uuid4()))
        return self._show_form(self._bound_form(data))

    def save(self) -> HttpResponse:
        """Store and redirect, or show problems (422) or the refusal (409).

        Only a manager's `later` counts.
        """
        form = self._bound_form(self.request.POST)
        if not form.has_valid_hand_id:
            return self.refuse(_("This form is incomplete. Open the table's page again."))
        if not form.is_valid_hand or not self.validate_reason(form):
            return self._show_form(form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        try:
            self.write(form, (self.is_manager and form.cleaned_data.get("later")) or LaterPlayChoice.ASKS)
        except Refused as refusal:
            return self._explain_refusal(form, refusal)
        return self.redirect_after_save()

    def _bound_form(self, data: QueryDict) -> BaseCorrectionForm:
        return self.screen.entering.correction_form(
            data, rules=self.screen.rules, playing=self.screen.seat_codes
        )

    def write(self, form: BaseCorrectionForm, later: LaterPlayChoice) -> None:
        """Store the correction; keep or replay later play by `later`. Raises what `correct_hand` raises."""
        apply_with_later_play(
            partial(corrections.correct_hand, **self.correction_arguments(form)),
            tournament=self.tournament,
            choice=later,
            change=Change(self.actor, timezone.now()),
        )

    def correction_arguments(self, form: BaseCorrectionForm) -> dict[str, Any]:
        """Return arguments for `correct_hand`, except `change`, from the form, which must be valid."""
        return {
            "encounter": self.screen.encounter,
            "match": self.match,
            "deal": self.deal,
            "version": form.cleaned_data["version"],
            "report": form.report,
            "reason": form.typed_reason,
            "reason_codes": form.reason_codes,
            "entry_key": form.key,
        }

    def validate_reason(self, form: BaseCorrectionForm) -> bool:
        return form.validate_reason()

    def redirect_after_save(self) -> HttpResponse:
        """Redirect to the requested page with a message, else to the hand list, which marks the hand."""
        return_url = requested_return_page(self.request)
        if not return_url:
            return SeeOther(f"{self.back_url}?corrected={self.match}-{self.deal}")
        details = self.correction_context()
        hand = {"match": details["corrected_match"], "number": details["corrected_number"]}
        messages.success(self.request, _("Match %(match)s, hand %(number)s is corrected.") % hand)
        if self.request.headers.get("HX-Request"):  # else htmx would swap that page into this one
            return HttpResponseClientRedirect(return_url)
        return SeeOther(return_url)

    def refuse(self, message: object) -> HttpResponse:
        return show_refusal(self.request, self.screen.table, message)

    @property
    def is_manager(self) -> bool:
        return self.actor.user is not None and access.may_manage(self.actor.user, self.tournament)

    def correction_context(self) -> dict[str, Any]:
        """Return the stored hand, its match, deal and number, and whether a manager corrects it."""
        match = self.screen.play.match(self.match)
        assert match is not None
        return {
            "correction": self,
            "save_url": self.save_url,
            "preview_url": self.preview_url,
            "manages": self.is_manager,
            "correcting": self.stored,
            "corrected_match": self.match,
            "corrected_deal": self.deal,
            "corrected_number": match.numbers[self.deal - 1],
        }

    def _show_form(self, form: BaseCorrectionForm, *, status: int = HTTPStatus.OK) -> HttpResponse:
        consequences = consequences_of_correction(self.screen.encounter, self.stored, form, self.actor)
        context = self.correction_context() | {"consequences": consequences}
        return show_form(self.request, self.screen, self.actor, form, status=status, **context)

    def _explain_refusal(self, form: BaseCorrectionForm, refusal: Refused) -> HttpResponse:
        """Show problems (422), else the newer version, later play or the refusal (409)."""
        match refusal:
            case HandRefused() | WarningsNotAccepted():
                return self._show_form(form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
            case HandChangedMeanwhile():
                addresses = {"keep_url": self.keep_url, "correct_url": self.preview_url, "correction": self}
                current_entry = refusal.entry
                return render_comparison(
                    self.request,
                    self.screen,
                    self.actor,
                    form,
                    current_entry,
                    changed_meanwhile=True,
                    **addresses,
                )
            case LaterPlayAffected():
                return self._show_later_play(form)
        return self.refuse(refusal.message)

    def _show_later_play(self, form: BaseCorrectionForm) -> HttpResponse:
        context = {
            "consequences": consequences_of_correction(self.screen.encounter, self.stored, form, self.actor),
            "typed": typed_fields(self.request, "later"),
        }
        context |= self.screen.context(self.actor) | self.correction_context()
        return render(self.request, "scoring/table/later_play.html", context, status=HTTPStatus.CONFLICT)


def _get_stored_entry(screen: TableScreen, match: int, deal: int) -> Entry:
    played = screen.play.match(match)
    if played is None or not 1 <= deal <= len(played.hands):
        raise Http404
    return Entry.objects.select_related("hand__match").get(pk=played.hands[deal - 1].entry_id)
