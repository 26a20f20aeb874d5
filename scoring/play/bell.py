"""The bell: no new hand is dealt, and play so far decides (RULES §8).

Locks the tournament, so hands are stored before or after it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger import refusals, standings_requests
from scoring.ledger.encounter_state import read_play, read_plays
from scoring.ledger.locks import lock_encounter, lock_tournament, lock_with_later
from scoring.ledger.played_matches import BellOutcome, BellStop, EncounterPlay
from scoring.ledger.rulebooks import rules_of
from scoring.models import Bell
from scoring.play import result_decisions
from scoring.play.ruling_authority import require_referee
from scoring.standings import snapshots
from tournaments.enums import WALKOVERS, DecidedBy, EncounterState, TimeUp
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, Stage, Tournament
from tournaments.models.encounter import EncounterQuerySet
from tournaments.refusals import Refused
from tournaments.schedule.change import Change


class NoBellHere(Refused):
    code = "no_bell_here"
    template = _("Time doesn't end the matches of this stage; they are played to the end.")


class NothingToStop(Refused):
    code = "nothing_to_stop"
    template = _("No table of this round is playing or waiting to play, so there is nothing to stop.")


class BellRangAlready(Refused):
    code = "bell_rang_already"
    template = _("The bell of this round already rang at %(time)s (%(who)s).")


class NoBellToTakeBack(Refused):
    code = "no_bell_to_undo"
    template = _("This round has no bell any more: someone undid it.")


class NoHandAwaited(Refused):
    code = "no_hand_awaited"
    template = _("This encounter isn't waiting for a hand in play.")


class NotStopped(Refused):
    code = "not_stopped"
    template = _("The bell did not stop this encounter; it continues anyway.")


@dataclass(frozen=True)
class StageRound:
    stage: Stage
    part: str
    round: int

    @property
    def encounters(self) -> EncounterQuerySet:
        """Active encounters with all sides, without byes."""
        active = Encounter.objects.not_annulled().filter(stage=self.stage, part=self.part, round=self.round)
        return active.exclude(state=EncounterState.PENDING).exclude(decided_by=DecidedBy.BYE)

    @property
    def log_details(self) -> dict[str, Any]:
        return {"stage": self.stage.position, "part": self.part, "round": self.round}


@transaction.atomic
def ring_bell(
    *, stage_round: StageRound, key: str, by: Actor, at: datetime, between: Collection[UUID] = ()
) -> Bell:
    """Stop a round: hands decide, or play goes on as the rule allows.

    A hand counts as in play in begun encounters except those in `between`. Repeating the key returns the
    earlier bell. Raises MayNotRule, NoBellHere, NothingToStop, BellRangAlready, TournamentCancelled,
    TournamentErased.
    """
    require_referee(by, stage_round.stage.tournament)
    tournament = lock_tournament(stage_round.stage.tournament)
    earlier_bell = Bell.objects.filter(key=key).first()
    if earlier_bell is not None:
        return earlier_bell
    encounters = _encounters_to_stop(stage_round)
    if (
        stage_round.stage.time_up == TimeUp.OFF
    ):  # The setting may be off although the stage was drawn with a bell.
        raise NoBellHere
    if not any(encounter.state != EncounterState.DECIDED for encounter in encounters):
        raise _nothing_to_stop_reason(stage_round)
    snapshots.store_snapshots(tournament)
    plays = _stop_encounters(encounters, between, at=at)
    _apply_results(encounters, plays, change=Change(by, at).keeping())
    bell = Bell.objects.create(
        stage=stage_round.stage,
        part=stage_round.part,
        round=stage_round.round,
        key=key,
        rung_at=at,
        rung_by=by.user,
    )
    details = {
        **stage_round.log_details,
        "encounters": _bell_effects(encounters, plays),
        "by_somebody": by.user is not None,
    }
    log_and_publish("bell_rung", by=by, at=at, tournament=tournament, after=details)
    return bell


@transaction.atomic
def take_bell_back(*, stage_round: StageRound, change: Change) -> None:
    """Take back the round's bell and decide by hands again; walkovers remain.

    Raises MayNotRule, NoBellToTakeBack, LaterPlayAffected, TournamentCancelled, TournamentErased.
    """
    require_referee(change.by, stage_round.stage.tournament)
    tournament = lock_tournament(stage_round.stage.tournament)
    rung = Bell.objects.in_force().filter(
        stage=stage_round.stage, part=stage_round.part, round=stage_round.round
    )
    if not rung.update(taken_back_at=change.at, taken_back_by=change.by.user):
        raise NoBellToTakeBack
    snapshots.store_snapshots(tournament)
    encounters = _load_encounters(stage_round.encounters.exclude(stopped_at=None))
    for encounter in encounters:
        _clear_stop(encounter)
    _apply_results(encounters, _read_plays(encounters), change=change)
    details = {
        **stage_round.log_details,
        "encounters": len(encounters),
        **change.log_details,
    }
    log_and_publish("bell_undone", by=change.by, at=change.at, tournament=tournament, after=details)


@transaction.atomic
def stop_awaiting_hand(*, encounter: Encounter, by: Actor, at: datetime) -> None:
    """Decide without the hand in play at the bell; `by` needs no role, later play is kept.

    Raises NoHandAwaited, EncounterGone, EncounterAnnulled, TournamentCancelled.
    """
    locked = lock_encounter(encounter)
    rules = rules_of(locked.stage.tournament.rule_book)
    play = read_play(locked, rules)
    if (
        locked.stopped_at is None
        or play.bell_outcome is not BellOutcome.LAST_HAND
        or locked.decided_by is not None
    ):
        raise NoHandAwaited
    locked.last_match, locked.last_deal = play.last_dealt
    locked.save(update_fields=["last_match", "last_deal"])
    result_decisions.update_dependent_results(
        encounter=locked, play=read_play(locked, rules), change=Change(by, at).keeping()
    )
    tournament = locked.stage.tournament
    log_and_publish("no_hand_in_play", by=by, at=at, tournament=tournament, subject=locked.public_id)
    if locked.group_id is not None:
        standings_requests.count_group_write(locked.stage, locked.group_id)


@transaction.atomic
def exempt_from_bell(*, encounter: Encounter, change: Change) -> None:
    """Lift one encounter's stop and decide by its hands; play goes on unless the bell rings again.

    Raises MayNotRule, NotStopped, DecidedByWalkover, LaterPlayAffected, and what lock_encounter raises.
    """
    locked = lock_with_later(encounter)
    tournament = locked.stage.tournament
    require_referee(change.by, tournament)
    if locked.stopped_at is None:
        raise NotStopped
    if locked.decided_by in WALKOVERS:
        raise refusals.DecidedByWalkover
    snapshots.store_snapshots(tournament)
    _clear_stop(locked)
    _apply_results([locked], _read_plays([locked]), change=change)
    log_and_publish(
        "play_continued_after_bell",
        by=change.by,
        at=change.at,
        tournament=tournament,
        subject=locked.public_id,
    )


def play_if_rung_now(encounter: Encounter, play: EncounterPlay, *, in_play: bool) -> EncounterPlay:
    current, least_hands = play.current, encounter.stage.least_hands
    awaits_hand = in_play and may_have_hand_in_play(encounter, play)
    match, deal = (current.number, current.next_deal) if awaits_hand else play.last_dealt
    return play.with_bell_stop(BellStop(match, deal, least_hands))


def may_have_hand_in_play(encounter: Encounter, play: EncounterPlay) -> bool:
    begun = encounter.state == EncounterState.PLAYING
    return begun and play.current.result.played + 1 >= encounter.stage.least_hands


def read_active_bells(tournament: Tournament) -> Mapping[tuple[int, str, int], Bell]:
    bells = Bell.objects.in_force().filter(stage__tournament=tournament).select_related("rung_by")
    return {(bell.stage_id, bell.part, bell.round): bell for bell in bells.order_by("-pk")}


def _encounters_to_stop(stage_round: StageRound) -> list[Encounter]:
    return _load_encounters(stage_round.encounters.filter(stopped_at=None))


def _load_encounters(encounters: EncounterQuerySet) -> list[Encounter]:
    related = encounters.select_related("stage__tournament__rule_book", "group__stage__tournament")
    return list(related.order_by("pk"))


def _read_plays(encounters: Sequence[Encounter]) -> Mapping[int, EncounterPlay]:
    if not encounters:
        return {}
    return read_plays(encounters, rules_of(encounters[0].stage.tournament.rule_book))


def _stop_encounters(
    encounters: Sequence[Encounter], between: Collection[UUID], *, at: datetime
) -> Mapping[int, EncounterPlay]:
    """Store where encounters stopped; return all plays as of the bell, by primary key.

    In `between` (public ids) no hand is in play.
    """
    # The stop is stored so that corrections don't reopen play.
    plays, stopped_plays = _read_plays(encounters), {}
    for encounter in encounters:
        play = plays[encounter.pk]
        in_play = encounter.state != EncounterState.DECIDED and encounter.public_id not in between
        stopped_play = play_if_rung_now(encounter, play, in_play=in_play)
        stop = stopped_play.bell_stop
        if stop is not None:
            encounter.stopped_at, encounter.last_match, encounter.last_deal = at, stop.match, stop.deal
        encounter.save(update_fields=["stopped_at", "last_match", "last_deal"])
        stopped_plays[encounter.pk] = stopped_play
    return stopped_plays


def _clear_stop(encounter: Encounter) -> None:
    encounter.stopped_at, encounter.last_match, encounter.last_deal = None, 0, 0
    encounter.save(update_fields=["stopped_at", "last_match", "last_deal"])


def _apply_results(
    encounters: Iterable[Encounter], plays: Mapping[int, EncounterPlay], *, change: Change
) -> None:
    """Decide encounters and groups; the caller holds the locks. Raises LaterPlayAffected."""
    listed = list(encounters)
    for stage in {encounter.stage_id: encounter.stage for encounter in listed}.values():
        standings_requests.count_stage_write(stage)
    for encounter in listed:
        result_decisions.decide_encounter(encounter=encounter, play=plays[encounter.pk], change=change)
    for group in {encounter.group_id: encounter.group for encounter in listed}.values():
        result_decisions.decide_group(group, change=change)


def _nothing_to_stop_reason(stage_round: StageRound) -> Refused:
    """Return, not raise, BellRangAlready if a bell is in force, else NothingToStop."""
    rang = Bell.objects.in_force().filter(
        stage=stage_round.stage, part=stage_round.part, round=stage_round.round
    )
    bell = rang.select_related("rung_by").order_by("-pk").first()
    if bell is None:
        return NothingToStop()
    ringer = bell.rung_by.name if bell.rung_by else _("the round clock")
    rang_at = bell.rung_at.astimezone(ZoneInfo(stage_round.stage.tournament.club.time_zone))
    return BellRangAlready(time=rang_at.strftime("%H:%M"), who=ringer)


def _bell_effects(
    encounters: Iterable[Encounter], plays: Mapping[int, EncounterPlay]
) -> list[dict[str, Any]]:
    """Return outcome and winner for the log, only of encounters decided by the bell or still open."""
    return [
        {
            "encounter": str(encounter.public_id),
            "fate": plays[encounter.pk].bell_outcome.value,
            "winner": encounter.winner,
        }
        for encounter in encounters
        if encounter.decided_by in (None, DecidedBy.TIME)
    ]
