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
    frame: TournamentContext, *, kinds: Sequence[str], held: str, clock: bool, at: datetime
) -> Show:
    """Return the slides, in a constant number of queries; else the welcome slide."""
    listings = every_listing_of(frame.tournament)
    now = SlideInputs(frame, listings, read_current_round(frame, listings), clock, at)
    wanted = [*kinds, *([held] if held and held not in kinds else [])]
    if held != SlideKind.GROUPS and not _groups_matter(now):
        wanted = [kind for kind in wanted if kind != SlideKind.GROUPS]
    if now.over:
        wanted = [kind for kind in wanted if kind not in OF_PLAY]
    slides = list(chain.from_iterable(_numbered(_READ[kind](now)) for kind in wanted))
    return Show(slides or _welcome(now), now.moment)


def _numbered(slides: Sequence[Slide]) -> list[Slide]:
    pages = slides[:MOST_PAGES]
    return [replace(slide, number=number, of=len(pages)) for number, slide in enumerate(pages, start=1)]


def _groups_matter(now: SlideInputs) -> bool:
    """Return whether standings matter: until a stage without them starts, and at the end."""
    return now.finished or now.moment is None or now.moment.stage.stage.tabular


def _notices(now: SlideInputs) -> list[Slide]:
    up = Notice.objects.filter(tournament=now.frame.tournament).up(now.at)
    return [Slide(SlideKind.NOTICE, notice) for notice in up]


def _welcome(_now: SlideInputs) -> list[Slide]:
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
