from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from rules.games import game_of
from rules.games.okey101.switches import PartnerCancels
from rules.standings.tiebreaks import FOURS_ORDER
from scoring.ledger.refusals import NoPartnersInSingles, OtherRuleSet
from scoring.ledger.rulebooks import rules_of
from scoring.officials.domain.amendments import RulesChangedMeanwhile
from scoring.setup.domain.template_rules import change_template_rules
from tests.factories import NOW, open_tournament
from tournaments.enums import EntrantKind, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, SetupTemplate, Tournament
from tournaments.setup.domain.template_contents import settings_from_template
from tournaments.setup.domain.templates import TemplateDeleted, create_from_template, save_as_template
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db


def save_template(tournament: Tournament) -> SetupTemplate:
    return save_as_template(tournament=tournament, name="Salı", by=CONSOLE, at=NOW)


def begin(template: SetupTemplate) -> Tournament:
    settings = settings_from_template(template, name="Gece", day=date(2026, 12, 1))
    return create_from_template(template=template, settings=settings, by=CONSOLE, at=NOW)


def change(template: SetupTemplate, rules, seen: str | None = None) -> None:
    change_template_rules(template=template, rules=rules, seen=seen, by=CONSOLE, at=NOW)


def test_new_tournaments_use_the_changed_rules_and_existing_ones_keep_theirs():
    template = save_template(open_tournament())
    earlier, was = begin(template), rules_of(template.rule_book)
    now = replace(was, partner_cancels=PartnerCancels.NOTHING)
    change(template, now)
    change(template, now)
    assert rules_of(begin(SetupTemplate.objects.get()).rule_book) == now
    earlier.refresh_from_db()
    assert rules_of(earlier.rule_book) == was
    (row,) = LogRow.objects.filter(action="template_rules_changed")
    assert (row.club, row.tournament) == (template.club, None)


def test_rule_set_can_change_within_the_game_only():
    template = save_template(open_tournament())
    change(template, game_of("101-rising").presets["101-rising"])
    assert begin(SetupTemplate.objects.get()).rule_book.rule_set_id == "101-rising"
    with pytest.raises(OtherRuleSet):
        change(template, game_of("okey-standard").presets["okey-standard"])


def test_concurrent_change_is_refused():
    template = save_template(open_tournament())
    was, seen = rules_of(template.rule_book), template.rule_book.digest
    change(template, replace(was, partner_cancels=PartnerCancels.NOTHING), seen)
    with pytest.raises(RulesChangedMeanwhile):
        change(template, was, seen)


def test_partner_rules_are_refused_for_singles():
    stages = (StageSettings(StageKind.FOURS.value, 1, 11, tie_breaks=FOURS_ORDER),)
    template = save_template(open_tournament(kind=EntrantKind.SINGLES.value, stages=stages))
    with pytest.raises(NoPartnersInSingles):
        change(template, game_of("101-pairs").presets["101-pairs"])


def test_deleted_template_is_refused():
    template = save_template(open_tournament())
    SetupTemplate.objects.all().delete()
    with pytest.raises(TemplateDeleted):
        change(template, rules_of(template.rule_book))
