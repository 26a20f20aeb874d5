from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.urls import reverse

from rules.book.switch import Amount, Choice, Switch
from rules.localized_text import Text
from rules.rulesets import RuleSet
from rules.sources import cite
from scoring.ledger.rule_history import RuleChange, rule_changes_of
from scoring.officials.domain.amendments import may_change_rules
from scoring.queries.play_labels import stage_label
from scoring.rulebook.forms import NUMBER, AmountsControl, ListedControl, RulesForm, choice_key
from scoring.rulebook.views.ruleset_differences import (
    ChangedRule,
    amount_label,
    compare_rule_sets,
    list_changed_rules,
    rule_set_name,
)
from scoring.rulebook.views.switch_examples import ExampleTable, example_tables
from tournaments.blueprints.domain.contents import stages_of_blueprint
from tournaments.models import Blueprint, Encounter, Tournament
from tournaments.stages.stage_names import stage_names


@dataclass(frozen=True)
class Option:
    key: str
    checked: bool
    in_preset: bool
    choice: Choice | None = None
    source: str = ""
    number: BoundField | None = None


@dataclass(frozen=True)
class AmountRow:
    """`charged` is its checkbox, None if always charged."""

    kind: Amount
    charged: BoundField | None
    amount: BoundField
    source: str
    preset: Text


@dataclass(frozen=True)
class SwitchPart:
    switch: Switch
    field: BoundField | None
    options: Sequence[Option]
    amount_rows: Sequence[AmountRow]
    examples: Sequence[ExampleTable]

    @property
    def amounts(self) -> list[BoundField]:
        numbers = [option.number for option in self.options if option.number]
        return [*numbers, *(foul.amount for foul in self.amount_rows)]


@dataclass(frozen=True)
class Heading:
    anchor: str
    name: Text
    parts: Sequence[SwitchPart]


@dataclass(frozen=True)
class HandToCheck:
    encounter: Encounter
    match: int
    deal: int


@dataclass(frozen=True)
class LabelledChange:
    row: RuleChange
    rule_set: Text
    rules: Sequence[ChangedRule]
    hands_to_review: Sequence[HandToCheck]


@dataclass(frozen=True)
class StageLength:
    stage: str
    best_of: Choice
    hands: Choice


def tournament_editor_context(
    tournament: Tournament, form: RulesForm, shown_rules: RuleSet
) -> dict[str, Any]:
    """Return editor_context with addresses, past changes and whether rules may change."""
    keys = [tournament.public_id]
    lengths = [
        (stage_label(stage), stage.best_of, stage.hands_per_match)
        for stage in tournament.stages.order_by("position")
    ]
    return editor_context(form, shown_rules, lengths) | {
        "editor_url": reverse("scoring:organizer_rules", args=keys),
        "examples_url": reverse("scoring:rule_examples", args=keys),
        "stages_url": reverse("scoring:stages", args=keys),
        "may_change": may_change_rules(tournament),
        "history": _history(tournament, form.game.book.switches),
    }


def blueprint_editor_context(blueprint: Blueprint, form: RulesForm, shown_rules: RuleSet) -> dict[str, Any]:
    """Return editor_context with club, blueprint and addresses; rules may always change."""
    keys, stages = [blueprint.club.public_id, blueprint.public_id], stages_of_blueprint(blueprint)
    lengths = [
        (name, stage.best_of, stage.hands) for name, stage in zip(stage_names(stages), stages, strict=True)
    ]
    return editor_context(form, shown_rules, lengths) | {
        "club": blueprint.club,
        "blueprint": blueprint,
        "editor_url": reverse("scoring:blueprint_rules", args=keys),
        "examples_url": reverse("scoring:blueprint_rule_examples", args=keys),
        "stages_url": reverse("tournaments:blueprint_stages", args=keys),
        "may_change": True,
    }


def editor_context(
    form: RulesForm, shown_rules: RuleSet, lengths: Iterable[tuple[str, int, int | None]]
) -> dict[str, Any]:
    """Return the context; `lengths` are each stage's name, best-of and hands per match, shown as choices."""
    known = form.game.book.switches
    return summary_context(form, shown_rules) | {
        "headings": build_headings(form, shown_rules),
        "presets": form.game.presets.values(),
        "stage_lengths": [
            StageLength(
                name, known["best_of"].choice_for(best_of), known["hands_per_match"].choice_for(hands)
            )
            for name, best_of, hands in lengths
        ],
    }


def summary_context(form: RulesForm, shown_rules: RuleSet) -> dict[str, Any]:
    preset = form.game.presets[shown_rules.id]
    return {
        "form": form,
        "preset": preset,
        "from_preset": compare_rule_sets(preset, shown_rules),
        "unsaved": compare_rule_sets(form.present, shown_rules),
    }


def build_headings(form: RulesForm, shown_rules: RuleSet) -> list[Heading]:
    """Return all headings, also empty ones, with the switches that the form has."""
    parts = {part.switch.field: part for part in switch_parts(form, shown_rules)}
    return [
        Heading(
            heading.anchor,
            heading.name,
            [parts[switch.field] for switch in heading.switches if switch.field in parts],
        )
        for heading in form.game.book.headings
    ]


def switch_parts(form: RulesForm, shown_rules: RuleSet) -> Iterator[SwitchPart]:
    """Yield the form's switches with examples of `shown_rules`; one of amounts has rows instead of options.

    What its preset has is marked.
    """
    preset = form.game.presets[shown_rules.id]
    for control in form.controls.values():
        amounts = isinstance(control, AmountsControl)
        yield SwitchPart(
            control.switch,
            None if amounts else form[control.name],
            () if amounts else list(_options(control, form, preset)),
            list(_amount_rows(control, form, preset)) if isinstance(control, AmountsControl) else (),
            example_tables(control.switch, shown_rules),
        )


def _options(control: ListedControl, form: RulesForm, preset: RuleSet) -> Iterator[Option]:
    """Yield listed choices, then one for each amount that can be typed."""
    typed, preset_value = form[control.name].value(), getattr(preset, control.name)
    for choice in control.switch.listed_choices:
        key = choice_key(choice.value)
        source = cite(choice.sources, preset.source)
        yield Option(key, typed == key, choice.value == preset_value, choice, source)
    for amount in control.amounts:
        yield Option(
            NUMBER, typed == NUMBER, choice_key(preset_value) not in control.keys, number=form[amount]
        )


def _amount_rows(control: AmountsControl, form: RulesForm, preset: RuleSet) -> Iterator[AmountRow]:
    preset_amounts: Mapping[str, int] = getattr(preset, control.name)
    for named, charged, amount in control.amount_fields:
        points = preset_amounts.get(named.code)
        source = cite(named.sources_for(points), preset.source)
        yield AmountRow(named, form[charged] if charged else None, form[amount], source, amount_label(points))


def _history(tournament: Tournament, known: Mapping[str, Switch]) -> list[LabelledChange]:
    """List changes newest first, with the encounters to review."""
    rows = rule_changes_of(tournament)
    named = {public_id for row in rows for public_id, _match, _deal in row.hands_to_review}
    selected = Encounter.objects.filter(public_id__in=named).select_related("table")
    encounters = (
        {str(encounter.public_id): encounter for encounter in selected.prefetch_related("sides__entrant")}
        if named
        else {}
    )
    return [_labelled_change(row, encounters, known) for row in rows]


def _labelled_change(
    row: RuleChange, encounters: Mapping[str, Encounter], known: Mapping[str, Switch]
) -> LabelledChange:
    hands = [
        HandToCheck(encounters[encounter], match, deal)
        for encounter, match, deal in row.hands_to_review
        if encounter in encounters
    ]
    return LabelledChange(row, rule_set_name(row.rule_set), list_changed_rules(row.switches, known), hands)
