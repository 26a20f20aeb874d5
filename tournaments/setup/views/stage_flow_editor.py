from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.entrants.domain.entry_list import min_entrants
from tournaments.formats.swiss import default_rounds
from tournaments.formats.time_estimate import Range, StageEstimate, hours_of
from tournaments.refusals import Refused
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.setup.forms.available_time import USUALLY_EXPECTED
from tournaments.setup.forms.entrant_kind_switch import (
    converted_to_kind,
    describe_switch,
    with_previous_stages,
)
from tournaments.setup.forms.stage_fields import StageFlowForm
from tournaments.setup.forms.stage_flow import StagesForm
from tournaments.setup.forms.stage_flow_draft import (
    Drafts,
    apply_action,
    draft_of,
    read_drafts,
    with_drawn_stages,
)
from tournaments.setup.views.stage_flow_diagram import diagram_of
from tournaments.setup.views.stage_flow_owner import StageFlowOwner
from tournaments.stages.fitting_lengths import AvailableTime, Fit, stages_fitting_time, time_fit
from tournaments.stages.stage_flow_estimate import StageFlowEstimate, estimate_stage_flow
from tournaments.stages.stage_names import describe_entrant_count, stage_names
from tournaments.stages.stage_settings import Length
from tournaments.web.http import PageRequest, SeeOther, refuse

HOURS = "tournaments/setup/_stage_flow_update.html"
FIGURES, FIT, SWITCHED = "figures", "fit", "switched"


def edit_stage_flow(request: PageRequest, chained: StageFlowOwner) -> HttpResponse:
    """On POST save, or apply another button to the typed values."""
    present, drawn, game = chained.present, chained.drawn, chained.game
    chain = _flow_form(request, chained)
    if request.method != "POST":
        drafts = tuple(draft_of(stage) for stage in present.stages)
        before = () if chain.fields["kind"].disabled else chained.before()
        return _page(request, chained, chain, with_previous_stages(drafts, before), checked=False)
    wanted = replace(present, kind=chain.cleaned_data.get("kind", present.kind))
    sent = with_drawn_stages(read_drafts(request.POST, game), present.stages, drawn)
    drafts = converted_to_kind(sent, wanted.kind, game)
    if act := request.POST.get("act") or (FIGURES if FIGURES in request.GET else ""):
        length = Length(present.stages[0].best_of, present.stages[0].hands)
        drafts = apply_action(drafts, act, request.POST, fixed=max(drawn, default=0), length=length)
        if act == FIT:
            drafts = _with_fitting_lengths(chained, chain, drafts)
        return _page(request, chained, chain, drafts, checked=False, act=act)
    if (
        drafts != sent
    ):  # the kind of entrants changed, and the organizer has not seen the converted stages yet
        return _page(request, chained, chain, drafts, checked=False, act=SWITCHED)
    return _save(request, chained, wanted, chain, drafts)


def _save(
    request: PageRequest,
    chained: StageFlowOwner,
    wanted: TournamentSettings,
    chain: StageFlowForm,
    drafts: Drafts,
) -> HttpResponse:
    form = _stages_form(chained, chain, drafts, checked=True)
    if not form.valid:
        return _page(request, chained, chain, drafts, checked=True)
    try:
        chained.save(replace(wanted, stages=form.stages))
    except Refused as refusal:
        return _page(request, chained, chain, drafts, checked=True, refusal=refusal)
    messages.success(request, _("The stages are saved."))
    return SeeOther(chained.address)


def _flow_form(request: PageRequest, chained: StageFlowOwner) -> StageFlowForm:
    kind = chained.present.kind
    expected = chained.entered if chained.entered >= min_entrants(kind) else USUALLY_EXPECTED
    usual = {"kind": kind, "expected": expected, **(chained.hours or StageFlowForm.usual())}
    data = {**usual, **request.POST.dict()} if request.method == "POST" else usual
    form = StageFlowForm(data, initial=usual, entered=chained.kind_is_fixed)
    form.is_valid()
    return form


def _with_fitting_lengths(chained: StageFlowOwner, chain: StageFlowForm, drafts: Drafts) -> Drafts:
    """Unchanged where they are invalid."""
    form = _stages_form(chained, chain, drafts, checked=True)
    expected = chain.cleaned_data.get("expected")
    if not form.valid or not expected:
        return drafts
    stages = stages_fitting_time(
        form.stages,
        AvailableTime(expected, chained.tables(), chain.minutes),
        longest=chained.longest,
        drawn=chained.drawn,
        game=form.game,
    )
    return tuple(draft_of(stage) for stage in stages)


def _stages_form(
    chained: StageFlowOwner, chain: StageFlowForm, drafts: Drafts, *, checked: bool
) -> StagesForm:
    return StagesForm(
        drafts,
        kind=chain.cleaned_data.get("kind", chained.present.kind),
        drawn=chained.drawn,
        checked=checked,
        game=chained.game,
    )


def _page(
    request: PageRequest,
    chained: StageFlowOwner,
    chain: StageFlowForm,
    drafts: Drafts,
    *,
    checked: bool,
    act: str = "",
    refusal: Refused | None = None,
) -> HttpResponse:
    probe = _stages_form(chained, chain, drafts, checked=True)
    form = probe if checked else _stages_form(chained, chain, drafts, checked=False)
    evening = _summary(chained, chain, probe)
    for card, stage in zip(form.cards, evening.estimate.stages, strict=True) if evening else ():
        card.rounds_needed = default_rounds(stage.entrants) if stage else 0
    context = {
        **chained.around(),
        "here": chained.address,
        "seen": chained.seen,
        "form": form,
        "chain": chain,
        "act": act,
        "open_stage": act.partition(".")[0] if ".tie" in act else "",
        "refusal": refusal,
        "unsaved": bool(act) or checked,
        "finished": chained.finished,
        "switched": describe_switch(drafts, form.kind, form.game)
        if form.kind != chained.present.kind
        else [],
        "picture": diagram_of(probe.stages, probe.game) if probe.figures_valid else None,
        "evening": evening,
    }
    if checked:
        return refuse(request, chained.page, context)
    part = HOURS if act == FIGURES else "tournaments/setup/_stage_flow.html"
    return render(request, part if request.htmx else chained.page, context)


@dataclass(frozen=True)
class FlowSummary:
    entrants: int
    words: str
    stages: list[tuple[str, StageEstimate | None, list[tuple[int, int]]]]
    estimate: StageFlowEstimate
    tables: int
    given: int

    @property
    def fit(self) -> Fit:
        return time_fit(self.estimate.minutes, self.given)

    @property
    def time_given(self) -> tuple[int, int]:
        return hours_of(Range(self.given, self.given))[0]

    @property
    def hours(self) -> list[tuple[int, int]]:
        return hours_of(self.estimate.minutes)


def _summary(chained: StageFlowOwner, chain: StageFlowForm, form: StagesForm) -> FlowSummary | None:
    """None where the stage flow can't be played."""
    entrants, tables = chain.cleaned_data.get("expected"), chained.tables()
    if not form.valid or not entrants:
        return None
    chain_estimate = estimate_stage_flow(form.stages, entrants=entrants, tables=tables, game=form.game)
    rows = [
        (name, stage, hours_of(stage.minutes) if stage else [])
        for name, stage in zip(stage_names(form.stages), chain_estimate.stages, strict=True)
    ]
    return FlowSummary(
        entrants, describe_entrant_count(entrants, form.kind), rows, chain_estimate, tables, chain.minutes
    )
