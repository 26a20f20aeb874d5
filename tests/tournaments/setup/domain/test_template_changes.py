from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.standings.tiebreaks import FOURS_ORDER
from tests.factories import LEAGUE, NOW, open_tournament
from tests.tournaments.setup.domain.test_templates import (
    DAY,
    TERMS,
    actions,
    create_tournament,
    save_template,
)
from tournaments.enums import EntrantKind, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import SetupTemplate
from tournaments.refusals import ChangedMeanwhile
from tournaments.setup.domain import template_contents
from tournaments.setup.domain.template_changes import change_template_sign_up_terms, change_template_stages
from tournaments.setup.domain.template_contents import settings_from_template
from tournaments.setup.domain.templates import TemplateDeleted, change_template
from tournaments.setup.domain.tournament_settings import TournamentSettings, settings_of
from tournaments.signup.domain.terms import Terms, terms_of
from tournaments.stages.stage_flow_checks import StageFlowNotPossible
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

SINGLES = (StageSettings(StageKind.FOURS.value, 1, 11, tie_breaks=FOURS_ORDER),)


def change_stages(
    template: SetupTemplate, *stages: StageSettings, seen: TournamentSettings | None = None, **more: Any
):
    settings = replace(
        template_contents.settings_from_template(template, name="", day=DAY), stages=stages, **more
    )
    change_template_stages(template=template, settings=settings, seen=seen, by=CONSOLE, at=NOW)


def change_terms(template: SetupTemplate, terms: Terms, seen: Terms | None = None) -> None:
    change_template_sign_up_terms(template=template, terms=terms, seen=seen, by=CONSOLE, at=NOW)


def test_changed_stages_apply_to_new_tournaments_only():
    template = save_template(open_tournament())
    earlier = create_tournament(template)
    stages_before = settings_of(earlier).stages
    change_stages(template, *LEAGUE)
    tournament = create_tournament(SetupTemplate.objects.get())
    assert settings_of(tournament).stages == tuple(LEAGUE)
    assert settings_of(earlier).stages == stages_before != tuple(LEAGUE)
    change_stages(SetupTemplate.objects.get(), *LEAGUE)
    assert actions(template.club) == ["template_saved", "template_stages_changed"]


def test_switch_to_singles_uses_rules_without_partners():
    template = save_template(open_tournament())
    change_stages(template, *SINGLES, kind=EntrantKind.SINGLES.value)
    tournament = create_tournament(SetupTemplate.objects.get())
    assert tournament.kind == EntrantKind.SINGLES
    fresh = open_tournament(kind=EntrantKind.SINGLES.value, stages=SINGLES)
    assert tournament.rule_book == fresh.rule_book


def test_impossible_stages_are_refused():
    template = save_template(open_tournament())
    with pytest.raises(StageFlowNotPossible):
        change_stages(template, LEAGUE[0], LEAGUE[0])
    assert actions(template.club) == ["template_saved"]


def test_new_tournament_has_the_changed_terms_and_is_closed():
    template = save_template(open_tournament())
    change_terms(template, TERMS)
    change_terms(SetupTemplate.objects.get(), TERMS)
    assert terms_of(create_tournament(template)) == replace(TERMS, is_open=False, closes_at=None)
    assert actions(template.club) == ["template_saved", "template_sign_up_changed"]


def test_concurrent_change_is_not_overwritten():
    template = save_template(open_tournament())
    stages = settings_from_template(template, name="", day=NOW.date())
    change_stages(template, *LEAGUE, seen=stages)
    change_terms(template, TERMS)
    terms = replace(TERMS, fee="1 lira")
    first = template_contents.typed_settings_of(template)
    change_template(template=template, settings=replace(first, tables=3), seen=first, by=CONSOLE, at=NOW)
    acts = (
        lambda: change_stages(template, replace(LEAGUE[0], hands=7), seen=stages),
        lambda: change_terms(template, replace(TERMS, fee=""), seen=terms),
        lambda: change_template(
            template=template, settings=replace(first, tables=5), seen=first, by=CONSOLE, at=NOW
        ),
    )
    for action in acts:
        with pytest.raises(ChangedMeanwhile):
            action()
    now = SetupTemplate.objects.get()
    assert (template_contents.stages_of_template(now), now.tables) == (tuple(LEAGUE), 3)
    change_stages(now, replace(LEAGUE[0], hands=7), seen=settings_from_template(now, name="", day=NOW.date()))


def test_deleted_template_cannot_be_changed():
    template = save_template(open_tournament())
    SetupTemplate.objects.all().delete()
    with pytest.raises(TemplateDeleted):
        change_stages(template, *LEAGUE)
    with pytest.raises(TemplateDeleted):
        change_terms(template, TERMS)
