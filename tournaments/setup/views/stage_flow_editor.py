from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.entrants.domain.entry_list import min_entrants
from tournaments.formats.swiss import default_rounds
from tournaments.formats.time_estimate import Range, StageEstimate, hours_and_minutes
from tournaments.refusals import ChangedMeanwhile, Refused
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.setup.forms.available_time import USUAL_ENTRANTS
from tournaments.setup.forms.entrant_kind_switch import (
    convert_to_kind,
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
from tournaments.setup.forms.stage_flow_merge import (
    Flow,
    flow_of,
    flows_clash,
    merge_flows,
    parse_flow,
    serialize_flow,
)
from tournaments.setup.views.stage_flow_diagram import build_diagram
from tournaments.setup.views.stage_flow_owner import StageFlowOwner
from tournaments.stages.fitting_lengths import AvailableTime, TimeFit, stages_fitting_time, time_fit
from tournaments.stages.stage_flow_estimate import StageFlowEstimate, estimate_stage_flow
from tournaments.stages.stage_names import describe_entrant_count, stage_names
from tournaments.stages.stage_settings import Length
from tournaments.web.guarded_form import SEEN
from tournaments.web.http import PageRequest, SeeOther, render_refusal

UPDATE_FRAGMENT = "tournaments/setup/_stage_flow_update.html"
FIGURES, FIT, SWITCHED = "figures", "fit", "switched"


def edit_stage_flow(request: PageRequest, owner: StageFlowOwner) -> HttpResponse:
    """GET shows the stages, POST saves; another button (`act`, or `?figures`) only changes the form.

    Stages converted to another kind are shown before they can be saved.
    """
    present, drawn, game = owner.present, owner.drawn, owner.game
    flow_form = _flow_form(request, owner)
    if request.method != "POST":
        drafts = tuple(draft_of(stage) for stage in present.stages)
        before = () if flow_form.fields["kind"].disabled else owner.load_previous_stages()
        return _render_page(request, owner, flow_form, with_previous_stages(drafts, before), checked=False)
    settings = replace(present, kind=flow_form.cleaned_data.get("kind", present.kind))
    posted_drafts = with_drawn_stages(read_drafts(request.POST, game), present.stages, drawn)
    drafts = convert_to_kind(posted_drafts, settings.kind, game)
    if action := request.POST.get("act") or (FIGURES if FIGURES in request.GET else ""):
        length = Length(present.stages[0].best_of, present.stages[0].hands)
        drafts = apply_action(drafts, action, request.POST, fixed=max(drawn, default=0), length=length)
        if action == FIT:
            drafts = _with_fitting_lengths(owner, flow_form, drafts)
        return _render_page(request, owner, flow_form, drafts, checked=False, action=action)
    if (
        drafts != posted_drafts
    ):  # the kind of entrants changed, and the organizer has not seen the converted stages yet
        return _render_page(request, owner, flow_form, drafts, checked=False, action=SWITCHED)
    return _save_merged(request, owner, settings, flow_form, drafts)


def _save_merged(
    request: PageRequest,
    owner: StageFlowOwner,
    settings: TournamentSettings,
    flow_form: StageFlowForm,
    drafts: Drafts,
) -> HttpResponse:
    """Save the typed flow merged with what others stored meanwhile.

    422 if both changed the same values; sent again, the typed ones win.
    """
    mine, theirs = Flow(settings.kind, drafts), flow_of(owner.present)
    opened = parse_flow(request.POST.get(SEEN, "")) or theirs
    merged = merge_flows(opened, mine, theirs)
    if flows_clash(opened, mine, theirs):
        refusal = ChangedMeanwhile()
        return _render_page(
            request, owner, flow_form, merged.drafts, checked=True, refusal=refusal, replaces=True
        )
    if merged is theirs:
        return _saved(request, owner, changed=False)
    return _save(request, owner, settings, flow_form, merged.drafts)


def _save(
    request: PageRequest,
    owner: StageFlowOwner,
    settings: TournamentSettings,
    flow_form: StageFlowForm,
    drafts: Drafts,
) -> HttpResponse:
    """Save and redirect; 422 with errors or a refusal."""
    form = _stages_form(owner, flow_form, drafts, checked=True)
    if not form.is_flow_valid:
        return _render_page(request, owner, flow_form, drafts, checked=True, replaces=True)
    try:
        owner.save(replace(settings, stages=form.stages))
    except Refused as refusal:
        return _render_page(request, owner, flow_form, drafts, checked=True, refusal=refusal, replaces=True)
    return _saved(request, owner, changed=form.stages != settings.stages)


def _saved(request: PageRequest, owner: StageFlowOwner, *, changed: bool) -> HttpResponse:
    if changed:
        messages.success(request, _("The stages are saved."))
    else:
        messages.info(request, _("Nothing was changed."))
    return SeeOther(owner.address)


def _flow_form(request: PageRequest, owner: StageFlowOwner) -> StageFlowForm:
    kind = owner.present.kind
    expected = owner.entrant_count if owner.entrant_count >= min_entrants(kind) else USUAL_ENTRANTS
    usual = {"kind": kind, "expected": expected, **StageFlowForm.hours_from(owner.present.common)}
    data = {**usual, **request.POST.dict()} if request.method == "POST" else usual
    form = StageFlowForm(data, initial=usual, has_entrants=owner.kind_is_fixed)
    form.is_valid()
    return form


def _with_fitting_lengths(owner: StageFlowOwner, flow_form: StageFlowForm, drafts: Drafts) -> Drafts:
    """Return drafts with lengths that fit the time; unchanged if invalid or without expected entrants."""
    form = _stages_form(owner, flow_form, drafts, checked=True)
    expected = flow_form.cleaned_data.get("expected")
    if not form.is_flow_valid or not expected:
        return drafts
    stages = stages_fitting_time(
        form.stages,
        AvailableTime(expected, owner.tables(), flow_form.minutes),
        longest=owner.longest,
        drawn=owner.drawn,
        game=form.game,
    )
    return tuple(draft_of(stage) for stage in stages)


def _stages_form(
    owner: StageFlowOwner, flow_form: StageFlowForm, drafts: Drafts, *, checked: bool
) -> StagesForm:
    return StagesForm(
        drafts,
        kind=flow_form.cleaned_data.get("kind", owner.present.kind),
        drawn=owner.drawn,
        checked=checked,
        game=owner.game,
    )


def _render_page(
    request: PageRequest,
    owner: StageFlowOwner,
    flow_form: StageFlowForm,
    drafts: Drafts,
    *,
    checked: bool,
    action: str = "",
    refusal: Refused | None = None,
    replaces: bool = False,
) -> HttpResponse:
    """Until saved, other buttons keep the flow that the page was opened with.

    With `replaces`, `drafts` include what is stored now, or are to replace it.
    """
    checked_form = _stages_form(owner, flow_form, drafts, checked=True)
    form = checked_form if checked else _stages_form(owner, flow_form, drafts, checked=False)
    present, summary = owner.present, _time_summary(owner, flow_form, checked_form)
    for card, stage in zip(form.cards, summary.estimate.stages, strict=True) if summary else ():
        card.rounds_needed = default_rounds(stage.entrants) if stage else 0
    context = {
        **owner.build_context(),
        "page_url": owner.address,
        "seen_flow": (not replaces and request.POST.get(SEEN)) or serialize_flow(present),
        "form": form,
        "flow_form": flow_form,
        "act": action,
        "open_stage": action.partition(".")[0] if ".tie" in action else "",
        "refusal": refusal,
        "unsaved": bool(action) or checked,
        "finished": owner.finished,
        "switched_stages": describe_switch(drafts, form.kind, form.game) if form.kind != present.kind else [],
        "diagram": build_diagram(checked_form.stages, checked_form.game)
        if checked_form.are_fields_valid
        else None,
        "flow_summary": summary,
    }
    if checked:
        return render_refusal(request, owner.page, context)
    fragment = UPDATE_FRAGMENT if action == FIGURES else "tournaments/setup/_stage_flow.html"
    return render(request, fragment if request.htmx else owner.page, context)


@dataclass(frozen=True)
class FlowSummary:
    entrants: int
    entrants_text: str
    stages: list[tuple[str, StageEstimate | None, list[tuple[int, int]]]]
    estimate: StageFlowEstimate
    tables: int
    available_minutes: int

    @property
    def fit(self) -> TimeFit:
        return time_fit(self.estimate.minutes, self.available_minutes)

    @property
    def available_hours(self) -> tuple[int, int]:
        return hours_and_minutes(Range(self.available_minutes, self.available_minutes))[0]

    @property
    def hours(self) -> list[tuple[int, int]]:
        return hours_and_minutes(self.estimate.minutes)


def _time_summary(owner: StageFlowOwner, flow_form: StageFlowForm, form: StagesForm) -> FlowSummary | None:
    """Return the estimated times; None without expected entrants or if the stage flow can't be played."""
    entrants, tables = flow_form.cleaned_data.get("expected"), owner.tables()
    if not form.is_flow_valid or not entrants:
        return None
    estimate = estimate_stage_flow(form.stages, entrants=entrants, tables=tables, game=form.game)
    rows = [
        (name, stage, hours_and_minutes(stage.minutes) if stage else [])
        for name, stage in zip(stage_names(form.stages), estimate.stages, strict=True)
    ]
    return FlowSummary(
        entrants, describe_entrant_count(entrants, form.kind), rows, estimate, tables, flow_form.minutes
    )
