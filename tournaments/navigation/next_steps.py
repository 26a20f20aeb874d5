from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.enums import EntrantKind, TournamentState
from tournaments.models import Encounter, Tournament
from tournaments.stages.draw_checks import fewest_entrants_for
from tournaments.stages.stage_names import describe_entrant_count
from tournaments.stages.stage_settings import stages_of

from .organizer_pages import LabelText

ENTER, CHECK, DRAW, PRINT, BEGIN = range(5)
STEP_NAMES: tuple[LabelText, ...] = (
    pgettext_lazy("step", "Enter"),
    pgettext_lazy("step", "Check"),
    gettext_lazy("Draw"),
    gettext_lazy("Table codes"),
    pgettext_lazy("step", "Begin"),
)


@dataclass(frozen=True)
class StepLink:
    page: str
    link_text: str
    anchor: str = ""


@dataclass(frozen=True)
class NextStep:
    step_index: int
    message_text: str
    step_links: tuple[StepLink, ...]

    @property
    def number(self) -> int:
        return self.step_index + 1

    @property
    def steps(self) -> list[tuple[LabelText, str]]:
        """Each is `done`, `now` or `ahead`."""
        return [
            (name, "done" if place < self.step_index else "now" if place == self.step_index else "ahead")
            for place, name in enumerate(STEP_NAMES)
        ]


def next_step(tournament: Tournament, *, page_key: str) -> NextStep | None:
    """Return None once hands are entered, and for cancelled or finished tournaments.

    At most three queries before the draw, one after.
    """
    if tournament.is_over:
        return None
    if tournament.state == TournamentState.OPEN:
        return _step_before_draw(tournament, page_key)
    return None if _has_begun(tournament) else _step_before_first_hand(tournament)


def _has_begun(tournament: Tournament) -> bool:
    if tournament.hand_changes > 0:
        return True
    # `hand_changes` doesn't count the first hand of an encounter.
    return Encounter.objects.filter(stage__tournament=tournament, started_at__isnull=False).exists()


def _step_before_draw(tournament: Tournament, page_key: str) -> NextStep:
    """Ask for enough entrants, then check-in (optional, not on the draw's page), then the draw."""
    counts = tournament.entrants.aggregate(listed=Count("pk"), here=Count("checked_in_at"))
    listed, checked_in = int(counts["listed"]), int(counts["here"])
    min_entrants = fewest_entrants_for(stages_of(tournament))
    singles = tournament.kind == EntrantKind.SINGLES
    if listed < min_entrants:
        advice = _("Enter the players, or paste the whole list: at least %(fewest)s.")
        label = _("Enter players") if singles else _("Enter pairs")
        message = advice % {"fewest": describe_entrant_count(min_entrants, tournament.kind)}
        return NextStep(ENTER, message, (StepLink("entries", label, anchor="paste"),))
    entered_count = {"entered": describe_entrant_count(listed, tournament.kind)}
    draw, check = StepLink("draw", _("Go to the draw")), StepLink("check_in", _("Check-in"))
    if page_key == "draw" or checked_in == listed:
        return NextStep(DRAW, _("%(entered)s: check the proposal, and draw.") % entered_count, (draw,))
    if checked_in:
        missing = describe_entrant_count(listed - checked_in, tournament.kind)
        return NextStep(CHECK, _("%(count)s still missing.") % {"count": missing}, (check, draw))
    message = _("%(entered)s: is the list complete? Check-in marks who has arrived; it is optional.")
    return NextStep(CHECK, message % entered_count, (draw, check))


def _step_before_first_hand(tournament: Tournament) -> NextStep:
    if not tournament.codes_address:
        message = _("It is drawn. Print the table codes, and lay one on each table.")
        return NextStep(PRINT, message, (StepLink("codes", _("Print the codes")),))
    message = _(
        "A phone at each table scans its code, and the first hand can be entered. You follow it here:"
    )
    return NextStep(BEGIN, message, (StepLink("running", _("The evening")),))
