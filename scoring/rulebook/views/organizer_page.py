"""What the organizer's page of the rules shows: every switch with its choices and its examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.books.switch import Choice, Switch
from rules.games.okey101.book.switches import (
    SWITCHES,
    finishes,
    infractions,
    matches,
    okeys,
    openings,
    partners,
    unopened,
)
from rules.games.okey101.infractions import INFRACTIONS, InfractionKind
from rules.games.okey101.rulesets import PRESETS, RuleSet
from rules.sources import cite
from rules.text import Text
from scoring.ledger.rule_history import RuleChange, history
from scoring.officials.domain.amendments import may_change_rules
from scoring.rulebook.forms.controls import CONTROLS, NUMBER, Amounts, Listed, key_of
from scoring.rulebook.forms.rules import RulesForm
from scoring.rulebook.views.examples import ExampleTable, example_tables
from scoring.rulebook.views.words import ChangedRule, amount_words, between, changed, rule_set_name
from tournaments.models import Encounter, Stage, Tournament

HEADINGS: Final[Sequence[tuple[str, str | Promise, Sequence[Switch]]]] = (
    ("partner", gettext_lazy("The partner"), partners.SWITCHES),
    ("unopened", gettext_lazy("Not opened, not finished"), unopened.SWITCHES),
    ("finish", gettext_lazy("The finish"), finishes.SWITCHES),
    ("okeys", pgettext_lazy("rules", "Okeys"), okeys.SWITCHES),
    ("opening", pgettext_lazy("rules", "The opening"), openings.SWITCHES),
    ("infractions", gettext_lazy("Infractions"), infractions.SWITCHES),
    ("matches", gettext_lazy("Matches"), matches.SWITCHES),
)
"""The parts of the page: anchor, name, switches."""


@dataclass(frozen=True)
class Option:
    """A radio button: a choice, or else any number, with its input (`number`)."""

    key: str
    checked: bool
    in_preset: bool
    choice: Choice | None = None
    source: str = ""
    number: BoundField | None = None


@dataclass(frozen=True)
class Foul:
    """An infraction: whether it is charged, its amount, and what the preset says of it."""

    kind: InfractionKind
    charged: BoundField
    amount: BoundField
    source: str
    preset: Text


@dataclass(frozen=True)
class SwitchPart:
    """A switch on the page. `field` is its radio buttons' where it has any."""

    switch: Switch
    field: BoundField | None
    options: Sequence[Option]
    fouls: Sequence[Foul]
    examples: Sequence[ExampleTable]

    @property
    def amounts(self) -> list[BoundField]:
        numbers = [option.number for option in self.options if option.number]
        return [*numbers, *(foul.amount for foul in self.fouls)]


@dataclass(frozen=True)
class Heading:
    anchor: str
    name: str | Promise
    parts: Sequence[SwitchPart]


@dataclass(frozen=True)
class HandToSee:
    """A hand that an amendment told to look at again."""

    encounter: Encounter
    match: int
    deal: int


@dataclass(frozen=True)
class ToldChange:
    """A row of the history in words; `rule_set` holds since."""

    row: RuleChange
    rule_set: Text
    rules: Sequence[ChangedRule]
    look_again: Sequence[HandToSee]


@dataclass(frozen=True)
class StageLength:
    """How long the encounters of a stage are, in words."""

    stage: Stage
    best_of: Choice
    hands: Choice


def page_context(tournament: Tournament, form: RulesForm, shown: RuleSet) -> dict[str, Any]:
    """What the whole page needs; its examples and its summary are those of the rules that are shown."""
    return summary_context(form, shown) | {
        "headings": headings(form, shown),
        "may_change": may_change_rules(tournament),
        "presets": PRESETS.values(),
        "stages": [_length(stage) for stage in tournament.stages.order_by("position")],
        "history": _history(tournament),
    }


def summary_context(form: RulesForm, shown: RuleSet) -> dict[str, Any]:
    """How what is shown differs from its preset, and from what stands."""
    preset = PRESETS[shown.id]
    return {
        "form": form,
        "preset": preset,
        "from_preset": between(preset, shown),
        "unsaved": between(form.present, shown),
    }


def headings(form: RulesForm, shown: RuleSet) -> list[Heading]:
    parts = {part.switch.field: part for part in switch_parts(form, shown)}
    return [
        Heading(anchor, name, [parts[switch.field] for switch in switches if switch.field in parts])
        for anchor, name, switches in HEADINGS
    ]


def switch_parts(form: RulesForm, shown: RuleSet) -> Iterator[SwitchPart]:
    preset = PRESETS[shown.id]
    for control in CONTROLS.values():
        amounts = isinstance(control, Amounts)
        yield SwitchPart(
            control.switch,
            None if amounts else form[control.name],
            () if amounts else list(_options(control, form, preset)),
            list(_fouls(control, form, preset)) if isinstance(control, Amounts) else (),
            example_tables(control.switch, shown),
        )


def _options(control: Listed, form: RulesForm, preset: RuleSet) -> Iterator[Option]:
    typed, theirs = form[control.name].value(), getattr(preset, control.name)
    for choice in control.switch.listed:
        key = key_of(choice.value)
        source = cite(choice.stated, preset.source)
        yield Option(key, typed == key, choice.value == theirs, choice, source)
    for amount in control.amounts:
        yield Option(NUMBER, typed == NUMBER, key_of(theirs) not in control.keys, number=form[amount])


def _fouls(control: Amounts, form: RulesForm, preset: RuleSet) -> Iterator[Foul]:
    for code, charged, amount in control.fouls:
        kind = INFRACTIONS[code]
        says = amount_words(preset.infractions.get(code))
        yield Foul(kind, form[charged], form[amount], cite(kind.stated, preset.source), says)


def _history(tournament: Tournament) -> list[ToldChange]:
    rows = history(tournament)
    named = {encounter for row in rows for encounter, _match, _deal in row.look_again}
    found = Encounter.objects.filter(public_id__in=named).select_related("table")
    encounters = (
        {str(one.public_id): one for one in found.prefetch_related("sides__entrant")} if named else {}
    )
    return [_told(row, encounters) for row in rows]


def _told(row: RuleChange, encounters: Mapping[str, Encounter]) -> ToldChange:
    hands = [
        HandToSee(encounters[encounter], match, deal)
        for encounter, match, deal in row.look_again
        if encounter in encounters
    ]
    return ToldChange(row, rule_set_name(row.rule_set), changed(row.switches), hands)


def _length(stage: Stage) -> StageLength:
    best_of = SWITCHES["best_of"].named(stage.best_of)
    return StageLength(stage, best_of, SWITCHES["hands_per_match"].named(stage.hands_per_match))
