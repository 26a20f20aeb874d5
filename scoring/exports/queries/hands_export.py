from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.hands import Opening
from rules.seat_events import SeatEventKind
from rules.standings.matches import hand_numbers
from scoring.enums import EntryKind
from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.models import EntrySeat, EntrySeatEvent, Hand, Match
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from scoring.statistics.statistics_labels import opening_name
from tournaments.models import Entrant, Player, Tournament
from tournaments.naming.names import join_sides
from tournaments.spreadsheets.table_writer import Cell, Sheet

MATCHES_AT_ONCE: Final = 200
SEATS, SEAT_COLUMNS = 4, 5


@dataclass(frozen=True, slots=True)
class _Hand:
    deal: int
    counts: bool
    entry: int
    void: bool
    version: int
    kind: str
    received_at: datetime

    @property
    def origin_cells(self) -> list[Cell]:
        return [self.version, str(EntryKind(self.kind).label), localtime(self.received_at)]


def hands_sheet(tournament: Tournament) -> Sheet:
    """Return a row per hand, void and uncounted ones too, not withdrawn ones; read while it is written.

    Real names: for organizers only.
    """
    seats = [
        head % {"number": number}
        for number in range(1, SEATS + 1)
        for head in (
            _("Side of player %(number)s"),
            pgettext("head of a column", "Player %(number)s"),
            _("Opening of player %(number)s"),
            _("Points of player %(number)s"),
            _("Infractions of player %(number)s"),
        )
    ]
    heads = [
        _("Stage"),
        _("Round"),
        _("Group"),
        _("Table"),
        _("Entrants"),
        _("Match"),
        _("Deal"),
        _("Hand"),
        _("Counts"),
        *seats,
        _("Version"),
        pgettext("how a version of a hand came about", "Source"),
        _("Recorded"),
    ]
    return Sheet(pgettext("of a whole tournament", "Hands"), heads, _hand_rows(tournament))


def _hand_rows(tournament: Tournament) -> Iterator[list[Cell]]:
    """Yield a row per hand, also void, by match and deal, with full names."""
    context = read_tournament_context(tournament.public_id)
    names = {pk: full or name for pk, name, full in _entrant_names(tournament)}
    players: dict[int, str] = {}
    unknown_opening = _label_of_unknown_opening(tournament)
    last = 0
    while matches := list(_matches(tournament, last)):
        hands, seats = _played_hands(matches), _seat_cells(matches, players, unknown_opening)
        for match in matches:
            yield from _match_rows(context, match, names, hands[match.pk], seats)
        last = matches[-1].pk


def _entrant_names(tournament: Tournament) -> QuerySet[Entrant, tuple[int, str, str]]:
    return tournament.entrants.values_list("pk", "name", "full_name")


def _matches(tournament: Tournament, after: int) -> QuerySet[Match]:
    matches = Match.objects.filter(encounter__stage__tournament=tournament, pk__gt=after)
    matches = matches.select_related("encounter__group", "encounter__table")
    return matches.prefetch_related("encounter__sides").order_by("pk")[:MATCHES_AT_ONCE]


def _played_hands(matches: Sequence[Match]) -> Mapping[int, Sequence[_Hand]]:
    """Return hands by the match's key in order of deals, also void, without withdrawn ones."""
    columns = (
        "deal",
        "counts",
        "current",
        "current__void",
        "current__version",
        "current__kind",
        "current__received_at",
    )
    hands: defaultdict[int, list[_Hand]] = defaultdict(list)
    rows = Hand.objects.played().filter(match__in=[match.pk for match in matches]).order_by("match", "deal")
    for match, *row in rows.values_list("match", *columns):
        hands[match].append(_Hand(*row))
    return hands


def _label_of_unknown_opening(tournament: Tournament) -> str:
    game = game_of_rules(rules_of(tournament.rule_book))
    return pgettext("opening", "not asked") if SeatEventKind.OPENED in game.counted_event_kinds else ""


def _seat_cells(
    matches: Sequence[Match], players: dict[int, str], unknown_opening: str
) -> Mapping[int, Sequence[Cell]]:
    """Return each seat's side, player, opening, points, infractions, in one flat list by the version's key.

    The opening is `unknown_opening` if a hand that isn't void reports neither an opening nor its lack. Adds
    missing names to `players`.
    """
    seated = EntrySeat.objects.filter(entry__current_of__match__in=[match.pk for match in matches])
    opened = EntrySeatEvent.objects.filter(seat=OuterRef("pk"), kind=SeatEventKind.OPENED)
    asked = Case(When(Q(opening=Opening.NONE, entry__void=False), then=Exists(opened)), default=Value(True))
    columns = ("entry", "side", "player", "opening", "points", "infractions", "asked")
    rows = list(seated.annotate(asked=asked).order_by("entry", "seat", "pk").values_list(*columns))
    missing = {row[2] for row in rows} - players.keys()
    names = Player.objects.filter(pk__in=missing).values_list("pk", "name", "full_name")
    players |= {pk: full or name for pk, name, full in names}
    openings = {opening: opening_name(opening) if opening else "" for opening in {row[3] for row in rows}}
    seats: defaultdict[int, list[Cell]] = defaultdict(list)
    for entry, side, player, opening, points, infractions, is_asked in rows:
        opening_cell = openings[opening] if is_asked else unknown_opening
        seats[entry] += [side, players[player], opening_cell, points, infractions]
    return seats


def _match_rows(
    context: TournamentContext,
    match: Match,
    names: Mapping[int, str],
    hands: Sequence[_Hand],
    seats: Mapping[int, Sequence[Cell]],
) -> Iterator[list[Cell]]:
    """Yield a row per hand; `seats` are by version, cells of missing seats are empty."""
    encounter = match.encounter
    place: list[Cell] = [
        context.stage(encounter.stage_id).name,
        encounter.round,
        encounter.group.name if encounter.group else "",
        encounter.table.number if encounter.table else None,
        join_sides(names.get(side.entrant_id or 0, "") for side in encounter.sides_in_order),
        match.number,
    ]
    counts = match.counts and encounter.annulled_at is None
    for hand, number in zip(hands, hand_numbers([hand.void for hand in hands]), strict=True):
        cells = list(seats.get(hand.entry, ()))
        empty = [None] * (SEATS * SEAT_COLUMNS - len(cells))
        yield [*place, hand.deal, number, _cell(hand, counts=counts), *cells, *empty, *hand.origin_cells]


def _cell(hand: _Hand, *, counts: bool) -> str:
    if hand.void:
        return _("no, void hand")
    return _("yes") if counts and hand.counts else _("no")
