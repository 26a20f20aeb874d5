from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Final

from django.db.models import Prefetch

from scoring.ledger.encounter_state import read_plays
from scoring.ledger.played_matches import EncounterPlay
from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seal_verification import CHUNK_SIZE, Discrepancy
from scoring.models import Hand, Match
from scoring.play import cross_group_places, result_decisions
from scoring.standings import standings_cache
from tournaments.enums import WALKOVERS, DecidedBy, EncounterState, TournamentState
from tournaments.models import Encounter, EncounterSide, GroupPlace, Stage, Tournament
from tournaments.play.advancing import places_of_two
from tournaments.play.qualifying import qualifier_slots, without_begun_slots
from tournaments.schedule import bracket_slots, stage_feeds
from tournaments.schedule.bracket_slots import Slot

DECIDED_DIFFERENTLY: Final = "is decided otherwise than its hands say"


def wrong_results(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield results unlike those of the hands, and counting matches of annulled encounters."""
    rules = rules_of(tournament.rule_book)
    for _round, members in groupby(_encounters(tournament), key=_round_key):
        encounters = list(members)
        plays = read_plays(encounters, rules)
        for encounter in encounters:
            yield from _encounter_discrepancies(encounter, plays[encounter.pk])
    annulled = Match.objects.filter(encounter__stage__tournament=tournament, counts=True)
    for public_id in annulled.exclude(encounter__annulled_at=None).values_list("public_id", flat=True):
        yield Discrepancy(f"match {public_id}", "counts, though its encounter was annulled")


def wrong_ranks(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield ranks and standings unlike the ledger's, without standings that wait for a refresh."""
    for stage in _drawn_stages(tournament):
        groups = list(stage.groups.select_related("stage__tournament").order_by("position"))
        ranked = result_decisions.final_rankings(groups)
        for place in (
            GroupPlace.objects.filter(group__in=groups).select_related("group", "entrant").order_by("pk")
        ):
            ranks = {entrant.pk: rank for entrant, rank in ranked[place.group_id] or ()}
            if place.rank != ranks.get(place.entrant_id):
                problem = f"is ranked {place.rank}; what was entered gives {ranks.get(place.entrant_id)}"
                yield Discrepancy(f"stage {stage.position}, group {place.group}, {place.entrant}", problem)
        yield from _cross_group_discrepancies(stage)
        if stage.has_standings and not standings_cache.is_stale(stage):
            for difference in standings_cache.find_differences(stage):
                now, entered = difference.stored, difference.expected
                problem = f"{difference.name} is {now!r}; what was entered gives {entered!r}"
                yield Discrepancy(f"stage {stage.position}, standing of {difference.entrant}", problem)


def wrong_slots(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield sides filled wrongly, unless their encounter was ever begun, and a wrong champion or state."""
    played = _encounters_ever_played(tournament)
    slots = [*_fed_slots(tournament)]
    for stage in _drawn_stages(tournament):
        if stage.feeds_in.exists() and not stage.has_standings:
            slots += _qualifier_slots(stage, played)
    for slot in slots:
        if slot.has_changes and not slot.is_begun and slot.side.encounter_id not in played:
            place = f"encounter {slot.side.encounter.public_id}, side {slot.side.letter}"
            yield Discrepancy(place, "is another than the results before it send there")
    if tournament.state != TournamentState.OPEN:
        champion, state = stage_feeds.champion_and_state(tournament)
        if (tournament.champion, tournament.state) != (champion, state):
            yield Discrepancy("champion and state", "are not what the results give")


def _cross_group_discrepancies(stage: Stage) -> Iterator[Discrepancy]:
    """Compare who is best across groups with the ledger; not while an encounter is open."""
    if not cross_group_places.is_ranked_across_groups(stage) or stage.encounters.undecided().exists():
        return
    differing = cross_group_places.stored_places(stage) ^ cross_group_places.places_by_ledger(stage)
    for place in sorted({place for _feed, place, _group_place in differing}):
        yield Discrepancy(
            f"stage {stage.position}, place {place} across groups", "is another's than what was entered gives"
        )


def _encounters(tournament: Tournament) -> Iterator[Encounter]:
    active = Encounter.objects.not_annulled().filter(stage__tournament=tournament)
    sides = Prefetch("sides", EncounterSide.objects.select_related("entrant"))
    loaded = active.select_related("stage__tournament").prefetch_related(sides)
    return loaded.order_by("stage", "part", "round", "pk").iterator(chunk_size=CHUNK_SIZE)


def _round_key(encounter: Encounter) -> tuple[int, str, int]:
    return encounter.stage_id, encounter.part, encounter.round


def _encounter_discrepancies(encounter: Encounter, play: EncounterPlay) -> Iterator[Discrepancy]:
    """Yield matches decided or counting wrongly, and a wrong result unless of a walkover or bye."""
    walked_over = encounter.decided_by in WALKOVERS
    counts = result_decisions.count_no_match if walked_over else play.result.counts
    for row, _match in result_decisions.changed_matches(play, counts):
        yield Discrepancy(f"match {row.public_id}", DECIDED_DIFFERENTLY)
    for match in play.matches:
        if match.row is not None and any(result_decisions.changed_hands(match)):
            yield Discrepancy(f"match {match.row.public_id}", "counts other hands than it has to its end")
    if not walked_over and encounter.decided_by != DecidedBy.BYE and not _agrees_with_play(encounter, play):
        yield Discrepancy(f"encounter {encounter.public_id}", DECIDED_DIFFERENTLY)


def _agrees_with_play(encounter: Encounter, play: EncounterPlay) -> bool:
    """Compare stored winner, state, wins and places with the result by hands; not for walkovers and byes."""
    result, sides = result_decisions.result_by_hands(encounter, play), encounter.sides_in_order
    decided = result.winner is not None
    places = result.places or places_of_two(result.winner, decided=decided)
    decided_by = result.decided_by if decided else None
    return (
        (encounter.winner, encounter.decided_by, encounter.state)
        == (result.winner, decided_by, _expected_state(encounter, decided))
        and all(side.wins == result.wins.get(side.letter) for side in sides)
        and all(side.place == places.get(side.letter) for side in sides)
    )


def _expected_state(encounter: Encounter, decided: bool) -> EncounterState:
    """Return DECIDED or PLAYING if so, else READY, or PENDING while a side is unknown or a player absent.

    A vacant side isn't unknown.
    """
    if decided:
        return EncounterState.DECIDED
    if encounter.started_at is not None:
        return EncounterState.PLAYING
    sides = encounter.sides_in_order
    can_begin = all(side.entrant or side.vacant for side in sides) and not bracket_slots.has_absent_player(
        sides
    )
    return EncounterState.READY if can_begin else EncounterState.PENDING


def _fed_slots(tournament: Tournament) -> Iterator[Slot]:
    """Yield slots filled by encounters outside groups."""
    fed_sides: defaultdict[int, list[EncounterSide]] = defaultdict(list)
    sides = EncounterSide.objects.filter(encounter__stage__tournament=tournament, encounter__annulled_at=None)
    related = sides.exclude(from_encounter=None).select_related("encounter__stage", "entrant")
    for side in related.order_by("encounter", "letter"):
        fed_sides[side.from_encounter_id or 0].append(side)
    for encounter in _encounters(tournament):
        if encounter.group_id is None:
            yield from bracket_slots.slots_filled_by(
                encounter, encounter.sides.all(), fed_sides[encounter.pk]
            )


def _encounters_ever_played(tournament: Tournament) -> Collection[int]:
    """Withdrawn hands included."""
    hands = Hand.objects.filter(match__encounter__stage__tournament=tournament)
    return set(hands.order_by().values_list("match__encounter", flat=True).distinct())


def _qualifier_slots(stage: Stage, ever_played: Collection[int]) -> Sequence[Slot]:
    """Slots that kept play does not affect; empty if all kept play was withdrawn."""
    slots = qualifier_slots(stage, stage_feeds.qualifiers(stage))
    changed = [slot for slot in slots if slot.has_changes]
    if any(slot.is_begun for slot in changed):
        return without_begun_slots(slots)
    return [] if any(slot.side.encounter_id in ever_played for slot in changed) else slots


def _drawn_stages(tournament: Tournament) -> Sequence[Stage]:
    drawn = tournament.stages.exclude(drawn_at=None)
    return list(drawn.select_related("tournament").order_by("position"))
