"""Takes one to four queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet, Sum

from rules.rulesets import RuleSet
from rules.score_lines import Line, Score
from rules.seat_events import SeatEventKind
from rules.seats import side_of
from scoring.enums import EntryKind
from scoring.ledger.played_matches import BellStop, EncounterPlay, HandPlay, MatchPlay, WithdrawnDeal
from scoring.ledger.rulebooks import game_of_rules
from scoring.ledger.seating import places_to_separate
from scoring.models import Entry, EntrySeatEvent, Hand, Match
from tournaments.database.compiled_queries import compiled_query
from tournaments.enums import SINGLES_KINDS, EncounterState, SideLetter
from tournaments.models import Encounter
from tournaments.schedule.bracket_slots import has_absent_player


def build_hand_play(entry: Entry, deal: int, score: Score, rules: RuleSet) -> HandPlay:
    """Return the version as a hand of a match in play; `unopened` is empty unless it breaks ties."""
    needs_unopened = unopened_breaks_ties(rules)
    return HandPlay(
        hand_id=entry.hand_id,
        deal=deal,
        entry_id=entry.pk,
        version=entry.version,
        void=score.void,
        totals=score.by_side(),
        unopened=unopened_by_side(score.lines) if needs_unopened else {},
        counts=entry.hand.counts,
    )


def read_play(encounter: Encounter, rules: RuleSet) -> EncounterPlay:
    """Leave out matches that have no deal."""
    return _build_plays([encounter], _deal_rows_of_encounter(encounter.pk), rules)[encounter.pk]


def read_plays(encounters: Sequence[Encounter], rules: RuleSet) -> dict[int, EncounterPlay]:
    """All are of one round."""
    if not encounters:
        return {}
    return _build_plays(encounters, _deal_rows(Hand.objects.filter(match__encounter__in=encounters)), rules)


def _build_plays(
    encounters: Sequence[Encounter], rows: Iterable[Mapping[str, Any]], rules: RuleSet
) -> dict[int, EncounterPlay]:
    """Return plays by the encounter's key from `_deal_rows`; encounters (at least one) are of one round.

    Reads unopened hands too if `rules` break ties by them.
    """
    cuts = places_to_separate(encounters[0])
    unopened = _read_unopened(encounters) if unopened_breaks_ties(rules) else {}
    rows_by_encounter: dict[int, list[Mapping[str, Any]]] = {encounter.pk: [] for encounter in encounters}
    for row in rows:
        rows_by_encounter[row["match__encounter"]].append(row)
    ends_at = game_of_rules(rules).ends_at
    return {
        encounter.pk: _build_play(encounter, rows_by_encounter[encounter.pk], cuts, unopened, ends_at)
        for encounter in encounters
    }


@compiled_query
def _deal_rows_of_encounter(encounter: int) -> QuerySet[Hand, Any]:
    return _deal_rows(Hand.objects.filter(match__encounter=encounter))


def _deal_rows(hands: QuerySet[Hand]) -> QuerySet[Hand, Any]:
    """Select one row per hand, withdrawn ones too, with each side's points, in order of play."""
    return (
        hands.values(
            "pk",
            "deal",
            "match_id",
            "match__encounter",
            "match__number",
            "match__public_id",
            "match__winner",
            "match__counts",
            "counts",
            "current_id",
            "current__version",
            "current__void",
            "current__hash",
            "current__kind",
        )
        .annotate(**sums_by_side(SideLetter.values))
        .order_by("match__encounter", "match__number", "deal")
    )


def _build_play(
    encounter: Encounter,
    rows: Iterable[Mapping[str, Any]],
    cuts: Collection[int],
    unopened: Mapping[int, Mapping[str, int]],
    ends_at: int | None,
) -> EncounterPlay:
    stage, stop = encounter.stage, bell_stop_of(encounter)
    letters = stage.letters
    matches: dict[int, MatchPlay] = {}
    newest_entries: dict[int, tuple[int, str]] = {}
    for row in rows:
        match = matches.setdefault(
            row["match__number"],
            MatchPlay(
                number=row["match__number"],
                hands_per_match=stage.hands_per_match,
                row=_match_of_row(encounter, row),
                cuts=cuts,
                bell_stop=stop,
                ends_at=ends_at,
            ),
        )
        newest_entries[match.number] = max(
            newest_entries.get(match.number, (0, "")), (row["current_id"], row["current__hash"])
        )
        if row["current__kind"] == EntryKind.WITHDRAWAL:
            match.withdrawn_deal = WithdrawnDeal(row["pk"], row["current__version"])
            continue
        match.hands.append(
            HandPlay(
                hand_id=row["pk"],
                deal=row["deal"],
                entry_id=row["current_id"],
                version=row["current__version"],
                void=row["current__void"],
                totals={letter: row[f"sum_{letter}"] or 0 for letter in letters},
                unopened=unopened.get(row["current_id"], {}),
                counts=row["counts"],
            )
        )
    return EncounterPlay(
        best_of=stage.best_of,
        hands_per_match=stage.hands_per_match,
        matches=[matches[number] for number in sorted(matches)],
        last_hash_by_match={number: entry_hash for number, (_pk, entry_hash) in newest_entries.items()},
        cuts=cuts,
        letters=letters,
        bell_stop=stop,
        ends_at=ends_at,
    )


def bell_stop_of(encounter: Encounter) -> BellStop | None:
    if encounter.stopped_at is None:
        return None
    return BellStop(encounter.last_match, encounter.last_deal, encounter.stage.least_hands)


def sums_by_side(letters: Iterable[str]) -> dict[str, Sum]:
    """`sum_A`…: points of current entries."""
    return {
        f"sum_{letter}": Sum("current__seats__points", filter=Q(current__seats__side=letter))
        for letter in letters
    }


def waits_for_organizer(encounter: Encounter) -> bool:
    """Nobody plays on at a table of four that a player left. No query for two sides."""
    if encounter.stage.kind not in SINGLES_KINDS or encounter.state == EncounterState.DECIDED:
        return False
    return has_absent_player(list(encounter.sides.select_related("entrant").order_by("letter")))


def unopened_breaks_ties(rules: RuleSet) -> bool:
    return game_of_rules(rules).decides_level_match(rules)


def _read_unopened(encounters: Sequence[Encounter]) -> Mapping[int, Mapping[str, int]]:
    charged = EntrySeatEvent.objects.filter(
        kind=SeatEventKind.CHARGED, seat__entry__current_of__match__encounter__in=encounters
    )
    unopened: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for entry, side in charged.values_list("seat__entry", "seat__side"):
        unopened[entry][side] += 1
    return unopened


def unopened_by_side(lines: Iterable[Line]) -> Counter[str]:
    return Counter(side_of(line.seat) for line in lines if line.rule == "unopened")


def _match_of_row(encounter: Encounter, row: Mapping[str, Any]) -> Match:
    return Match(
        pk=row["match_id"],
        public_id=row["match__public_id"],
        encounter=encounter,
        number=row["match__number"],
        winner=row["match__winner"],
        counts=row["match__counts"],
    )
