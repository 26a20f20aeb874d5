from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Table, TableStyle

from scoring.paper.pdf.medals import Medal
from scoring.paper.pdf.resume.resume_style import (
    CHAMPION,
    GREEN_LABEL,
    SMALL,
    SOFT,
    STRONG,
    WIDTH,
    paragraph,
)
from scoring.paper.queries.results_paper import Results
from tournaments.models import Entrant

MEDAL, MAIN = 13 * mm, 0.52 * WIDTH


def podium(results: Results) -> Iterator[Flowable]:
    """Yield the champion, beside the second and third; nothing before there is a champion."""
    context = results.tournament_context
    champion = context.tournament.champion
    if champion is None:
        return
    first = [
        paragraph(" · ".join(filter(None, (gettext("Champion"), context.provisional_note))), GREEN_LABEL),
        paragraph(champion.marked_name, CHAMPION),
        *_players(results, champion),
    ]
    others = [
        (Medal(record.medal, 6 * mm), _entrant(results, record.entrant))
        for record in results.final_records
        if record.medal and record.entrant != champion
    ]
    box = [[Medal(1, 11 * mm), first, _runners_up(others)]]
    yield Table(
        box,
        colWidths=[MEDAL + 4 * mm, MAIN - 4 * mm, WIDTH - MEDAL - MAIN],
        style=_box_style(),
        hAlign="LEFT",
    )


def _players(results: Results, entrant: Entrant) -> list[Flowable]:
    if results.tournament_context.singles:
        return []
    names = player_names(entrant)
    return [paragraph(names, SMALL)] if names else []


def player_names(entrant: Entrant) -> str:
    """Prefetch `roster__player`."""
    roster = sorted(entrant.roster.all(), key=lambda row: row.place)
    return ", ".join(row.player.name for row in roster)


def _entrant(results: Results, entrant: Entrant) -> list[Flowable]:
    return [paragraph(entrant.marked_name, STRONG), *_players(results, entrant)]


def _runners_up(rows: list[tuple[Medal, list[Flowable]]]) -> list[Flowable]:
    if not rows:
        return []
    style = TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ]
    )
    width = WIDTH - MEDAL - MAIN - 12 - 9 * mm
    return [Table([list(row) for row in rows], colWidths=[9 * mm, width], style=style, hAlign="LEFT")]


def _box_style() -> TableStyle:
    return TableStyle(
        [
            ("BACKGROUND", (0, 0), (-1, -1), SOFT),
            ("ROUNDEDCORNERS", [8, 8, 8, 8]),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("ALIGN", (0, 0), (0, 0), "CENTER"),
            ("TOPPADDING", (0, 0), (-1, -1), 9),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 10),
            ("LEFTPADDING", (0, 0), (-1, -1), 6),
            ("RIGHTPADDING", (0, 0), (-1, -1), 6),
        ]
    )
