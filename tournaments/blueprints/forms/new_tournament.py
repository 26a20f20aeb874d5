from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, time
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from rules.games import DEFAULT_RULE_SET
from rules.games.game import Game
from tournaments.blueprints.forms.start import StartForm
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.models import Blueprint
from tournaments.models.common_settings import common_settings_of
from tournaments.models.table import MOST_TABLES
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.setup.forms.available_time import (
    MINUTES_AN_HOUR,
    USUAL_ENTRANTS,
    USUAL_TABLES,
    AvailableTimeForm,
    TimeForm,
)
from tournaments.setup.forms.game_choice import (
    GAME_CHOICES,
    GameChoice,
    chosen_game,
    full_length,
    game_choices,
    usual_rule_set,
    with_rule_set,
)
from tournaments.setup.forms.match_lengths import (
    HandsField,
    InvalidLength,
    hands_label,
    hands_to_form,
    knockout_hands_label,
    parse_allowed_hands,
)
from tournaments.setup.forms.settings import SetupForm
from tournaments.setup.forms.stage_fields import BEST_OF_CHOICES, MEETINGS_CHOICES, choice_field
from tournaments.small_inputs import parse_small_number
from tournaments.stages.fitting_lengths import estimated_minutes, stages_fitting_time, time_fit
from tournaments.stages.game_lengths import shortest_length
from tournaments.stages.ready_plans import (
    DEFAULT_PLAN,
    LARGE_FIELD,
    PLAN_ENTRANT_KINDS,
    USUAL_FIELD,
    PlanChoices,
    stages_of_plan,
)
from tournaments.stages.stage_names import describe_entrant_count
from tournaments.stages.stage_settings import BEST_OF, MOST_ROUNDS, USUAL_GAME, Length, StageSettings
from tournaments.stages.stage_sizes import most_tables_at_once

from .plan_cards import plan_cards
from .plan_proposals import PlanEstimate, PlanProposal

ADVANCE_CHOICES = [(1, _("the first")), (2, _("the first two"))]
LENGTH_FIELDS = ("best_of", "hands", "knockout_best_of", "knockout_hands", "rounds")
"""The proposed fields of a plan; untouched ones follow the plan and the available time."""

LARGE_FIELD_FROM = 32
"""From this many entrants, 16 advance from Swiss rounds in fours, else eight."""


class NewTournamentForm(StartForm, TimeForm):
    """Proposals are never longer than the rule set's encounters.

    Lengths that match the proposal (`proposed_lengths`) follow every change; all follow a change of game
    (`lengths_of`). Tables that match theirs (`proposed_tables`) follow the entrants expected.
    """

    expected = forms.IntegerField(
        label=_("How many pairs or players you expect"), min_value=1, max_value=MOST_ENTRANTS, required=False
    )
    game = forms.ChoiceField(label=_("The game"), choices=GAME_CHOICES, widget=forms.RadioSelect)
    rule_set = forms.ChoiceField(label=_("Rules to start from"), widget=forms.RadioSelect)
    plan = forms.ChoiceField(
        label=_("How you play"),
        choices=[(plan, plan) for plan in PLAN_ENTRANT_KINDS],
        initial=DEFAULT_PLAN,
        widget=forms.RadioSelect,
    )
    best_of = choice_field(_("An encounter is"), BEST_OF_CHOICES)
    hands = HandsField(USUAL_GAME, label="")
    knockout_best_of = choice_field(_("In the elimination an encounter is"), BEST_OF_CHOICES)
    knockout_hands = HandsField(USUAL_GAME, label="")
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=0,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("0: as many as needed."),
    )
    advance = choice_field(_("Who advances from a group"), ADVANCE_CHOICES)
    meetings = choice_field(_("Everyone meets"), MEETINGS_CHOICES)
    third_place = forms.BooleanField(
        label=_("The losers of the semi-finals play for third place"), required=False
    )
    reset_final = forms.BooleanField(
        label=_("A second final if the unbeaten side loses the first"), required=False
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        present: TournamentSettings,
        begins_with: Blueprint | None = None,
        checked: bool = True,
    ) -> None:
        """Propose lengths unless the visitor changed them; validate only if `checked`.

        `begins_with` gives the initial rule set.
        """
        initial = _initial_values(present, begins_with)
        self.typed = typed = with_rule_set(_typed_values(data) if data is not None else initial)
        self.evening, self.played = AvailableTimeForm.read_available_time(typed), chosen_game(typed)
        field = LARGE_FIELD if self.evening.entrants >= LARGE_FIELD_FROM else USUAL_FIELD
        self.choices = replace(_plan_choices(typed, self.played), field=field)
        self.proposed_tables = "" if begins_with else str(self.most_tables_at_once)
        self.has_new_tables = self._follow_expected(typed)
        self.longest = full_length(self.played, typed.get("rule_set"))
        if data is None or self._has_proposed_lengths(typed):
            typed |= lengths_of(self.propose_stages(self.chosen_plan))
        super().__init__(typed if data is not None and checked else None, present=present)
        self.initial = typed
        self._set_length_fields()

    @property
    def most_tables_at_once(self) -> int:
        stages = stages_of_plan(self._playable_plan, self.choices)
        return min(most_tables_at_once(stages, self.evening.entrants), MOST_TABLES)

    @property
    def spare_tables(self) -> int:
        return max(0, self.evening.tables - self.most_tables_at_once)

    def _follow_expected(self, typed: dict[str, Any]) -> bool:
        """Replace a number of tables that was proposed; return whether it changed."""
        if not typed.get("proposed_tables") or typed["proposed_tables"] != typed.get("tables"):
            return False
        typed["tables"] = self.proposed_tables
        self.evening = replace(self.evening, tables=self.most_tables_at_once)
        return bool(typed["tables"] != typed["proposed_tables"])

    def _has_proposed_lengths(self, typed: Mapping[str, Any]) -> bool:
        """Also if the lengths belong to another game."""
        other_game = typed.get("lengths_of", self.played.id) != self.played.id
        return other_game or typed.get("proposed") == _lengths_as_text(typed)

    def _set_length_fields(self) -> None:
        self.fields["rule_set"].choices = [(rule_set, rule_set) for rule_set in self.played.presets]  # type: ignore[attr-defined]
        self.fields["hands"] = HandsField(self.played, label=hands_label(self.played))
        self.fields["knockout_hands"] = HandsField(self.played, label=knockout_hands_label(self.played))

    @cached_property
    def proposed_lengths(self) -> str:
        return _lengths_as_text(lengths_of(self.propose_stages(self.chosen_plan)))

    @property
    def chosen_plan(self) -> str:
        return str(self.typed.get("plan", ""))

    @property
    def games(self) -> list[GameChoice]:
        return game_choices(self.typed)

    @cached_property
    def plans(self) -> list[PlanProposal]:
        """Pairs first."""
        return [
            PlanProposal(
                card, stages := self.propose_stages(card.id), self.played, self._estimate_stages(stages)
            )
            for card in plan_cards()
        ]

    @property
    def next_day_end(self) -> tuple[time, tuple[int, int]] | None:
        """None if it ends on the same day."""
        begins, ends = TimeForm(self.typed).hours
        return (ends, divmod(self.evening.minutes, MINUTES_AN_HOUR)) if ends <= begins else None

    @property
    def chosen_estimate(self) -> PlanEstimate | None:
        """None while typed lengths are invalid."""
        rounds = self._typed_length("best_of", "hands")
        knockout = self._typed_length("knockout_best_of", "knockout_hands")
        if rounds is None or knockout is None or self.chosen_plan not in PLAN_ENTRANT_KINDS:
            return None
        choices = self._with_lengths(rounds, knockout, parse_small_number(self.typed.get("rounds")) or 0)
        return self._estimate_stages(stages_of_plan(self.chosen_plan, choices))

    @property
    def expected_text(self) -> str:
        return describe_entrant_count(self.evening.entrants, PLAN_ENTRANT_KINDS[self._playable_plan])

    @property
    def _playable_plan(self) -> str:
        return self.chosen_plan if self.chosen_plan in PLAN_ENTRANT_KINDS else DEFAULT_PLAN

    def propose_stages(self, plan: str) -> tuple[StageSettings, ...]:
        stages = stages_of_plan(plan if plan in PLAN_ENTRANT_KINDS else DEFAULT_PLAN, self.choices)
        return stages_fitting_time(stages, self.evening, longest=self.longest, game=self.played)

    @property
    def settings(self) -> TournamentSettings:
        """Return what was typed, with the plan's stages and entrant kind."""
        plan, cleaned = self.cleaned_data["plan"], self.cleaned_data
        chosen = self._with_lengths(
            Length(cleaned["best_of"], cleaned["hands"]),
            Length(cleaned["knockout_best_of"], cleaned["knockout_hands"]),
            cleaned["rounds"] or 0,
        )
        return replace(
            super().settings, stages=stages_of_plan(plan, chosen), kind=PLAN_ENTRANT_KINDS[plan].value
        )

    def _with_lengths(self, rounds: Length, knockout: Length, swiss_rounds: int) -> PlanChoices:
        return replace(self.choices, rounds=rounds, knockout=knockout, swiss_rounds=swiss_rounds)

    def _typed_length(self, best_of: str, hands: str) -> Length | None:
        matches = parse_small_number(self.typed.get(best_of))
        with suppress(InvalidLength):
            return (
                Length(matches, parse_allowed_hands(self.played, self.typed.get(hands)))
                if matches in BEST_OF
                else None
            )
        return None

    def _estimate_stages(self, stages: Sequence[StageSettings]) -> PlanEstimate | None:
        minutes = estimated_minutes(stages, self.evening, self.played)
        return PlanEstimate(minutes, time_fit(minutes, self.evening.minutes)) if minutes.most else None


def usual_settings(today: date, template: Blueprint | None = None) -> TournamentSettings:
    """Return settings of one nameless day, with lengths that fit the usual time.

    Of `template`, the club's default, only tables and common settings count.
    """
    longest = full_length(USUAL_GAME, usual_rule_set(USUAL_GAME))
    usual = stages_of_plan(DEFAULT_PLAN, PlanChoices(longest, longest))
    available_time = AvailableTimeForm.read_available_time({})
    settings = TournamentSettings(
        name="",
        first_day=today,
        last_day=today,
        tables=USUAL_TABLES,
        stages=stages_fitting_time(usual, available_time, longest=longest),
    )
    if template is None:
        return settings
    return replace(settings, tables=template.tables, common=common_settings_of(template))


def lengths_of(stages: Sequence[StageSettings]) -> dict[str, int | str]:
    first, last = stages[0], stages[-1]
    return {
        "best_of": first.best_of,
        "hands": hands_to_form(first.hands),
        "knockout_best_of": last.best_of,
        "knockout_hands": hands_to_form(last.hands),
        "rounds": first.rounds,
    }


def _initial_values(present: TournamentSettings, template: Blueprint | None) -> dict[str, Any]:
    usual = {"plan": DEFAULT_PLAN, "rule_set": DEFAULT_RULE_SET, "expected": USUAL_ENTRANTS}
    options = {"advance": 2, "meetings": 1, "third_place": False, "reset_final": True}
    initial = SetupForm.initial_of(present) | usual | options
    if template is None:
        return initial | TimeForm.usual_hours()
    return initial | {"rule_set": template.rule_book.rule_set_id}


def _plan_choices(typed: Mapping[str, Any], game: Game[Any, Any]) -> PlanChoices:
    """Return typed choices with the shortest lengths, which the caller replaces."""
    return PlanChoices(
        rounds=shortest_length(game),
        knockout=shortest_length(game),
        advance=1 if parse_small_number(typed.get("advance")) == 1 else 2,
        meetings=2 if parse_small_number(typed.get("meetings")) == 2 else 1,  # noqa: PLR2004  two meetings
        third_place=bool(typed.get("third_place")),
        reset_final=bool(typed.get("reset_final")),
        game=game,
    )


def _lengths_as_text(lengths: Mapping[str, Any]) -> str:
    return "-".join(str(lengths.get(name, "")) for name in LENGTH_FIELDS)


def _typed_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the last value of each field, all ticked weekdays."""
    values = dict(data.items())
    return values | {"weekdays": data.getlist("weekdays")} if isinstance(data, QueryDict) else values
