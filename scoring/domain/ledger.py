"""Writing hands: the first version of a deal, and its corrections. Each exactly once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from rules.reports import HandReport
from rules.rulesets import RuleSet
from scoring.domain import refusals, snapshots
from scoring.domain.authority import refuse_over_ruling
from scoring.domain.locks import lock_encounter, lock_with_later
from scoring.domain.play import EncounterPlay, MatchPlay, played_hand, read_play
from scoring.domain.rulebooks import rules_of
from scoring.domain.versions import Draft, Judged, judge, players_of, write_version
from scoring.domain.writing import Recorded, follow_up, once
from scoring.models import Entry, Hand, Match
from tournaments.domain import progress
from tournaments.domain.actor import Actor
from tournaments.domain.slots import WALKED_OVER
from tournaments.enums import EncounterState
from tournaments.models import Encounter


@dataclass(frozen=True)
class Manner:
    """How a version comes about: what tells its worth, and what the log calls a first and a later one."""

    judge: Callable[[Draft, RuleSet], Judged]
    first: str
    over: str


REPORTED = Manner(judge, first="hand_recorded", over="hand_corrected")


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
    seating: str = "",
) -> Recorded:
    """Store a deal of a match (both counted from 1) and decide what follows from it.

    The same key with the same content gives the first result again. Raises HandRefused, DoubtsNotAccepted,
    HandAlreadyRecorded, EntryKeyReused, EncounterNotReady, EncounterIsDecided, MatchNotOpen, DealSkipped,
    WrongSeating, OtherRuleSet, and SeatedOtherwise where others sit there than `seating` says (see
    `seating_of`); then nothing was stored.
    """
    draft = Draft(encounter, match, deal, report, entry_key, by, at, entered_at, seating=seating)
    return once(draft, lambda: write_first(draft, REPORTED))


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
    report, and NoSuchHand, ReasonMissing, HandChangedMeanwhile, RulingStands, DecidedByWalkover,
    LaterPlayRestsOnIt.
    """
    draft = Draft(encounter, match, deal, report, entry_key, by, at, None, reason.strip())
    return once(draft, lambda: write_over(draft, version, REPORTED, let_stand=let_stand))


def write_first(draft: Draft, manner: Manner) -> Entry:
    """Store the first version of the next deal, in whatever manner. Raises what record_hand raises."""
    encounter = lock_encounter(draft.encounter)
    rules = rules_of(encounter.stage.tournament.rule_book)
    play = read_play(encounter, rules)
    match = _open_match(encounter, play, draft.match, draft.deal)
    judged = manner.judge(draft, rules)
    if match.row is None:
        match.row = Match.objects.create(encounter=encounter, number=match.number)
        play.matches.append(match)
    if encounter.state == EncounterState.READY:
        progress.begin(encounter, at=draft.at)
    hand, version = _deal(match, match.row, draft.deal)
    entry = write_version(
        draft,
        encounter=encounter,
        hand=hand,
        version=version,
        judged=judged,
        previous_hash=play.last_hash.get(match.number, ""),
    )
    played = played_hand(entry, draft.deal, judged.score, rules)
    match.hands.append(played)
    match.taken_back = None
    # Later play can have begun only where an organizer let it stand while this encounter was reopened.
    follow_up(manner.first, draft, encounter, play, entry, before=None, after=played, let_stand=True)
    return entry


def _deal(match: MatchPlay, row: Match, deal: int) -> tuple[Hand, int]:
    """The row of a deal that is entered now, and the version that is written for it."""
    if match.taken_back is None:
        return Hand.objects.create(match=row, deal=deal), 1
    hand = Hand.objects.select_related("match").get(pk=match.taken_back.hand_id)
    return hand, match.taken_back.version + 1


def write_over(draft: Draft, version: int, manner: Manner, *, let_stand: bool) -> Entry:
    """Store a version over another one, in whatever manner. Raises what correct_hand raises."""
    encounter = lock_with_later(draft.encounter)
    rules = rules_of(encounter.stage.tournament.rule_book)
    play = read_play(encounter, rules)
    match, deal = play.match(draft.match), draft.deal
    if match is None or not 1 <= deal <= len(match.hands):
        raise refusals.NoSuchHand
    if encounter.decided_by in WALKED_OVER:
        raise refusals.DecidedByWalkover
    if not draft.reason:
        raise refusals.ReasonMissing
    was = match.hands[deal - 1]
    if was.version != version:
        raise refusals.HandChangedMeanwhile(Entry.objects.get(pk=was.entry_id))
    over = match.result.winner is not None and encounter.reopened_at is None
    if draft.by.table_link is not None and over:
        raise refusals.MatchIsOver
    refuse_over_ruling(was, by=draft.by, tournament=encounter.stage.tournament)
    judged = manner.judge(draft, rules)
    snapshots.keep(encounter.stage.tournament)
    hand = Hand.objects.select_related("match").get(pk=was.hand_id)
    entry = write_version(
        draft,
        encounter=encounter,
        hand=hand,
        version=version + 1,
        judged=judged,
        previous_hash=play.last_hash[match.number],
        players=players_of(was.entry_id),
    )
    played = played_hand(entry, deal, judged.score, rules)
    match.hands[deal - 1] = played
    follow_up(manner.over, draft, encounter, play, entry, before=was, after=played, let_stand=let_stand)
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
    if encounter.state == EncounterState.DECIDED or play.result.winner is not None:
        raise refusals.EncounterIsDecided
    current = play.current
    if number != current.number:
        raise refusals.MatchNotOpen(match=number, current=current.number)
    if deal != current.next_deal:
        raise refusals.DealSkipped(number=current.next_number)
    return current
