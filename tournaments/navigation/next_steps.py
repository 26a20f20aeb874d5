"""What is to be done next on the way to the first hand: enter, check, draw, print the codes, begin."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.enums import EntrantKind, TournamentState
from tournaments.models import Encounter, Tournament
from tournaments.stages.draw_checks import fewest_for
from tournaments.stages.stage_names import count_words
from tournaments.stages.stage_settings import stages_of

from .organizer_pages import Words

ENTER, CHECK, DRAW, PRINT, BEGIN = range(5)
NAMES: tuple[Words, ...] = (
    pgettext_lazy("step", "Enter"),
    pgettext_lazy("step", "Check"),
    gettext_lazy("Draw"),
    gettext_lazy("Table codes"),
    pgettext_lazy("step", "Begin"),
)


@dataclass(frozen=True)
class Way:
    """Where a step leads: the page by its key, a place on it, and the words of the button."""

    page: str
    words: str
    anchor: str = ""


@dataclass(frozen=True)
class NextStep:
    """The step that a tournament is at, what it says, and where it leads: the first way is the usual one."""

    place: int
    says: str
    ways: tuple[Way, ...]

    @property
    def number(self) -> int:
        return self.place + 1

    @property
    def steps(self) -> list[tuple[Words, str]]:
        """Every step by name, and whether it is `done`, `now` or `ahead`."""
        return [
            (name, "done" if place < self.place else "now" if place == self.place else "ahead")
            for place, name in enumerate(NAMES)
        ]


def next_step(tournament: Tournament, *, here: str) -> NextStep | None:
    """The next step for who looks at the page `here`; None once hands are entered, or nothing can be done.

    Three statements before the draw; one after it, and none once some hands are entered.
    """
    if tournament.cancelled or tournament.state == TournamentState.FINISHED:
        return None
    if tournament.state == TournamentState.OPEN:
        return _to_the_draw(tournament, here)
    return None if _begun(tournament) else _to_the_first_hand(tournament)


def _begun(tournament: Tournament) -> bool:
    if tournament.hands_told > 0:
        return True
    # The first hand of an encounter is told as more than a hand.
    return Encounter.objects.filter(stage__tournament=tournament, started_at__isnull=False).exists()


def _to_the_draw(tournament: Tournament, here: str) -> NextStep:
    counted = tournament.entrants.aggregate(listed=Count("pk"), here=Count("here_at"))
    listed, come = int(counted["listed"]), int(counted["here"])
    fewest = fewest_for(stages_of(tournament))
    singles = tournament.kind == EntrantKind.SINGLES
    if listed < fewest:
        asks = _("Enter who plays, or paste the whole list: at least %(fewest)s.")
        words = _("Enter players") if singles else _("Enter pairs")
        says = asks % {"fewest": count_words(fewest, tournament.kind)}
        return NextStep(ENTER, says, (Way("entries", words, anchor="paste"),))
    entered = {"entered": count_words(listed, tournament.kind)}
    draw, check = Way("draw", _("On to the draw")), Way("check_in", _("Check-in"))
    if here == "draw" or come == listed:
        return NextStep(DRAW, _("%(entered)s: look at the proposal, and draw.") % entered, (draw,))
    if come:
        missing = listed - come
        told = ngettext("%(count)s has not come yet.", "%(count)s have not come yet.", missing)
        return NextStep(CHECK, told % {"count": missing}, (check, draw))
    says = _("%(entered)s: is the list complete? Check-in marks who has come; you can do without.")
    return NextStep(CHECK, says % entered, (draw, check))


def _to_the_first_hand(tournament: Tournament) -> NextStep:
    if not tournament.codes_address:
        says = _("It is drawn. Print the table codes, and lay one on each table.")
        return NextStep(PRINT, says, (Way("codes", _("Print the codes")),))
    says = _("A phone at each table scans its code, and the first hand can be entered. Here you watch:")
    return NextStep(BEGIN, says, (Way("running", _("The evening")),))
