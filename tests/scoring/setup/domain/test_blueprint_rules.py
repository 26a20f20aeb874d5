from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games import game_of
from rules.games.okey101.switches import PartnerCancels
from rules.standings.tiebreaks import FOURS_ORDER
from scoring.ledger.refusals import NoPartnersInSingles, OtherRuleSet
from scoring.ledger.rulebooks import rules_of
from scoring.officials.domain.amendments import RulesChangedMeanwhile
from scoring.setup.domain.blueprint_rules import change_blueprint_rules
from tests.factories import NOW, open_tournament
from tests.tournaments.blueprints.domain.stored_blueprints import keep, use
from tournaments.blueprints.domain.blueprints import BlueprintDeleted
from tournaments.enums import EntrantKind, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Blueprint, LogRow
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db


def change(blueprint: Blueprint, rules, seen: str | None = None) -> None:
    change_blueprint_rules(blueprint=blueprint, rules=rules, seen=seen, by=CONSOLE, at=NOW)


def test_new_tournaments_use_the_changed_rules_and_existing_ones_keep_theirs():
    blueprint = keep(open_tournament())
    earlier, was = use(blueprint), rules_of(blueprint.rule_book)
    now = replace(was, partner_cancels=PartnerCancels.NOTHING)
    change(blueprint, now)
    change(blueprint, now)
    assert rules_of(use(Blueprint.objects.get()).rule_book) == now
    earlier.refresh_from_db()
    assert rules_of(earlier.rule_book) == was
    (row,) = LogRow.objects.filter(action="blueprint_rules_changed")
    assert (row.club, row.tournament) == (blueprint.club, None)


def test_rule_set_can_change_within_the_game_only():
    blueprint = keep(open_tournament())
    change(blueprint, game_of("101-rising").presets["101-rising"])
    assert use(Blueprint.objects.get()).rule_book.rule_set_id == "101-rising"
    with pytest.raises(OtherRuleSet):
        change(blueprint, game_of("okey-standard").presets["okey-standard"])


def test_concurrent_change_is_refused():
    blueprint = keep(open_tournament())
    was, seen = rules_of(blueprint.rule_book), blueprint.rule_book.digest
    change(blueprint, replace(was, partner_cancels=PartnerCancels.NOTHING), seen)
    with pytest.raises(RulesChangedMeanwhile):
        change(blueprint, was, seen)


def test_partner_rules_are_refused_for_singles():
    stages = (StageSettings(StageKind.FOURS.value, 1, 11, tie_breaks=FOURS_ORDER),)
    blueprint = keep(open_tournament(kind=EntrantKind.SINGLES.value, stages=stages))
    with pytest.raises(NoPartnersInSingles):
        change(blueprint, game_of("101-pairs").presets["101-pairs"])


def test_deleted_template_is_refused():
    blueprint = keep(open_tournament())
    Blueprint.objects.all().delete()
    with pytest.raises(BlueprintDeleted):
        change(blueprint, rules_of(blueprint.rule_book))
