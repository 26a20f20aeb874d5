from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.standings.tiebreaks import FOURS_ORDER
from tests.factories import LEAGUE, NOW, open_tournament
from tests.tournaments.blueprints.domain.stored_blueprints import DAY, actions, keep, use
from tests.tournaments.blueprints.domain.test_blueprints import TERMS
from tournaments.blueprints.domain.blueprints import BlueprintDeleted, change_blueprint
from tournaments.blueprints.domain.contents import (
    settings_from_blueprint,
    settings_of_blueprint,
    stages_of_blueprint,
)
from tournaments.blueprints.domain.parts import change_blueprint_stages, change_blueprint_terms
from tournaments.enums import EntrantKind, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Blueprint
from tournaments.refusals import ChangedMeanwhile
from tournaments.setup.domain.tournament_settings import TournamentSettings, settings_of
from tournaments.signup.domain.terms import Terms, terms_of
from tournaments.stages.stage_flow_checks import StageFlowNotPossible
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

SINGLES = (StageSettings(StageKind.FOURS.value, 1, 11, tie_breaks=FOURS_ORDER),)


def change_stages(
    blueprint: Blueprint, *stages: StageSettings, seen: TournamentSettings | None = None, **more: Any
):
    settings = replace(settings_from_blueprint(blueprint, name="", day=DAY), stages=stages, **more)
    change_blueprint_stages(blueprint=blueprint, settings=settings, seen=seen, by=CONSOLE, at=NOW)


def change_terms(blueprint: Blueprint, terms: Terms, seen: Terms | None = None) -> None:
    change_blueprint_terms(blueprint=blueprint, terms=terms, seen=seen, by=CONSOLE, at=NOW)


def test_changed_stages_apply_to_new_tournaments_only():
    blueprint = keep(open_tournament())
    earlier = use(blueprint)
    stages_before = settings_of(earlier).stages
    change_stages(blueprint, *LEAGUE)
    tournament = use(Blueprint.objects.get())
    assert settings_of(tournament).stages == tuple(LEAGUE)
    assert settings_of(earlier).stages == stages_before != tuple(LEAGUE)
    change_stages(Blueprint.objects.get(), *LEAGUE)
    assert actions(blueprint) == ["blueprint_saved", "blueprint_stages_changed"]


def test_switch_to_singles_uses_rules_without_partners():
    blueprint = keep(open_tournament())
    change_stages(blueprint, *SINGLES, kind=EntrantKind.SINGLES.value)
    tournament = use(Blueprint.objects.get())
    assert tournament.kind == EntrantKind.SINGLES
    fresh = open_tournament(kind=EntrantKind.SINGLES.value, stages=SINGLES)
    assert tournament.rule_book == fresh.rule_book


def test_impossible_stages_are_refused():
    blueprint = keep(open_tournament())
    with pytest.raises(StageFlowNotPossible):
        change_stages(blueprint, LEAGUE[0], LEAGUE[0])
    assert actions(blueprint) == ["blueprint_saved"]


def test_new_tournament_has_the_changed_terms_and_is_closed():
    blueprint = keep(open_tournament())
    change_terms(blueprint, TERMS)
    change_terms(Blueprint.objects.get(), TERMS)
    assert terms_of(use(blueprint)) == replace(TERMS, is_open=False, closes_at=None)
    assert actions(blueprint) == ["blueprint_saved", "blueprint_sign_up_changed"]


def test_concurrent_change_is_not_overwritten():
    blueprint = keep(open_tournament())
    stages = settings_from_blueprint(blueprint, name="", day=NOW.date())
    change_stages(blueprint, *LEAGUE, seen=stages)
    change_terms(blueprint, TERMS)
    terms = replace(TERMS, fee="1 lira")
    first = settings_of_blueprint(blueprint)
    change_blueprint(blueprint=blueprint, settings=replace(first, tables=3), seen=first, by=CONSOLE, at=NOW)
    acts = (
        lambda: change_stages(blueprint, replace(LEAGUE[0], hands=7), seen=stages),
        lambda: change_terms(blueprint, replace(TERMS, fee=""), seen=terms),
        lambda: change_blueprint(
            blueprint=blueprint, settings=replace(first, tables=5), seen=first, by=CONSOLE, at=NOW
        ),
    )
    for action in acts:
        with pytest.raises(ChangedMeanwhile):
            action()
    now = Blueprint.objects.get()
    assert (stages_of_blueprint(now), now.tables) == (tuple(LEAGUE), 3)
    change_stages(
        now, replace(LEAGUE[0], hands=7), seen=settings_from_blueprint(now, name="", day=NOW.date())
    )


def test_deleted_blueprint_cannot_be_changed():
    blueprint = keep(open_tournament())
    Blueprint.objects.all().delete()
    with pytest.raises(BlueprintDeleted):
        change_stages(blueprint, *LEAGUE)
    with pytest.raises(BlueprintDeleted):
        change_terms(blueprint, TERMS)
