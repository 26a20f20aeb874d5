from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain

from scoring.enums import SlideKind
from scoring.models import Notice
from scoring.queries.current_round import read_current_round
from scoring.queries.encounters.encounter_cache import every_listing_of
from scoring.queries.tournament_context import TournamentContext
from scoring.screen.queries.bracket_slides import bracket_slides
from scoring.screen.queries.champion_slide import champion_slides
from scoring.screen.queries.group_slides import groups_slides
from scoring.screen.queries.hand_slide import hands_slides
from scoring.screen.queries.slide_capacity import MOST_PAGES
from scoring.screen.queries.slide_kinds import Show, Slide, SlideInputs
from scoring.screen.queries.table_slides import next_slides, tables_slides

OF_PLAY = {SlideKind.TABLES.value, SlideKind.NEXT.value, SlideKind.HANDS.value}
"""Kinds that end with the tournament, so that nothing past looks current."""


def read_show(
    context: TournamentContext, *, kinds: Sequence[str], pinned: str, clock: bool, at: datetime
) -> Show:
    """Return the slides, in a constant number of queries; else the welcome slide."""
    listings = every_listing_of(context.tournament)
    inputs = SlideInputs(context, listings, read_current_round(context, listings), clock, at)
    shown_kinds = [*kinds, *([pinned] if pinned and pinned not in kinds else [])]
    if pinned != SlideKind.GROUPS and not _groups_matter(inputs):
        shown_kinds = [kind for kind in shown_kinds if kind != SlideKind.GROUPS]
    if inputs.over:
        shown_kinds = [kind for kind in shown_kinds if kind not in OF_PLAY]
    slides = list(chain.from_iterable(_numbered(_READ[kind](inputs)) for kind in shown_kinds))
    return Show(slides or _welcome(inputs), inputs.moment)


def _numbered(slides: Sequence[Slide]) -> list[Slide]:
    pages = slides[:MOST_PAGES]
    return [replace(slide, number=number, of=len(pages)) for number, slide in enumerate(pages, start=1)]


def _groups_matter(inputs: SlideInputs) -> bool:
    """Return whether standings matter: until a stage without them starts, and at the end."""
    return inputs.finished or inputs.moment is None or inputs.moment.stage.stage.tabular


def _notices(inputs: SlideInputs) -> list[Slide]:
    up = Notice.objects.filter(tournament=inputs.frame.tournament).up(inputs.at)
    return [Slide(SlideKind.NOTICE, notice) for notice in up]


def _welcome(_inputs: SlideInputs) -> list[Slide]:
    return [Slide(SlideKind.WELCOME, None)]


_READ: Mapping[str, Callable[[SlideInputs], list[Slide]]] = {
    SlideKind.CHAMPION: champion_slides,
    SlideKind.NOTICE: _notices,
    SlideKind.TABLES: tables_slides,
    SlideKind.NEXT: next_slides,
    SlideKind.GROUPS: groups_slides,
    SlideKind.BRACKET: bracket_slides,
    SlideKind.HANDS: hands_slides,
    SlideKind.WELCOME: _welcome,
}
