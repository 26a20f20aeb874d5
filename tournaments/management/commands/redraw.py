from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandParser
from django.db.models import Q, QuerySet
from django.utils import translation

from tournaments.draws.domain.redraw import Difference, LotCheck, RedrawResult, check_lot, redraw
from tournaments.enums import DrawMethod
from tournaments.formats.drawing import DrawResult
from tournaments.formats.group_sizes import group_name
from tournaments.models import Draw, TieDecision, Tournament
from tournaments.naming.invisible_characters import escape_for_terminal

EXIT_DIFFERENT = 1
EXIT_USAGE = 2

LABELS = {
    Difference.UNREADABLE: "the record can't be read",
    Difference.DRAWN: "drawn again it gives something else",
    Difference.GROUPS: "other groups are stored",
    Difference.SEATS: "others sit in the stored encounters",
    Difference.BRACKET: "stored encounters lead elsewhere than the format says",
    Difference.SEED: "the seeds differ",
    Difference.LOG: "the log describes another draw",
    Difference.NOT_LOGGED: "the log has no row of it",
}


class Command(BaseCommand):
    """`redraw [--check] [TOURNAMENT…]`: exit with 1 on differences."""

    requires_system_checks: list[str] = []
    help = "Draw again what was drawn, from its recorded inputs; --check only compares."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournaments", nargs="*", metavar="TOURNAMENT")
        parser.add_argument("--check", action="store_true", help="compare only; print no drawn result")

    def handle(self, *, tournaments: Sequence[str], check: bool, **_options: Any) -> None:
        """Repeat draws; print a line for each and, without `check`, what was drawn. Lots only get a line.

        Exit with EXIT_USAGE for an unknown id, else with EXIT_DIFFERENT if any differs.
        """
        redrawn = [redraw(draw) for draw in self._draws(tournaments)]
        with translation.override("en"):
            for draw_check in redrawn:
                self.stdout.write(escape_for_terminal(_line(draw_check)))
                if not check and draw_check.repeated_draw is not None:
                    self.stdout.write(
                        escape_for_terminal("\n".join(_result(draw_check.draw, draw_check.repeated_draw)))
                    )
            lots = [check_lot(decision) for decision in _lots(tournaments)]
            for lot in lots:
                self.stdout.write(escape_for_terminal(_line_of_lot(lot)))
        if any(draw_check.differences for draw_check in redrawn) or any(lot.differences for lot in lots):
            sys.exit(EXIT_DIFFERENT)

    def _draws(self, tournaments: Sequence[str]) -> QuerySet[Draw]:
        draws = Draw.objects.select_related("stage__tournament").order_by("stage__tournament", "pk")
        if not tournaments:
            return draws
        for public_id in tournaments:
            if not _tournament_exists(public_id):
                self.stderr.write(f"no tournament has the id {public_id}")
                sys.exit(EXIT_USAGE)
        return draws.filter(stage__tournament__public_id__in=tournaments)


def _lots(tournaments: Sequence[str]) -> QuerySet[TieDecision]:
    lots = TieDecision.objects.exclude(seed="").order_by("pk")
    lots = lots.select_related("group__stage__tournament", "stage__tournament")
    if not tournaments:
        return lots
    in_group = Q(group__stage__tournament__public_id__in=tournaments)
    return lots.filter(in_group | Q(stage__tournament__public_id__in=tournaments))


def _tournament_exists(public_id: str) -> bool:
    try:
        return Tournament.objects.filter(public_id=public_id).exists()
    except ValidationError:
        return False


def _line(redrawn: RedrawResult) -> str:
    draw = redrawn.draw
    label = f"{draw.stage.tournament.public_id} stage {draw.stage.position}"
    if draw.round:
        label += f" round {draw.round}"
    method = draw.method + (f" seed {draw.seed}" if draw.seed else "")
    if draw.seed and redrawn.seeds.offered is not None:
        method += " as offered" if redrawn.seeds.offered else " chosen, not as offered"
    return f"{label} {draw.drawn_at.isoformat(timespec='seconds')} {method}: {_verdict(redrawn)}"


def _line_of_lot(checked_lot: LotCheck) -> str:
    decision, stage = checked_lot.decision, checked_lot.stage
    label = f"{stage.tournament.public_id} stage {stage.position} lot"
    at = decision.decided_at.isoformat(timespec="seconds")
    verdict = _describe_differences(checked_lot) if checked_lot.differences else "the same"
    return f"{label} {at} seed {decision.seed}: {verdict}"


def _describe_differences(check: RedrawResult | LotCheck) -> str:
    seeds = {"page": check.seeds.published, "draw": check.seeds.used, "log": check.seeds.logged}
    values = ", ".join(f"{place} {seed!r}" for place, seed in seeds.items() if seed is not None)
    labels = LABELS | {Difference.SEED: f"{LABELS[Difference.SEED]} ({values})"}
    return "DIFFERS: " + ", ".join(labels[difference] for difference in check.differences)


def _verdict(redrawn: RedrawResult) -> str:
    if redrawn.differences:
        return _describe_differences(redrawn)
    by_hand = redrawn.draw.method == DrawMethod.BY_HAND
    same = "placed by hand, nothing to draw again" if by_hand else "the same"
    return f"{same}, taken back since" if redrawn.draw.undone_at else same


def _result(draw: Draw, result: DrawResult) -> Iterator[str]:
    names = {str(key): name for key, name in draw.stage.tournament.entrants.values_list("public_id", "name")}
    for number, ids in enumerate(result.groups):
        label = str(number + 1) if draw.round else group_name(number)
        yield f"  {label}: " + ", ".join(f"{names.get(entrant_id, '?')} ({entrant_id})" for entrant_id in ids)
    for seed, entrant_id in enumerate(result.order, start=1):
        yield f"  {seed}. {names.get(entrant_id, '?')} ({entrant_id})"
