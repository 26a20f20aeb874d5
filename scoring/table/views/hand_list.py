from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rules.localized_text import Text
from scoring.ledger.played_matches import HandPlay, MatchPlay
from scoring.ledger.rulebooks import report_of
from scoring.models import Entry, Match
from scoring.queries.agreement_status import read_agreements
from scoring.table.views.seat_labels import Seat
from scoring.table.views.table_access import at_table, show_refusal
from scoring.table.views.table_correction import correction_blocker, encounter_screen
from scoring.table.views.table_screen import TableScreen, match_totals
from scoring.table.views.version_comparison import charged_texts
from tournaments.log.actor import Actor
from tournaments.models import Table


@dataclass(frozen=True)
class HandRow:
    """Points and totals are by side, A first.

    `end_texts` describe the end in games that charge sides. `needless`: a correction ended the match
    before it.
    """

    match: int
    deal: int
    number: int
    entry: Entry
    points_and_totals: list[tuple[int, int]]
    end_texts: list[Text]
    finisher: Seat | None
    needless: bool

    @property
    def key(self) -> str:
        return f"{self.match}-{self.deal}"


@require_safe
@at_table
def list_hands(request: HttpRequest, table: Table, actor: Actor, encounter_id: UUID) -> HttpResponse:
    """List hands, marking `?corrected=`; a phone that may correct none gets 409."""
    screen = encounter_screen(table, actor, encounter_id)
    if (reason := correction_blocker(screen, actor)) is not None:
        return show_refusal(request, table, reason)
    rows = _rows(screen)
    context = screen.context(actor) | {
        "matches": [
            (
                match,
                rows[match.number],
                _totals(screen, match),
                correction_blocker(screen, actor, match.number) is None,
            )
            for match in screen.play.matches
        ],
        "corrected": request.GET.get("corrected"),
        "agreements": read_agreements(
            Match.objects.filter(encounter=screen.encounter, counts=True),
            tournament=table.tournament,
            at=timezone.now(),
        ),
    }
    return render(request, "scoring/table/hand_list.html", context)


def _totals(screen: TableScreen, match: MatchPlay) -> list[int]:
    totals = match_totals(match)
    return [totals.get(side.letter, 0) for side in screen.sides]


def _rows(screen: TableScreen) -> dict[int, list[HandRow]]:
    entries = Entry.objects.select_related("rule_book").in_bulk(
        [hand.entry_id for match in screen.play.matches for hand in match.hands]
    )
    return {match.number: _rows_of(screen, match, entries) for match in screen.play.matches}


def _rows_of(screen: TableScreen, match: MatchPlay, entries: dict[int, Entry]) -> list[HandRow]:
    return [
        _hand_row(screen, match, hand, number, entries[hand.entry_id])
        for hand, number in zip(match.hands, match.numbers, strict=True)
    ]


def _hand_row(screen: TableScreen, match: MatchPlay, hand: HandPlay, number: int, entry: Entry) -> HandRow:
    """Return a hand with each side's points and total after it, and texts on its end."""
    after = match.totals_before(hand.deal + 1)
    texts_by_side = {} if hand.void else charged_texts(screen, report_of(entry))
    return HandRow(
        match.number,
        hand.deal,
        number,
        entry,
        [(points, after[letter]) for letter, points in hand.totals.items()],
        [text for texts in texts_by_side.values() for text in texts],
        screen.seat(entry.report_data.get("finisher")),
        not hand.counts,
    )
