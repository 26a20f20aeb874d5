from __future__ import annotations

import uuid
from functools import partial
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.enums import CallState
from scoring.models import Call
from scoring.officials.domain import rulings
from scoring.officials.forms import RulingForm
from scoring.officials.queries.referee_calls import find_call
from scoring.officials.views.referee_page import referee_context
from scoring.officials.views.ruled_hand import RuledHand, next_hand
from scoring.play import calls
from scoring.play.dry_run import run_and_roll_back
from scoring.play.later_play import LaterPlayChoice, apply_with_later_play
from scoring.play.recording import RecordedEntry
from scoring.queries.encounter_page import read_encounter
from scoring.queries.match_sheets import read_sheet
from scoring.table.views.consequences import show_consequences
from scoring.table.views.version_comparison import typed_fields
from tournaments import access
from tournaments.models import Encounter
from tournaments.refusals import Refused
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change
from tournaments.web.http import PageRequest, SeeOther, actor_of
from tournaments.web.return_links import requested_return_page, return_page


@require_safe
def choose_hand(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """List an encounter's recorded hands and the next one, to rule on (as answer to `?call=`)."""
    encounter = access.refereed_encounter_or_404(request.user, encounter_id)
    view = read_encounter(encounter.public_id)
    call = _call(encounter, request.GET.get("call", ""))
    context = {
        "view": view,
        "matches": [(match, read_sheet(view.encounter, match.number)) for match in view.listing.all_matches],
        "next_hand": next_hand(view),
        "call": call,
        "call_query": _next_query(request, call),
    }
    return render(
        request,
        "scoring/officials/referee/choose_hand.html",
        referee_context(request, encounter.stage.tournament, "ruling", **context),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def rule_hand(request: PageRequest, encounter_id: UUID, match: int, deal: int) -> HttpResponse:
    encounter = access.refereed_encounter_or_404(request.user, encounter_id)
    page = RulingPage(request, encounter, match, deal)
    if request.method != "POST" or "change" in request.POST:
        return page.show()
    if not page.is_valid_ruling:
        return page.show(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return page.save() if "save" in request.POST else page.preview()


class RulingPage:
    def __init__(self, request: PageRequest, encounter: Encounter, match: int, deal: int) -> None:
        self.request, self.encounter = request, encounter
        self.tournament = encounter.stage.tournament
        self.hand = RuledHand(read_encounter(encounter.public_id), match, deal)
        data = request.POST if request.method == "POST" else None
        self.call = _call(encounter, (data or request.GET).get("call", ""))
        self.form = self._build_ruling_form(data)
        form = self.hand.entering.form
        self.entry_form = form(data, rules=self.hand.rules, playing=tuple(self.hand.players))

    @property
    def is_valid_ruling(self) -> bool:
        return self.form.is_valid() and (bool(self.hand.version) or self.entry_form.is_readable)

    def show(self, *, status: int = HTTPStatus.OK, **context: Any) -> HttpResponse:
        return self._render("scoring/officials/referee/ruling_form.html", status, **context)

    def preview(self, *, status: int = HTTPStatus.OK, **context: Any) -> HttpResponse:
        """Show a ruling's points and consequences, storing nothing; 422 with the form if refused.

        The form must be valid.
        """
        try:
            points = run_and_roll_back(lambda: self._points(self._write(change=self._change.keeping())))
        except Refused as refusal:
            return self._refuse(refusal)
        consequences = show_consequences(self.encounter, self._write, self._change)
        return self._render(
            "scoring/officials/referee/ruling_preview.html",
            status,
            ruled=self.hand.compare_points(points),
            void=None in points.values(),
            consequences=consequences,
            typed=typed_fields(self.request, "preview", "save", "change", "later"),
            **context,
        )

    def save(self) -> HttpResponse:
        """Store the ruling, close the call; redirect to `?back`, the calls or the rulings; 422 if refused.

        The form must be valid. 422 too if later play is affected; only organizers decide on it.
        """
        manages, call = access.may_manage(self.request.user, self.tournament), self.call
        try:
            apply_with_later_play(
                partial(self._write, call=call),
                tournament=self.tournament,
                choice=(manages and self.form.cleaned_data["later"]) or LaterPlayChoice.ASKS,
                change=self._change,
                lock_first=None if call is None else partial(calls.lock_call, call),
            )
        except LaterPlayAffected:
            return self.preview(status=HTTPStatus.UNPROCESSABLE_ENTITY, decision_missing=True)
        except Refused as refusal:
            return self._refuse(refusal)
        messages.success(
            self.request, _("The ruling is saved, and all results that depend on it are updated.")
        )
        rulings_url = reverse("scoring:choose_hand_to_rule", args=[self.encounter.public_id])
        calls_url = reverse("scoring:referee", args=[self.tournament.public_id])
        return SeeOther(return_page(self.request, rulings_url if self.call is None else calls_url))

    @property
    def _change(self) -> Change:
        return Change(actor_of(self.request), timezone.now())

    def _write(self, *, change: Change, call: Call | None = None) -> RecordedEntry:
        """Record the ruling, with the posted report if no hand is recorded."""
        report = None if self.hand.version else self.entry_form.report
        return rulings.rule_hand(
            encounter=self.encounter,
            match=self.hand.match,
            deal=self.hand.deal,
            version=self.form.cleaned_data["version"],
            ruling=self.form.ruling(report),
            reason=self.form.typed_reason,
            reason_codes=self.form.reason_codes,
            entry_key=str(self.form.cleaned_data["entry_key"]),
            change=change,
            call=call,
        )

    def _points(self, recorded: RecordedEntry) -> dict[str, int | None]:
        if recorded.entry.void:
            return {payer.code: None for payer in self.hand.charged}
        return {**rulings.points_of(recorded.entry)}

    def _refuse(self, refusal: Refused) -> HttpResponse:
        data = self.request.POST.copy()
        data["version"] = str(self.hand.version)
        self.form = self._build_ruling_form(data)
        return self.show(status=HTTPStatus.UNPROCESSABLE_ENTITY, refusal=refusal)

    def _build_ruling_form(self, data: QueryDict | None) -> RulingForm:
        """Prefill points, version, call, new entry key, count 1, and the kind if only one is possible."""
        hand = self.hand
        initial: dict[str, Any] = {f"fixed-{code}": points for code, points in hand.points.items()}
        initial |= {"version": hand.version, "entry_key": uuid.uuid4(), "count": 1}
        if self.call is not None:
            initial["call"] = self.call.public_id
        if len(hand.kinds) == 1:
            initial["kind"] = hand.kinds[0]
        return RulingForm(
            data,
            kinds=hand.kinds,
            names=hand.names,
            charged={payer.code: payer.spoken_name for payer in hand.charged},
            infractions=hand.infractions,
            usual=hand.entering.correction_form.usual,
            initial=initial,
        )

    def _render(self, template: str, status: int, **context: Any) -> HttpResponse:
        page_context = {"hand": self.hand, "view": self.hand.view, "call": self.call}
        page_context |= {"call_query": _next_query(self.request, self.call)}
        page_context |= {
            "form": self.form,
            "entry_form": self.entry_form,
            "seat_names": self.hand.names.items(),
        }
        points_left = self.hand.points_left
        page_context["points"] = [
            (payer, field, points_left.get(payer.side))
            for payer, field in zip(self.hand.charged, self.form.points, strict=True)
        ]
        page = referee_context(self.request, self.tournament, "ruling", **page_context, **context)
        return render(self.request, template, page, status=status)


def _next_query(request: PageRequest, call: Call | None) -> str:
    parameters = {"call": str(call.public_id)} if call is not None else {}
    if return_url := requested_return_page(request):
        parameters["back"] = return_url
    return f"?{urlencode(parameters)}" if parameters else ""


def _call(encounter: Encounter, call_id: str) -> Call | None:
    call = find_call(encounter.stage.tournament, call_id)
    return None if call is None or call.state == CallState.CLOSED else call
