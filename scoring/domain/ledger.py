"""Writing hands: the first version of a deal, and its corrections. Exactly once, whatever the network does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from rules.problems import find_errors, find_warnings
from rules.reports import SEATS_PAIRS, HandReport, side_of
from rules.score import Score, score_hand
from scoring.enums import EntryKind
from scoring.models import Entry, EntrySeat, Hand, Match
from tournaments.domain import counter, log, progress
from tournaments.domain.actor import Actor
from tournaments.domain.refusals import Refused
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, EncounterSide

from . import decisions, feed, refusals
from .locks import lock_encounter, lock_with_later
from .play import EncounterPlay, HandPlay, MatchPlay, read_play
from .rulebooks import rules_of
from .sealing import seal


@dataclass(frozen=True)
class Recorded:
    """What is in the ledger now; `repeated` says that this very request had stored it before."""

    entry: Entry
    repeated: bool = False


@dataclass(frozen=True)
class _Draft:
    """What one request wants to write."""

    encounter: Encounter
    report: HandReport
    entry_key: str
    by: Actor
    at: datetime
    entered_at: datetime | None
    reason: str = ""


def record_hand(
    *,
    encounter: Encounter,
    match: int,
    deal: int,
    report: HandReport,
    entry_key: str,
    by: Actor,
    at: datetime,
    entered_at: datetime | None = None,
) -> Recorded:
    """Store a deal of a match (both counted from 1) and decide what follows from it.

    The same key with the same content gives the first result again. Raises HandRefused, DoubtsNotAccepted,
    HandAlreadyRecorded, EntryKeyReused, EncounterNotReady, EncounterIsDecided, MatchNotOpen, DealSkipped,
    WrongSeating, OtherRuleSet; then nothing was stored.
    """
    draft = _Draft(encounter, report, entry_key, by, at, entered_at)
    return _once(draft, lambda: _record(draft, match, deal))


def correct_hand(
    *,
    encounter: Encounter,
    match: int,
    deal: int,
    version: int,
    report: HandReport,
    reason: str,
    entry_key: str,
    by: Actor,
    at: datetime,
    let_stand: bool = False,
) -> Recorded:
    """Put a new version over version `version` of a deal, and decide anew what rests on it.

    `let_stand` leaves later encounters that have begun as they are. Raises what record_hand raises about the
    report, and NoSuchHand, ReasonMissing, HandChangedMeanwhile, DecidedByWalkover, LaterPlayRestsOnIt.
    """
    draft = _Draft(encounter, report, entry_key, by, at, None, reason.strip())
    return _once(draft, lambda: _correct(draft, match, deal, version, let_stand))


def _once(draft: _Draft, write: Callable[[], Entry]) -> Recorded:
    """Run a write; if it is refused because it was done before, answer with what it stored then."""
    try:
        with transaction.atomic():
            return Recorded(write())
    except (Refused, IntegrityError):
        earlier = Entry.objects.select_related("hand__match").filter(entry_key=draft.entry_key).first()
        if earlier is None:
            raise
    if earlier.report == draft.report.to_json() and earlier.hand.match.encounter_id == draft.encounter.pk:
        return Recorded(earlier, repeated=True)
    raise refusals.EntryKeyReused


def _record(draft: _Draft, match_number: int, deal: int) -> Entry:
    encounter = lock_encounter(draft.encounter)
    play = read_play(encounter)
    match = _open_match(encounter, play, match_number, deal)
    score = _judge(draft, encounter)
    if match.match_id is None:
        match.match_id = Match.objects.create(encounter=encounter, number=match.number).pk
        play.matches.append(match)
    if encounter.state == EncounterState.READY:
        progress.begin(encounter, at=draft.at)
    hand = Hand.objects.create(match_id=match.match_id, deal=deal)
    entry = _write(draft, encounter, hand, 1, score, play.last_hash.get(match.number, ""))
    match.hands.append(HandPlay(hand.pk, deal, entry.pk, 1, score.void, _totals(score)))
    _follow_up("hand_recorded", draft, encounter, play, entry, let_stand=False)
    return entry


def _correct(draft: _Draft, match_number: int, deal: int, version: int, let_stand: bool) -> Entry:
    encounter = lock_with_later(draft.encounter)
    play = read_play(encounter)
    match = play.match(match_number)
    if match is None or not 1 <= deal <= len(match.hands):
        raise refusals.NoSuchHand
    if encounter.decided_by == DecidedBy.WALKOVER:
        raise refusals.DecidedByWalkover
    if not draft.reason:
        raise refusals.ReasonMissing
    was = match.hands[deal - 1]
    if was.version != version:
        raise refusals.HandChangedMeanwhile(Entry.objects.get(pk=was.entry_id))
    score = _judge(draft, encounter)
    hand = Hand.objects.select_related("match").get(pk=was.hand_id)
    entry = _write(draft, encounter, hand, version + 1, score, play.last_hash[match.number])
    match.hands[deal - 1] = HandPlay(hand.pk, deal, entry.pk, version + 1, score.void, _totals(score))
    _follow_up("hand_corrected", draft, encounter, play, entry, let_stand=let_stand)
    return entry


def _open_match(encounter: Encounter, play: EncounterPlay, number: int, deal: int) -> MatchPlay:
    """The match that takes this deal now."""
    there = play.match(number)
    if there is not None and 1 <= deal <= len(there.hands):
        raise refusals.HandAlreadyRecorded(
            Entry.objects.select_related("hand__match").get(pk=there.hands[deal - 1].entry_id)
        )
    if encounter.state == EncounterState.PENDING:
        raise refusals.EncounterNotReady
    if encounter.state == EncounterState.DECIDED:
        raise refusals.EncounterIsDecided
    current = play.current
    if number != current.number:
        raise refusals.MatchNotOpen(match=number, current=current.number)
    if deal != current.next_deal:
        raise refusals.DealSkipped(deal=deal, expected=current.next_deal)
    return current


def _judge(draft: _Draft, encounter: Encounter) -> Score:
    """The score of the report by the tournament's rule book, unless it is refused or doubted."""
    report, rules = draft.report, rules_of(encounter.stage.tournament.rule_book)
    if report.rule_set not in (None, rules.id):
        raise refusals.OtherRuleSet(rule_set=rules.id)
    errors = find_errors(report, rules)
    if errors:
        raise refusals.HandRefused(errors)
    if set(report.seats) != set(SEATS_PAIRS):
        raise refusals.WrongSeating
    doubts = [doubt for doubt in find_warnings(report, rules) if doubt.code not in report.accepted]
    if doubts:
        raise refusals.DoubtsNotAccepted(doubts)
    return score_hand(report, rules)


def _write(
    draft: _Draft, encounter: Encounter, hand: Hand, version: int, score: Score, previous_hash: str
) -> Entry:
    book = encounter.stage.tournament.rule_book
    entry = Entry(
        hand=hand,
        version=version,
        entry_key=draft.entry_key,
        kind=EntryKind.REPORT,
        void=score.void,
        report=draft.report.to_json(),
        lines=_lines_as_text(score),
        multiplier=score.multiplier,
        rule_book=book,
        reason=draft.reason,
        user=draft.by.user,
        table_link=draft.by.table_link,
        device=draft.by.device,
        received_at=draft.at,
        entered_at=draft.entered_at,
        previous_hash=previous_hash,
    )
    seated = _seated_players(encounter)
    entry.hash = seal(
        entry,
        match=str(hand.match.public_id),
        deal=hand.deal,
        rule_book=book.digest,
        players={seat: public_id for seat, (_pk, public_id) in seated.items()},
    )
    entry.save(force_insert=True)
    points = score.by_seat()
    EntrySeat.objects.bulk_create(
        EntrySeat(
            entry=entry,
            seat=seat,
            side=side_of(seat),
            player_id=seated[seat][0],
            opening=said.opening.value,
            points=points[seat],
            infractions=sum(foul.count for foul in said.infractions),
        )
        for seat, said in draft.report.seats.items()
    )
    Hand.objects.filter(pk=hand.pk).update(current=entry)
    return entry


def _follow_up(
    action: str, draft: _Draft, encounter: Encounter, play: EncounterPlay, entry: Entry, *, let_stand: bool
) -> None:
    stage = encounter.stage
    feed.advance_ledger(stage)
    decisions.settle(encounter=encounter, play=play, let_stand=let_stand, by=draft.by, at=draft.at)
    after = {"entry": entry.public_id, "deal": entry.hand.deal, "version": entry.version}
    if let_stand:
        after["later_play_stands"] = True
    log.write(
        action,
        by=draft.by,
        at=draft.at,
        tournament=stage.tournament,
        subject=encounter.public_id,
        after=after,
    )
    counter.touch(stage.tournament)


def _seated_players(encounter: Encounter) -> dict[str, tuple[int, str]]:
    """Primary key and public id of the player on each seat."""
    rows = (
        EncounterSide.objects.filter(encounter=encounter)
        .order_by("letter", "entrant__roster__place")
        .values_list(
            "letter",
            "swapped",
            "entrant__roster__place",
            "entrant__roster__player_id",
            "entrant__roster__player__public_id",
        )
    )
    return {
        f"{letter}{3 - place if swapped else place}": (player, str(public_id))
        for letter, swapped, place, player, public_id in rows
    }


def _totals(score: Score) -> dict[str, int]:
    return dict(score.by_side())


def _lines_as_text(score: Score) -> str:
    lines = [
        {
            "seat": line.seat,
            "points": line.points,
            "rule": line.rule,
            "source": line.source,
            "text": {"tr": line.text.tr, "en": line.text.en},
        }
        for line in score.lines
    ]
    return json.dumps(lines, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
