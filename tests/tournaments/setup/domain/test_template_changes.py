"""What a template gives its tournaments, changed: stages, terms of sign-up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.standings.tiebreaks import FOURS_ORDER
from tests.factories import LEAGUE, NOW, open_tournament
from tests.tournaments.setup.domain.test_templates import DAY, TERMS, actions, begin, keep
from tournaments.enums import EntrantKind, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import SetupTemplate
from tournaments.setup.domain import template_contents as kept
from tournaments.setup.domain.template_changes import change_template_stages, change_template_terms
from tournaments.setup.domain.templates import TemplateChangedMeanwhile, TemplateGone, change_template
from tournaments.setup.domain.tournament_settings import settings_of
from tournaments.signup.domain.terms import Terms, terms_of
from tournaments.stages.stage_flow_checks import ChainNotPossible
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

SINGLES = (StageSettings(StageKind.FOURS.value, 1, 11, tie_breaks=FOURS_ORDER),)


def change_stages(template: SetupTemplate, *stages: StageSettings, seen: str | None = None, **more: Any):
    settings = replace(kept.settings_from(template, name="", day=DAY), stages=stages, **more)
    change_template_stages(template=template, settings=settings, seen=seen, by=CONSOLE, at=NOW)


def change_terms(template: SetupTemplate, terms: Terms, seen: str | None = None) -> None:
    change_template_terms(template=template, terms=terms, seen=seen, by=CONSOLE, at=NOW)


def test_a_tournament_begins_with_the_stages_that_stand_now_and_earlier_ones_keep_theirs():
    template = keep(open_tournament())
    earlier = begin(template)
    was = settings_of(earlier).stages
    change_stages(template, *LEAGUE)
    made = begin(SetupTemplate.objects.get())
    assert settings_of(made).stages == tuple(LEAGUE)
    assert settings_of(earlier).stages == was != tuple(LEAGUE)
    change_stages(SetupTemplate.objects.get(), *LEAGUE)
    assert actions(template.club) == ["template_kept", "template_stages_changed"]


def test_singles_instead_of_pairs_play_by_rules_without_partners():
    template = keep(open_tournament())
    change_stages(template, *SINGLES, kind=EntrantKind.SINGLES.value)
    made = begin(SetupTemplate.objects.get())
    assert made.kind == EntrantKind.SINGLES
    fresh = open_tournament(kind=EntrantKind.SINGLES.value, stages=SINGLES)
    assert made.rule_book == fresh.rule_book


def test_stages_that_lead_nowhere_are_refused():
    template = keep(open_tournament())
    with pytest.raises(ChainNotPossible):
        change_stages(template, LEAGUE[0], LEAGUE[0])
    assert actions(template.club) == ["template_kept"]


def test_a_tournament_asks_the_terms_that_stand_now_and_is_not_open():
    template = keep(open_tournament())
    change_terms(template, TERMS)
    change_terms(SetupTemplate.objects.get(), TERMS)
    assert terms_of(begin(template)) == replace(TERMS, is_open=False, closes_at=None)
    assert actions(template.club) == ["template_kept", "template_sign_up_changed"]


def test_what_somebody_else_changed_meanwhile_is_not_written_over_unseen():
    template = keep(open_tournament())
    stages, terms, hall = (
        seen(template) for seen in (kept.stages_standing, kept.terms_standing, kept.hall_standing)
    )
    change_stages(template, *LEAGUE, seen=stages)
    change_terms(template, TERMS, seen=terms)
    first = kept.hall_of(template)
    change_template(template=template, hall=replace(first, tables=3), seen=hall, by=CONSOLE, at=NOW)
    acts = (
        lambda: change_stages(template, replace(LEAGUE[0], hands=7), seen=stages),
        lambda: change_terms(template, replace(TERMS, fee=""), seen=terms),
        lambda: change_template(
            template=template, hall=replace(first, tables=5), seen=hall, by=CONSOLE, at=NOW
        ),
    )
    for act in acts:
        with pytest.raises(TemplateChangedMeanwhile):
            act()
    now = SetupTemplate.objects.get()
    assert (kept.stages_in(now), now.tables) == (tuple(LEAGUE), 3)
    change_stages(now, replace(LEAGUE[0], hands=7), seen=kept.stages_standing(now))


def test_one_that_was_deleted_is_not_changed():
    template = keep(open_tournament())
    SetupTemplate.objects.all().delete()
    with pytest.raises(TemplateGone):
        change_stages(template, *LEAGUE)
    with pytest.raises(TemplateGone):
        change_terms(template, TERMS)
