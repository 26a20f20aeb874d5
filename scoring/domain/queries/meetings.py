"""Encounters as pages list them: the sides, the matches with their totals, where play stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet, Sum

from scoring.models import Hand
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, EncounterSide, Entrant, Tournament
from tournaments.models.encounter import EncounterQuerySet


@dataclass(frozen=True)
class MatchScore:
    """A match: penalties of both sides, scored hands, and who won it if anybody has.

    `counts` is false where a walkover or a correction made it unnecessary.
    """

    number: int
    hands_per_match: int
    a: int | None = None
    b: int | None = None
    played: int = 0
    winner: str | None = None
    counts: bool = True

    @property
    def leader(self) -> str | None:
        """The side with fewer points, once there are any."""
        if self.a is None or self.b is None or self.a == self.b:
            return None
        return "A" if self.a < self.b else "B"

    @property
    def by_fewest_unopened(self) -> bool:
        """Won although the totals are level: fewer of the winner's players paid for not opening."""
        return self.winner is not None and self.a is not None and self.a == self.b

    @property
    def next_number(self) -> int:
        return self.played + 1

    @property
    def extra(self) -> bool:
        """The fixed hands are played and the sides are level."""
        return self.winner is None and self.played >= self.hands_per_match

    def total(self, letter: str) -> int | None:
        return self.a if letter == "A" else self.b


@dataclass(frozen=True)
class Meeting:
    """An encounter with its two sides and its matches that have a hand."""

    encounter: Encounter
    a: EncounterSide
    b: EncounterSide
    all_matches: tuple[MatchScore, ...]

    @property
    def matches(self) -> tuple[MatchScore, ...]:
        """Those that count."""
        return tuple(match for match in self.all_matches if match.counts)

    @property
    def sides(self) -> tuple[EncounterSide, EncounterSide]:
        return self.a, self.b

    @property
    def knockout(self) -> bool:
        return self.encounter.group_id is None

    @property
    def playing(self) -> bool:
        return self.encounter.state == EncounterState.PLAYING

    @property
    def ready(self) -> bool:
        return self.encounter.state == EncounterState.READY

    @property
    def decided(self) -> bool:
        return self.encounter.state == EncounterState.DECIDED

    @property
    def walkover(self) -> bool:
        return self.encounter.decided_by == DecidedBy.WALKOVER

    @property
    def current(self) -> MatchScore:
        """The match being played: the first that nobody has won."""
        running = next((match for match in self.matches if match.winner is None), None)
        hands = self.encounter.stage.hands_per_match
        return running or MatchScore(number=len(self.matches) + 1, hands_per_match=hands)

    @property
    def winner(self) -> EncounterSide | None:
        return next((side for side in self.sides if side.letter == self.encounter.winner), None)

    @property
    def score(self) -> tuple[int, int] | None:
        """Matches won by each side; nothing before the first hand."""
        if not (self.playing or self.decided):
            return None
        return self.a.wins or 0, self.b.wins or 0

    @property
    def winners_score(self) -> tuple[int, int] | None:
        """The score as it is said of the winner: his matches first."""
        return self.score and (max(self.score), min(self.score))

    def has(self, entrant: Entrant) -> bool:
        return any(side.entrant_id == entrant.pk for side in self.sides)


SIDES = EncounterSide.objects.select_related("entrant", "from_group").order_by("letter")


def read_meetings(tournament: Tournament) -> list[Meeting]:
    """All encounters of a tournament, by stage, round and group, in three queries."""
    return with_scores(Encounter.objects.filter(stage__tournament=tournament))


def read_fixtures(tournament: Tournament) -> list[Meeting]:
    """The same without the matches, in two queries."""
    encounters = Encounter.objects.filter(stage__tournament=tournament)
    return [_meeting(encounter, []) for encounter in _listed(encounters, SIDES)]


def with_scores(encounters: EncounterQuerySet, *, sides: QuerySet[EncounterSide] = SIDES) -> list[Meeting]:
    """Encounters with what pages show of them, in three queries."""
    scores = _scores(encounters)
    return [_meeting(encounter, scores[encounter.pk]) for encounter in _listed(encounters, sides)]


def _listed(encounters: EncounterQuerySet, sides: QuerySet[EncounterSide]) -> EncounterQuerySet:
    return (
        encounters.select_related("stage", "group", "table")
        .prefetch_related(Prefetch("sides", sides.all()))
        .order_by("stage__position", "round", "group__position", "position", "pk")
    )


def _meeting(encounter: Encounter, scores: list[MatchScore]) -> Meeting:
    a, b = encounter.sides.all()
    return Meeting(encounter, a, b, tuple(scores))


def _scores(encounters: EncounterQuerySet) -> dict[int, list[MatchScore]]:
    """The matches that have a hand, in order, by the encounter's primary key."""
    rows = (
        Hand.objects.played()
        .filter(match__encounter__in=encounters.order_by().values("pk"))
        .values(
            "match__encounter",
            "match__encounter__stage__hands_per_match",
            "match__number",
            "match__winner",
            "match__counts",
        )
        .annotate(
            a=Sum("current__seats__points", filter=Q(current__seats__side="A")),
            b=Sum("current__seats__points", filter=Q(current__seats__side="B")),
            played=Count("pk", filter=Q(current__void=False), distinct=True),
        )
        .order_by("match__encounter", "match__number")
    )
    scores: dict[int, list[MatchScore]] = defaultdict(list)
    for row in rows:
        scores[row["match__encounter"]].append(
            MatchScore(
                number=row["match__number"],
                hands_per_match=row["match__encounter__stage__hands_per_match"],
                a=row["a"] if row["played"] else None,
                b=row["b"] if row["played"] else None,
                played=row["played"],
                winner=row["match__winner"],
                counts=row["match__counts"],
            )
        )
    return scores


@dataclass(frozen=True)
class InRound:
    """A meeting of the knock-out with the number of `ties` of its round; of a group without."""

    meeting: Meeting
    ties: int | None


def in_rounds(meetings: Sequence[Meeting]) -> list[InRound]:
    """All meetings of a tournament, each with its round."""
    ties = Counter(meeting.encounter.round for meeting in meetings if meeting.knockout)
    return [InRound(one, ties[one.encounter.round] if one.knockout else None) for one in meetings]


def in_play(meetings: Iterable[Meeting]) -> list[Meeting]:
    """Those being played, by table."""
    playing = [meeting for meeting in meetings if meeting.playing]
    return sorted(playing, key=lambda meeting: (_table(meeting), meeting.encounter.pk))


def nearest_to_the_end(meetings: Iterable[Meeting]) -> list[Meeting]:
    """Those being played, the one with the fewest hands to go first."""
    return sorted(in_play(meetings), key=lambda meeting: (-meeting.current.number, -meeting.current.played))


def newest_results(meetings: Iterable[Meeting]) -> list[Meeting]:
    """Those decided, the last one first."""
    decided = [(meeting.encounter.decided_at, meeting) for meeting in meetings if meeting.decided]
    dated = [(at, meeting) for at, meeting in decided if at is not None]
    return [meeting for at, meeting in sorted(dated, key=lambda pair: (pair[0], pair[1].encounter.pk))][::-1]


def _table(meeting: Meeting) -> int:
    return meeting.encounter.table.number if meeting.encounter.table else 0
