from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from django.db.models import Q

from scoring.queries.bracket.board import (
    MAX_ROWS_SHOWN_WHOLE,
    Board,
    board_section,
    build_boards,
    last_rounds,
    rows_to_sections,
)
from scoring.queries.bracket.sections import LAST, WHOLE, BracketView, Section, bracket_view
from scoring.queries.bracket.stage_brackets import StageBracket, drawn_bracket, read_codes
from scoring.queries.bracket.thumbnail import draw_states
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.round_names import RoundKey, RoundName
from scoring.queries.tournament_context import StageContext
from tournaments.enums import EncounterState, Part
from tournaments.models import Encounter, Entrant

MAX_ROWS_ON_A_PAGE: Final = 256
"""Brackets with more first-round ties are never shown whole."""


@dataclass(frozen=True)
class SectionSelection:
    stage: StageContext
    names: Mapping[RoundKey, RoundName]
    encounter_filter: Q
    large_bracket: LargeBracket | None = None
    address: str = WHOLE

    def bracket(self, listings: Sequence[EncounterListing]) -> StageBracket:
        codes = None if self.address == WHOLE else read_codes(self.stage.stage, listings)
        return drawn_bracket(self.stage, listings, self.names, codes)

    def boards(self, bracket: StageBracket) -> list[Board]:
        """Empty for the whole bracket."""
        if self.large_bracket is None or self.address == WHOLE:
            return []
        first, *other_boards = build_boards(bracket)
        if self.address == LAST:
            return [last_rounds(first, self.large_bracket.section_count), *other_boards]
        return [board_section(first, int(self.address), self.large_bracket.section_count)]

    def build_view(
        self, bracket: StageBracket, *, requested: str, near_entrant: Entrant | None
    ) -> BracketView:
        if self.large_bracket is None:
            return bracket_view(bracket, requested=requested, near_entrant=near_entrant)
        whole_fits = self.large_bracket.rows <= MAX_ROWS_ON_A_PAGE
        boards = self.boards(bracket) or build_boards(bracket)
        return BracketView(bracket, boards, self.large_bracket.choices, self.address, whole_fits)


@dataclass(frozen=True)
class LargeBracket:
    """States of the main bracket by round; None for an empty place."""

    states: Mapping[int, Sequence[str | None]]

    @property
    def rows(self) -> int:
        return max(len(column) for column in self.states.values())

    @property
    def section_count(self) -> int:
        return rows_to_sections(self.rows)

    @property
    def addresses(self) -> list[str]:
        return [*(str(number) for number in range(1, self.section_count + 1)), LAST]

    @property
    def choices(self) -> list[Section]:
        return [self._section_at(address) for address in self.addresses]

    def _section_at(self, address: str) -> Section:
        """Return the section at a number or LAST; `playing` counts its encounters in play."""
        columns = self.columns(address)
        states = [state for column in columns for state in column if state is not None]
        return Section(
            address=address,
            number=None if address == LAST else int(address),
            playing=states.count(EncounterState.PLAYING),
            open=any(state != EncounterState.DECIDED for state in states),
            thumbnail=draw_states(columns),
        )

    def columns(self, address: str) -> list[Sequence[str | None]]:
        if address == LAST:
            return [column for column in self.states.values() if len(column) <= self.section_count]
        parts = [self._part(column, int(address)) for column in self.states.values()]
        return [part for part in parts if part]

    def _part(self, column: Sequence[str | None], number: int) -> Sequence[str | None]:
        share = len(column) // self.section_count
        return column[share * (number - 1) : share * number]

    def current_address(self) -> str:
        choices = self.choices
        playing = [section_.address for section_ in choices if section_.playing]
        undecided = [section_.address for section_ in choices if section_.open]
        return [*playing, *undecided, LAST][0]

    def encounter_filter(self, address: str) -> Q:
        """Select encounters of a section: number, WHOLE, or LAST (late rounds, all but the main bracket)."""
        if address == WHOLE:
            return Q()
        if address == LAST:
            late = [number for number, column in self.states.items() if len(column) <= 2 * self.section_count]
            return Q(part=Part.MAIN, round__in=late) | ~Q(part=Part.MAIN)
        encounters = Q()
        for number, column in self.states.items():
            rounds_share = len(column) / self.section_count
            first = int(rounds_share * (int(address) - 1))
            until = first + max(1, int(rounds_share))
            encounters |= Q(part=Part.MAIN, round=number, position__gte=first, position__lt=until)
        return encounters

    def address_of_position(self, position: int) -> str:
        return str(position * self.section_count // self.rows + 1)


def select_section(
    stage: StageContext,
    names: Mapping[RoundKey, RoundName],
    *,
    requested: str = "",
    shown_entrants: Collection[UUID] = (),
    followed_entrants: Collection[UUID] = (),
) -> SectionSelection:
    """Select encounters of a drawn bracket to read.

    The section is the requested one, else where an entrant (public ids) begins, else in play. Includes all
    encounters of the first entrants and their feeders. Large brackets take one or two queries.
    """
    whole_stage = SectionSelection(stage, names, Q(stage=stage.stage))
    large_bracket = _large_bracket(stage, names)
    if large_bracket is None:
        return whole_stage
    address = (
        requested
        if requested in (WHOLE, *large_bracket.addresses)
        else _address_of_first(stage, large_bracket, [*shown_entrants, *followed_entrants])
    )
    encounters = large_bracket.encounter_filter(address or large_bracket.current_address())
    if shown_entrants and encounters:
        of_entrants = Encounter.objects.filter(
            stage=stage.stage, sides__entrant__public_id__in=shown_entrants
        ).order_by()
        feeders = Encounter.objects.filter(feeds__encounter__in=of_entrants.values("pk")).order_by()
        encounters |= Q(pk__in=of_entrants.values("pk")) | Q(pk__in=feeders.values("pk"))
    return replace(
        whole_stage,
        encounter_filter=Q(stage=stage.stage) & encounters,
        large_bracket=large_bracket,
        address=address or large_bracket.current_address(),
    )


def _address_of_first(
    stage: StageContext, large_bracket: LargeBracket, entrants: Collection[UUID]
) -> str | None:
    """Return the section where the first of `entrants` (public ids) in the first round starts, else None."""
    if not entrants:
        return None
    first = Encounter.objects.not_annulled().filter(
        stage=stage.stage,
        part=Part.MAIN,
        round=min(large_bracket.states),
        sides__entrant__public_id__in=entrants,
    )
    positions = first.order_by("position").values_list("sides__entrant__public_id", "position")
    places = dict(positions)
    return next(
        (large_bracket.address_of_position(places[entrant]) for entrant in entrants if entrant in places),
        None,
    )


def _large_bracket(stage: StageContext, names: Mapping[RoundKey, RoundName]) -> LargeBracket | None:
    """Read states of the main bracket's encounters; None if no bracket or small enough to show whole."""
    main_names = {
        key: name for key, name in names.items() if key[0] == stage.stage.pk and name.part == Part.MAIN
    }
    if not stage.stage.bracket or not main_names:
        return None
    sizes = {key[2]: 1 << (name.round_count - name.number) for key, name in main_names.items()}
    if max(sizes.values()) <= MAX_ROWS_SHOWN_WHOLE:
        return None
    states: dict[int, list[str | None]] = {number: [None] * sizes[number] for number in sorted(sizes)}
    drawn = Encounter.objects.not_annulled().filter(stage=stage.stage, part=Part.MAIN).order_by("pk")
    for number, position, state in drawn.values_list("round", "position", "state"):
        states[number][position] = state
    return LargeBracket(states)
