"""The chain of stages: shown as a picture, arranged in a form, with what it means for the evening."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.games import game_of
from rules.games.game import Game
from tournaments.access import managed_tournament_or_404
from tournaments.domain.entrants.entries import fewest_entrants
from tournaments.domain.plans import setup as domain
from tournaments.domain.plans.chain_estimate import ChainEstimate, estimate_chain
from tournaments.domain.plans.fitting import Evening as EveningGiven
from tournaments.domain.plans.fitting import Fit, fit_of, fitted
from tournaments.domain.plans.setup import TournamentSettings
from tournaments.domain.plans.stage_settings import Length
from tournaments.domain.plans.wording import count_words, stage_names
from tournaments.domain.refusals import Refused
from tournaments.enums import TournamentState
from tournaments.formats.estimate import Range, StageEstimate, hours_of
from tournaments.formats.swiss import default_rounds
from tournaments.forms.evening import USUALLY_EXPECTED
from tournaments.forms.stage_drafts import Drafts, changed, draft_of, keeping_drawn, read_drafts
from tournaments.forms.stage_fields import ChainForm
from tournaments.forms.stages import StagesForm
from tournaments.forms.switched_kind import remembering, suited, told
from tournaments.models import Tournament

from .chain_picture import picture_of
from .frame import framed
from .http import PageRequest, actor_of, refuse, see_other

HOURS = "tournaments/_stages_told.html"
FIGURES, FIT, SWITCHED = "figures", "fit", "switched"


@require_http_methods(["GET", "HEAD", "POST"])
def stages(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show the chain. On POST save it, or show what another button makes of what was typed."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    present, drawn = domain.settings_of(tournament), domain.drawn_positions(tournament)
    chain, game = _chain_form(request, tournament, present), _game_of(tournament)
    if request.method != "POST":
        drafts = tuple(draft_of(stage) for stage in present.stages)
        may_switch = not chain.fields["kind"].disabled
        before = domain.stages_before_switch(tournament) if may_switch else ()
        return _page(request, tournament, chain, remembering(drafts, before), checked=False)
    wanted = replace(present, kind=chain.cleaned_data.get("kind", present.kind))
    sent = keeping_drawn(read_drafts(request.POST, game), present.stages, drawn)
    drafts = suited(sent, wanted.kind, game)
    if act := request.POST.get("act") or (FIGURES if FIGURES in request.GET else ""):
        length = Length(present.stages[0].best_of, present.stages[0].hands)
        drafts = changed(drafts, act, request.POST, fixed=max(drawn, default=0), length=length)
        if act == FIT:
            drafts = _fitted(tournament, chain, drafts)
        return _page(request, tournament, chain, drafts, checked=False, act=act)
    if drafts != sent:  # who enters was changed, and nobody has seen yet what becomes of the stages
        return _page(request, tournament, chain, drafts, checked=False, act=SWITCHED)
    return _save(request, tournament, wanted, chain, drafts)


def _game_of(tournament: Tournament) -> Game[Any, Any]:
    return game_of(tournament.rule_book.rule_set_id)


def _save(
    request: PageRequest,
    tournament: Tournament,
    wanted: TournamentSettings,
    chain: ChainForm,
    drafts: Drafts,
) -> HttpResponse:
    form = _stages_form(tournament, chain, drafts, checked=True)
    if not form.valid:
        return _page(request, tournament, chain, drafts, checked=True)
    try:
        domain.change_tournament(
            tournament=tournament,
            settings=replace(wanted, stages=form.stages),
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return _page(request, tournament, chain, drafts, checked=True, refusal=refusal)
    messages.success(request, _("The stages are saved."))
    return see_other("tournaments:stages", tournament.public_id)


def _chain_form(request: PageRequest, tournament: Tournament, present: TournamentSettings) -> ChainForm:
    entered = tournament.entrants.in_play().count()
    expected = entered if entered >= fewest_entrants(present.kind) else USUALLY_EXPECTED
    usual = {"kind": present.kind, "expected": expected, **ChainForm.usual()}
    data = {**usual, **request.POST.dict()} if request.method == "POST" else usual
    form = ChainForm(data, initial=usual, entered=tournament.entrants.exists())
    form.is_valid()
    return form


def _fitted(tournament: Tournament, chain: ChainForm, drafts: Drafts) -> Drafts:
    """The chain at lengths that fit the time given; as it is, where it can't be played."""
    form = _stages_form(tournament, chain, drafts, checked=True)
    expected = chain.cleaned_data.get("expected")
    if not form.valid or not expected:
        return drafts
    rules = form.game.read_rules(tournament.rule_book.content)
    stages = fitted(
        form.stages,
        EveningGiven(expected, tournament.tables.open().count(), chain.minutes),
        longest=Length(rules.best_of, rules.hands_per_match),
        drawn=domain.drawn_positions(tournament),
        game=form.game,
    )
    return tuple(draft_of(stage) for stage in stages)


def _stages_form(tournament: Tournament, chain: ChainForm, drafts: Drafts, *, checked: bool) -> StagesForm:
    return StagesForm(
        drafts,
        kind=chain.cleaned_data.get("kind", tournament.kind),
        drawn=domain.drawn_positions(tournament),
        checked=checked,
        game=_game_of(tournament),
    )


def _page(
    request: PageRequest,
    tournament: Tournament,
    chain: ChainForm,
    drafts: Drafts,
    *,
    checked: bool,
    act: str = "",
    refusal: Refused | None = None,
) -> HttpResponse:
    probe = _stages_form(tournament, chain, drafts, checked=True)
    form = probe if checked else _stages_form(tournament, chain, drafts, checked=False)
    evening = _evening(tournament, chain, probe)
    for card, stage in zip(form.cards, evening.estimate.stages, strict=True) if evening else ():
        card.rounds_needed = default_rounds(stage.entrants) if stage else 0
    context = framed(
        request,
        tournament,
        "stages",
        form=form,
        chain=chain,
        act=act,
        open_stage=act.partition(".")[0] if ".tie" in act else "",
        refusal=refusal,
        unsaved=bool(act) or checked,
        finished=tournament.state == TournamentState.FINISHED,
        switched=told(drafts, form.kind, form.game) if form.kind != tournament.kind else [],
        picture=picture_of(probe.stages, probe.game) if probe.figures_valid else None,
        evening=evening,
    )
    if checked:
        return refuse(request, "tournaments/stages.html", context)
    part = HOURS if act == FIGURES else "tournaments/_stages.html"
    return render(request, part if request.htmx else "tournaments/stages.html", context)


@dataclass(frozen=True)
class Evening:
    """What the chain means: for so many entrants, each stage by name, in all."""

    entrants: int
    words: str
    stages: list[tuple[str, StageEstimate | None, list[tuple[int, int]]]]
    estimate: ChainEstimate
    tables: int
    given: int

    @property
    def fit(self) -> Fit:
        return fit_of(self.estimate.minutes, self.given)

    @property
    def time_given(self) -> tuple[int, int]:
        return hours_of(Range(self.given, self.given))[0]

    @property
    def hours(self) -> list[tuple[int, int]]:
        return hours_of(self.estimate.minutes)


def _evening(tournament: Tournament, chain: ChainForm, form: StagesForm) -> Evening | None:
    """Nothing where the chain can't be played as it stands."""
    entrants, tables = chain.cleaned_data.get("expected"), tournament.tables.open().count()
    if not form.valid or not entrants:
        return None
    found = estimate_chain(form.stages, entrants=entrants, tables=tables, game=form.game)
    told = [
        (name, stage, hours_of(stage.minutes) if stage else [])
        for name, stage in zip(stage_names(form.stages), found.stages, strict=True)
    ]
    return Evening(entrants, count_words(entrants, form.kind), told, found, tables, chain.minutes)
