"""Takes three queries for any number of matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.lookups import GreaterThan

from rules.standings.matches import hand_numbers
from scoring.enums import CallState
from scoring.ledger.sealing import seal_of_hands
from scoring.models import Call, Confirmation, Hand, Match
from tournaments.clock_tolerance import is_recent
from tournaments.enums import Agreement
from tournaments.models import Tournament
from tournaments.models.aggregate_subqueries import newest_subquery
from tournaments.models.stage import letters_of


class MatchState(Enum):
    """open → provisional → agreed, or final after the protest window; a correction leads back."""

    OPEN = "open"
    PROVISIONAL = "provisional"
    AGREED = "agreed"
    FINAL = "final"


@dataclass(frozen=True)
class MatchAgreement:
    """`confirmed` has each side's furthest confirmation, `outdated` the last that a change made invalid.

    `numbers` are of its hands by deal, and of the next.
    """

    match: Match
    letters: Sequence[str]
    state: MatchState
    hashes: Sequence[str]
    numbers: Sequence[int]
    confirmed: Mapping[str, Confirmation]
    outdated: Mapping[str, Confirmation]
    last_change: datetime
    window_ends: datetime | None
    protests: Sequence[Call]

    @property
    def of_four(self) -> bool:
        return len(self.letters) > 2  # noqa: PLR2004 - two sides

    @property
    def open(self) -> bool:
        return self.state is MatchState.OPEN

    @property
    def provisional(self) -> bool:
        return self.state is MatchState.PROVISIONAL

    @property
    def agreed(self) -> bool:
        return self.state is MatchState.AGREED

    @property
    def final(self) -> bool:
        return self.state in (MatchState.AGREED, MatchState.FINAL)

    @property
    def closes_at(self) -> datetime | None:
        """Without a protest, when it becomes final by itself."""
        return self.window_ends if self.provisional and not self.protests else None

    @property
    def deals(self) -> int:
        return len(self.hashes)

    @property
    def seal(self) -> str:
        return seal_of_hands(self.hashes)

    def seal_of_first_deals(self, deals: int) -> str | None:
        return seal_of_hands(self.hashes[:deals]) if 1 <= deals <= self.deals else None

    def deals_confirmed(self, side: str) -> int:
        return self.confirmed[side].deal if side in self.confirmed else 0

    def is_confirmed_by(self, side: str) -> bool:
        return 0 < self.deals == self.deals_confirmed(side)

    @property
    def deals_agreed(self) -> int:
        return min(self.deals_confirmed(side) for side in self.letters)

    @property
    def confirmed_on_one_device(self) -> bool:
        devices = {confirmation.device_id for confirmation in self.confirmed.values()}
        return len(self.confirmed) == len(self.letters) and len(devices) == 1 and devices != {""}

    @property
    def mark(self) -> EncounterMark:
        return EncounterMark(self.provisional, bool(self.protests))

    @property
    def protested_hands(self) -> list[tuple[Call, int]]:
        """A withdrawn hand has the next number."""
        return [
            (call, self.numbers[min(call.hand.deal - 1, self.deals)]) for call in self.protests if call.hand
        ]

    @property
    def protested_deals(self) -> set[int]:
        return {call.hand.deal for call in self.protests if call.hand}


@dataclass(frozen=True)
class EncounterMark:
    provisional: bool
    protested: bool


def read_agreements(
    matches: QuerySet[Match], *, tournament: Tournament, at: datetime
) -> dict[int, MatchAgreement]:
    """Return agreements by match's key, without matches that have no hand."""
    hands = _read_hands(matches)
    if not hands:
        return {}
    confirmations = _read_confirmations(matches)
    protests = _read_open_protests(matches)
    return {
        pk: _build_agreement(match_hands, confirmations[pk], protests[pk], tournament=tournament, at=at)
        for pk, match_hands in hands.items()
    }


def read_tournament_agreements(tournament: Tournament, *, at: datetime) -> list[MatchAgreement]:
    matches = Match.objects.filter(encounter__stage__tournament=tournament, counts=True)
    return list(read_agreements(matches, tournament=tournament, at=at).values())


def read_encounter_marks(
    tournament: Tournament, *, at: datetime, encounters: Collection[int] | None = None
) -> dict[int, EncounterMark]:
    """By primary key, of encounters that need one."""
    matches = Match.objects.filter(encounter__stage__tournament=tournament, counts=True)
    if encounters is not None:
        matches = matches.filter(encounter__in=encounters)
    candidates = matches.filter(_may_need_mark(tournament, at=at))
    return build_encounter_marks(list(read_agreements(candidates, tournament=tournament, at=at).values()))


def _may_need_mark(tournament: Tournament, *, at: datetime) -> Q:
    protests = Call.objects.filter(hand__match=OuterRef("pk")).exclude(side="")
    protested = Q(Exists(protests.exclude(state=CallState.CLOSED)))
    if tournament.agreement == Agreement.NOTHING:
        return protested
    window = timedelta(minutes=tournament.protest_minutes)
    return protested | Q(Q(winner__isnull=False), hands_changed_since(at - window))


def hands_changed_since(moment: datetime) -> GreaterThan:
    """With a set of recent versions PostgreSQL would scan the hands of all tournaments."""
    hands = Hand.objects.played().filter(match=OuterRef("pk"))
    return GreaterThan(newest_subquery(hands, "current__received_at"), moment)


def build_encounter_marks(agreements: Sequence[MatchAgreement]) -> dict[int, EncounterMark]:
    provisional = {agreement.match.encounter_id for agreement in agreements if agreement.provisional}
    protested = {agreement.match.encounter_id for agreement in agreements if agreement.protests}
    return {pk: EncounterMark(pk in provisional, pk in protested) for pk in provisional | protested}


def _build_agreement(
    hands: Sequence[Hand],
    confirmations: Sequence[Confirmation],
    protests: Sequence[Call],
    *,
    tournament: Tournament,
    at: datetime,
) -> MatchAgreement:
    match, current = hands[0].match, [hand.current for hand in hands if hand.current]
    hashes = [entry.hash for entry in current]
    valid = [
        confirmation
        for confirmation in confirmations
        if confirmation.seal == seal_of_hands(hashes[: confirmation.deal])
    ]
    confirmed = {
        confirmation.side: confirmation
        for confirmation in sorted(valid, key=lambda confirmation: confirmation.deal)
    }
    last_confirmations = {confirmation.side: confirmation for confirmation in confirmations}
    last_change = max(entry.received_at for entry in current)
    decided = match.winner is not None
    window = timedelta(minutes=tournament.protest_minutes)
    window_ends = last_change + window if decided else None
    window_over = tournament.agreement == Agreement.NOTHING or not is_recent(
        last_change, at=at, within=window
    )
    letters = letters_of(str(hands[0].stage_kind))  # type: ignore[attr-defined]  # annotated in _hands
    agreed = decided and all(
        letter in confirmed and confirmed[letter].deal == len(hashes) for letter in letters
    )
    return MatchAgreement(
        match=match,
        letters=letters,
        state=_match_state(decided=decided, protested=bool(protests), agreed=agreed, window_over=window_over),
        hashes=hashes,
        numbers=hand_numbers([*(entry.void for entry in current), False]),
        confirmed=confirmed,
        outdated={
            side: confirmation
            for side, confirmation in last_confirmations.items()
            if confirmation not in valid
        },
        last_change=last_change,
        window_ends=window_ends,
        protests=protests,
    )


def _match_state(*, decided: bool, protested: bool, agreed: bool, window_over: bool) -> MatchState:
    if not decided:
        return MatchState.OPEN
    if protested:
        return MatchState.PROVISIONAL
    if agreed:
        return MatchState.AGREED
    return MatchState.FINAL if window_over else MatchState.PROVISIONAL


def _read_hands(matches: QuerySet[Match]) -> dict[int, list[Hand]]:
    """Return hands by the match's key, in order of deals, also void, without withdrawn ones.

    Only the fields that agreements need are loaded; `stage_kind` is annotated.
    """
    rows = (
        Hand.objects.played()
        .filter(match__in=_match_keys(matches))
        .select_related("match", "current")
        .only("deal", "match", "current__hash", "current__void", "current__received_at")
        .annotate(stage_kind=F("match__encounter__stage__kind"))
        .order_by("match", "deal")
    )
    hands: dict[int, list[Hand]] = defaultdict(list)
    for hand in rows:
        hands[hand.match_id].append(hand)
    return hands


def _read_confirmations(matches: QuerySet[Match]) -> dict[int, list[Confirmation]]:
    confirmations: dict[int, list[Confirmation]] = defaultdict(list)
    rows = Confirmation.objects.filter(match__in=_match_keys(matches)).select_related("player").order_by("pk")
    for confirmation in rows:
        confirmations[confirmation.match_id].append(confirmation)
    return confirmations


def _read_open_protests(matches: QuerySet[Match]) -> dict[int, list[Call]]:
    protests: dict[int, list[Call]] = defaultdict(list)
    calls = Call.objects.filter(hand__match__in=_match_keys(matches)).exclude(side="")
    for call in calls.exclude(state=CallState.CLOSED).select_related("hand").order_by("pk"):
        if call.hand:
            protests[call.hand.match_id].append(call)
    return protests


def _match_keys(matches: QuerySet[Match]) -> QuerySet[Match, int]:
    return matches.order_by().values_list("pk", flat=True)
