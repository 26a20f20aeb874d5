from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import get_language

from rules.games.game import Game
from rules.standings.step_orders import steps_for
from rules.standings.steps import STEPS
from tournaments.enums import SINGLES_KINDS, STANDINGS_KINDS, StageKind, TimeUp
from tournaments.stages.stage_flow_checks import stage_flow_problems
from tournaments.stages.stage_names import FORMAT_SENTENCES, format_name, number_duplicates
from tournaments.stages.stage_settings import MOST_STAGES, USUAL_GAME, StageSettings, counted_tie_breaks

from .stage_fields import FeedForm, StageForm, formats_of
from .stage_flow_draft import CHECKBOX_NAMES, LOT, Drafts, StageDraft, TypedValues


@dataclass(frozen=True)
class TieBreakCard:
    id: str
    name: str
    description: str


class StageCard:
    def __init__(
        self,
        number: int,
        draft: StageDraft,
        form: StageForm,
        feeds: Sequence[FeedForm],
        counted: Collection[str],
    ) -> None:
        """Only store; `counted` are tie-break steps that the game counts. StagesForm sets the rest."""
        self.number, self.draft, self.form, self.feeds = number, draft, form, feeds
        self.counted = counted
        self.name = ""
        self.drawn = self.fixed = self.can_rise = False
        self.rounds_needed = 0
        self.feed_errors: list[str] = []
        self.order_errors: list[str] = []

    @property
    def prefix(self) -> str:
        return f"s{self.number}"

    @property
    def anchor_above(self) -> str:
        """Where this stage is after it moves forward."""
        return f"s{self.number - 1}"

    @property
    def anchor_below(self) -> str:
        return f"s{self.number + 1}"

    @property
    def checkbox_fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in CHECKBOX_NAMES if name in self.form.fields]

    @property
    def tabular(self) -> bool:
        return self.draft.kind in STANDINGS_KINDS

    @property
    def time_up_label(self) -> Promise | str:
        return dict(TimeUp.choices).get(str(self.draft.typed_values["time_up"]), "")

    @property
    def sentence(self) -> Promise | str:
        return FORMAT_SENTENCES.get(self.draft.kind, "")

    @property
    def steps(self) -> list[TieBreakCard]:
        return [_tie_break_card(step_id) for step_id in self.draft.tie_breaks if step_id in STEPS]

    @property
    def lot(self) -> TieBreakCard:
        return _tie_break_card(LOT)

    @property
    def unused_steps(self) -> list[TieBreakCard]:
        return [
            _tie_break_card(step_id)
            for step_id in self._available_steps
            if step_id not in (*self.draft.tie_breaks, LOT)
        ]

    @property
    def _available_steps(self) -> tuple[str, ...]:
        return steps_for(four=self.draft.kind in SINGLES_KINDS, counted=self.counted)

    @property
    def has_problems(self) -> bool:
        form_errors = self.form.errors or any(feed.errors for feed in self.feeds)
        return bool(form_errors or self.feed_errors or self.order_errors)

    @property
    def settings(self) -> StageSettings:
        chosen = {name: value for name, value in self.form.cleaned_data.items() if name != "kind"}
        return StageSettings(
            **{"best_of": 1, **chosen},
            kind=self.draft.kind,
            feeds=tuple(feed.settings for feed in self.feeds),
            tie_breaks=(*self.draft.tie_breaks, LOT),
        )


class StagesForm:
    def __init__(
        self,
        drafts: Drafts,
        *,
        kind: str,
        drawn: Collection[int] = (),
        checked: bool = True,
        game: Game[Any, Any] = USUAL_GAME,
    ) -> None:
        """Build a card for each stage; with `checked`, validate and show problems.

        `drawn` are positions (from 1) of stages whose fields are disabled.
        """
        self.game = game
        names = number_duplicates(
            [str(draft.typed_values["name"]).strip() or format_name(draft.kind) for draft in drafts]
        )
        self.kind, self.checked = kind, checked
        self.groups_there = any(draft.kind == StageKind.GROUPS for draft in drafts)
        self.room = len(drafts) < MOST_STAGES
        self.cards = [
            self._stage_card(number, draft, names, drawn) for number, draft in enumerate(drafts, start=1)
        ]
        if checked and self.are_fields_valid:
            self._show_problems()

    def _stage_card(
        self, number: int, draft: StageDraft, names: Sequence[str], drawn: Collection[int]
    ) -> StageCard:
        """Return a stage's card; stages up to the last drawn one are fixed, drawn ones disabled.

        The stage after these can't move up.
        """
        prefix = f"s{number}"
        form = StageForm(
            **self._form_arguments(prefix, draft.typed_values),
            kind=draft.kind,
            formats=formats_of(self.kind),
            first=number == 1,
            game=self.game,
        )
        sources = [(place, name) for place, name in enumerate(names, start=1) if place != number]
        feeds = [
            FeedForm(**self._form_arguments(f"{prefix}f{count}", feed), sources=sources)
            for count, feed in enumerate(draft.feeds, start=1)
        ]
        card = StageCard(number, draft, form, feeds, counted_tie_breaks(self.game))
        card.name = names[number - 1]
        fixed = max(drawn, default=0)
        card.drawn, card.fixed, card.can_rise = number in drawn, number <= fixed, number > fixed + 1
        for field in _fields_of(card) if card.drawn else ():
            field.disabled = True
        return card

    def _form_arguments(self, prefix: str, typed: TypedValues) -> dict[str, Any]:
        if not self.checked:
            return {"prefix": prefix, "initial": typed}
        sent = {f"{prefix}-{name}": value for name, value in typed.items()}
        return {"prefix": prefix, "data": sent, "initial": typed}

    def _show_problems(self) -> None:
        """Add each problem of the stage flow as an error to the field, feed or card it concerns.

        All fields must be valid.
        """
        for problem in stage_flow_problems(self.stages, self.kind, self.game):
            card = self.cards[problem.stage - 1]
            message = _capitalized(str(problem.why))
            if problem.feed is not None:
                card.feeds[problem.feed].add_error(None, message)
            elif problem.setting == "feeds":
                card.feed_errors.append(message)
            elif problem.setting == "tie_breaks":
                card.order_errors.append(message)
            else:
                card.form.add_error(problem.setting if problem.setting in card.form.fields else None, message)

    @cached_property
    def are_fields_valid(self) -> bool:
        validity = [card.form.is_valid() and _all_valid(card.feeds) for card in self.cards]
        return bool(validity) and all(validity)

    @property
    def is_flow_valid(self) -> bool:
        return self.are_fields_valid and not any(card.has_problems for card in self.cards)

    @cached_property
    def stages(self) -> tuple[StageSettings, ...]:
        return tuple(card.settings for card in self.cards)


def _all_valid(stage_forms: Sequence[forms.Form]) -> bool:
    """Validate every form, so that each shows its errors."""
    return sum(not form.is_valid() for form in stage_forms) == 0


def _fields_of(card: StageCard) -> Iterator[forms.Field]:
    yield from (field for name, field in card.form.fields.items() if name != "name")
    for feed in card.feeds:
        yield from feed.fields.values()


def _tie_break_card(step_id: str) -> TieBreakCard:
    step, language = STEPS[step_id], get_language() or "tr"
    return TieBreakCard(step_id, step.name.in_language(language), step.explanation.in_language(language))


def _capitalized(text: str) -> str:
    """In Turkish i becomes İ."""
    first = "İ" if text[0] == "i" and (get_language() or "tr").startswith("tr") else text[0].upper()
    return first + text[1:]
