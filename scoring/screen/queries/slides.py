from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain

from scoring.enums import SlideKind
from scoring.models import Notice
from scoring.queries.encounters.encounter_reader import read_all_listings
from scoring.queries.play_progress import read_current_round
from scoring.queries.tournament_context import TournamentContext
from scoring.screen.queries.bracket_slides import bracket_slides
from scoring.screen.queries.champion_slide import champion_slides
from scoring.screen.queries.group_slides import groups_slides
from scoring.screen.queries.hand_slide import hands_slides
from scoring.screen.queries.slide_capacity import MOST_PAGES
from scoring.screen.queries.slide_kinds import Slide, SlideInputs, SlideShow
from scoring.screen.queries.table_slides import next_slides, tables_slides

KINDS_DURING_PLAY = {SlideKind.TABLES.value, SlideKind.NEXT.value, SlideKind.HANDS.value}
"""Kinds that end with the tournament, so that nothing past looks current."""


def read_slide_show(
    context: TournamentContext, *, kinds: Sequence[str], pinned: str, clock: bool, at: datetime
) -> SlideShow:
    """Return slides that matter now, else the welcome slide; `clock` leaves room for one.

    `pinned` is added to `kinds`. Finished standings are left out unless pinned; after the end, slides about
    play always are.
    """
    listings = read_all_listings(context.tournament)
    inputs = SlideInputs(context, listings, read_current_round(context, listings), clock, at)
    shown_kinds = [*kinds, *([pinned] if pinned and pinned not in kinds else [])]
    if pinned != SlideKind.GROUPS and not _groups_matter(inputs):
        shown_kinds = [kind for kind in shown_kinds if kind != SlideKind.GROUPS]
    if context.tournament.is_over:
        shown_kinds = [kind for kind in shown_kinds if kind not in KINDS_DURING_PLAY]
    slides = list(chain.from_iterable(_number_slides(_READ[kind](inputs)) for kind in shown_kinds))
    return SlideShow(slides or _welcome(inputs), inputs.current_round)


def _number_slides(slides: Sequence[Slide]) -> list[Slide]:
    pages = slides[:MOST_PAGES]
    return [
        replace(slide, number=number, page_count=len(pages)) for number, slide in enumerate(pages, start=1)
    ]


def _groups_matter(inputs: SlideInputs) -> bool:
    """Until a stage without standings starts, and at the end."""
    return (
        inputs.has_champion or inputs.current_round is None or inputs.current_round.stage.stage.has_standings
    )


def _notices(inputs: SlideInputs) -> list[Slide]:
    up = Notice.objects.filter(tournament=inputs.tournament_context.tournament).visible_at(inputs.at)
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
