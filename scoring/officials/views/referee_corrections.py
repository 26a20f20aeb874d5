from __future__ import annotations

from functools import partial
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.enums import CallState
from scoring.officials.domain import referee_corrections
from scoring.officials.queries.referee_calls import find_call
from scoring.play import calls
from scoring.play.later_play import LaterPlayChoice, apply_with_later_play
from scoring.table.forms.correction_form import BaseCorrectionForm
from scoring.table.views.hand_correction import HandCorrection
from scoring.table.views.table_screen import TableScreen
from tournaments import access
from tournaments.models import Table
from tournaments.schedule.change import Change
from tournaments.web.http import PageRequest, SeeOther, actor_of
from tournaments.web.return_links import return_page, with_return_page


@require_http_methods(["GET", "HEAD", "POST"])
def correct_as_referee(request: PageRequest, encounter_id: UUID, match: int, deal: int) -> HttpResponse:
    correction = RefereeCorrection(request, encounter_id, match, deal)
    return correction.save() if request.method == "POST" else correction.show()


@require_http_methods(["GET", "HEAD", "POST"])
def preview_as_referee(request: PageRequest, encounter_id: UUID, match: int, deal: int) -> HttpResponse:
    correction = RefereeCorrection(request, encounter_id, match, deal)
    return correction.preview() if request.method == "POST" else SeeOther(correction.save_url)


class RefereeHandScreen(TableScreen):
    page = "scoring/officials/referee/correct_hand.html"

    @property
    def keeper(self) -> None:
        return None


class RefereeCorrection(HandCorrection):
    """Returns to the calls if it answers one, else to the page of origin."""

    head_template = "scoring/officials/referee/_correction_head.html"
    stays_on_page = False

    def __init__(self, request: PageRequest, encounter_id: UUID, match: int, deal: int) -> None:
        """Raise Http404 for non-referees or while a side is unknown.

        An answered call is dropped, except for a POST, which may be repeated.
        """
        encounter = access.refereed_encounter_or_404(request.user, encounter_id)
        tournament = encounter.stage.tournament
        prefetch_related_objects([encounter], "sides__entrant__roster__player")
        table = encounter.table or Table(tournament=tournament)
        table.tournament = tournament
        screen = RefereeHandScreen(table, encounter)
        if not screen.seats:
            raise Http404
        super().__init__(request, screen, actor_of(request), match, deal)
        self.page_request = request
        self.call = find_call(tournament, request.GET.get("call", ""), encounter=encounter)
        # A repeated POST finds its own answered call.
        if self.call and self.call.state == CallState.CLOSED and request.method != "POST":
            self.call = None

    @property
    def save_url(self) -> str:
        return self._address("correct_as_referee")

    @property
    def preview_url(self) -> str:
        return self._address("preview_as_referee")

    @property
    def back_url(self) -> str:
        if self.call is not None:
            return reverse("scoring:referee", args=[self.tournament.public_id])
        return with_return_page(
            self.request, reverse("scoring:choose_hand_to_rule", args=[self.screen.encounter.public_id])
        )

    @property
    def keep_url(self) -> str:
        return self.back_url

    def write(self, form: BaseCorrectionForm, later: LaterPlayChoice) -> None:
        """Store the correction and answer the call, if any; `later` decides on later play.

        Raises refusals, such as LaterPlayAffected.
        """
        call, arguments = self.call, self.correction_arguments(form)
        apply_with_later_play(
            partial(referee_corrections.correct_as_referee, **arguments, call=call),
            tournament=self.tournament,
            choice=later,
            change=Change(self.actor, timezone.now()),
            lock_first=None if call is None else partial(calls.lock_call, call),
        )

    def validate_reason(self, form: BaseCorrectionForm) -> bool:
        """A protest is a reason."""
        if referee_corrections.protest_codes(self.call):
            return not form.reason_errors
        return form.validate_reason()

    def redirect_after_save(self) -> HttpResponse:
        message = _("The hand is corrected and the call answered.")
        messages.success(self.page_request, message if self.call else _("The hand is corrected."))
        return SeeOther(self.back_url if self.call else return_page(self.request, self.back_url))

    def refuse(self, message: object) -> HttpResponse:
        messages.warning(self.page_request, conditional_escape(str(message)))
        return SeeOther(self.back_url)

    def _address(self, name: str) -> str:
        address = reverse(f"scoring:{name}", args=[self.screen.encounter.public_id, self.match, self.deal])
        with_call = f"{address}?{urlencode({'call': self.call.public_id})}" if self.call else address
        return with_return_page(self.request, with_call)
