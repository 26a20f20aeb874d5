"""A random tournament from its draw to its champion, by the calls that pages make."""

from __future__ import annotations

import random
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rules.hands import Report
from rules.seats import SEATS_PAIRS, SEATS_SINGLES
from scoring.models import Hand
from scoring.officials.domain import departures, ties
from scoring.officials.domain.tie_scopes import BestPlacedTieScope, GroupTieScope, TieScope
from scoring.play import corrections, walkovers
from scoring.play.later_play import LaterPlayChoice, apply_with_later_play
from scoring.standings.round_standings import ordered_entrants
from tests.factories import NOW, enter_named, enter_pairs, open_tournament, play_hand
from tests.run_sweeps import sweep
from tests.simulation.hands import RULE_SETS, RandomPlay
from tournaments.draws.domain import draw, rounds
from tournaments.draws.domain.compute_draw import DrawChoices
from tournaments.draws.domain.draw_preview import entrants_of_stage, preview_draw
from tournaments.enums import SINGLES_KINDS, EncounterState, EntrantKind, SideLetter, StageKind
from tournaments.formats.drawing import Method, Separation
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Stage, Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import FeedSettings, StageSettings, usual_tie_breaks

TROUBLES = 5
"""Maximum number of disturbances in a tournament."""
TROUBLE = 0.4
"""Probability of a disturbance between two encounters."""
SWEEP = 0.3
"""Probability that a worker refreshes the standings there."""


def chain_of(
    name: str, random_play: RandomPlay, chance: random.Random
) -> tuple[tuple[StageSettings, ...], int, int]:
    hands = chance.choice(random_play.lengths)

    def stage(kind: StageKind, *feeds: FeedSettings, **choices: int | bool) -> StageSettings:
        order = usual_tie_breaks(kind.value, random_play.game)
        return StageSettings(kind.value, 1, hands, feeds=feeds, tie_breaks=order, **choices)  # type: ignore[arg-type]

    groups, swiss = stage(StageKind.GROUPS), stage(StageKind.SWISS)
    first_two, best = FeedSettings(1, 1, 2), FeedSettings(1, 3, 3, best=2)
    third = chance.random() < 0.5
    fours = stage(StageKind.FOURS, rounds=chance.choice([2, 3]))
    return {
        "groups": ((stage(StageKind.GROUPS, meetings=chance.choice([1, 2])),), 3, 5),
        "groups_knockout": ((groups, stage(StageKind.KNOCKOUT, first_two, third_place=third)), 6, 12),
        "best_thirds": ((groups, stage(StageKind.KNOCKOUT, first_two, best)), 9, 12),
        "swiss": ((swiss,), 4, 9),
        "swiss_knockout": ((swiss, stage(StageKind.KNOCKOUT, FeedSettings(1, 1, 4))), 6, 9),
        "knockout": ((stage(StageKind.KNOCKOUT, third_place=third),), 2, 13),
        "double": ((stage(StageKind.DOUBLE, reset_final=chance.random() < 0.5),), 3, 9),
        "tables": ((stage(StageKind.TABLES),), 4, 21),
        "fours": ((fours,), 5, 13),
        "fours_tables": ((fours, stage(StageKind.TABLES, FeedSettings(1, 1, 8))), 8, 14),
    }[name]


FORMATS = (
    "groups",
    "groups_knockout",
    "best_thirds",
    "swiss",
    "swiss_knockout",
    "knockout",
    "double",
    "tables",
    "fours",
    "fours_tables",
)


@dataclass
class SimulatedEvening:
    """A tournament being played; `history` is its history for debugging."""

    format: str
    seed: int
    rule_set: str = "101-pairs"
    history: list[str] = field(default_factory=list)
    incident_counts: Counter[str] = field(default_factory=Counter)
    seconds: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{self.rule_set}:{self.format}:{self.seed}")
        self.random_play = RULE_SETS[self.rule_set]
        stages, fewest, most = chain_of(self.format, self.random_play, self.chance)
        singles = stages[0].kind in SINGLES_KINDS
        kind = EntrantKind.SINGLES if singles else EntrantKind.PAIRS
        self.tournament: Tournament = open_tournament(
            stages=stages, kind=kind.value, rule_set_id=self.rule_set
        )
        self.entrants = self._enter(self.chance.randint(fewest, most), singles=singles)
        self.troubles = self.chance.randint(0, TROUBLES)

    def now(self) -> datetime:
        """Return a time one second later at each call, since times order events."""
        self.seconds += 1
        return NOW + timedelta(seconds=self.seconds)

    def play(self) -> Tournament:
        """Play to the champion with a worker that updates standings. Fails without a champion."""
        while True:
            if self.chance.random() < SWEEP:
                sweep()
            if self.troubles and self.chance.random() < TROUBLE:
                self.troubles -= 1
                self._random_incident()
            ready = self._playable_encounters()
            if ready:
                self._play(self.chance.choice(ready))
            elif not (self._decide_ties() or self._award_waiting_table() or self._draw_next()):
                break
        sweep()
        self.tournament.refresh_from_db()
        return self.tournament

    def _note_incident(self, kind: str, what: str) -> None:
        self.incident_counts[kind] += 1
        self.history.append(what)

    def _enter(self, number: int, *, singles: bool) -> list[Entrant]:
        """Enter `number` entrants; their ids come from the seed, since draws are made from ids."""
        self.history.append(f"{number} enter")
        entrants = self._enter_named(number, singles=singles)
        for entrant in entrants:
            entrant.public_id = uuid.UUID(int=self.chance.getrandbits(128), version=4)
            entrant.save(update_fields=["public_id"])
        return entrants

    def _enter_named(self, number: int, *, singles: bool) -> list[Entrant]:
        if not singles:
            return enter_pairs(self.tournament, number)
        named = [
            (f"Oyuncu {number_of_player}", (f"Oyuncu {number_of_player}",))
            for number_of_player in range(1, number + 1)
        ]
        return enter_named(self.tournament, named, at=self.now())

    def _playable_encounters(self) -> list[Encounter]:
        playable = Encounter.objects.undecided().filter(stage__tournament=self.tournament)
        states = [EncounterState.READY, EncounterState.PLAYING]
        return list(playable.filter(state__in=states).select_related("stage__tournament").order_by("pk"))

    def _play(self, encounter: Encounter) -> None:
        whole = self.chance.random() < 0.8
        while encounter.winner is None:
            play_hand(encounter, self._report(encounter), at=self.now())
            encounter.refresh_from_db()
            if not whole:
                return

    def _report(self, encounter: Encounter) -> Report:
        seats = SEATS_SINGLES if encounter.stage.kind in SINGLES_KINDS else SEATS_PAIRS
        return self.random_play.report(self.chance, seats)

    def _random_incident(self) -> None:
        self.chance.choice(
            [self._walkover, self._both_lose, self._correct, self._correct, self._withdraw_entrant]
        )()

    def _walkover(self) -> None:
        for encounter in self._playable_encounters()[:1]:
            self._note_incident("walkovers", f"walkover in {encounter.pk}")
            if encounter.stage.kind in SINGLES_KINDS:
                order = [SideLetter(letter) for letter in "ABCD"]
                self.chance.shuffle(order)
                walkovers.award_places(encounter=encounter, order=order, change=Change(CONSOLE, self.now()))
            else:
                winner = SideLetter(self.chance.choice("AB"))
                walkovers.record_walkover(
                    encounter=encounter, winner=winner, change=Change(CONSOLE, self.now())
                )

    def _both_lose(self) -> None:
        """Record a double walkover, but not in a final, which would leave no champion."""
        feeding = [
            candidate
            for candidate in self._playable_encounters()
            if candidate.group_id or candidate.feeds.filter(from_place=1).exists()
        ]
        for encounter in feeding[:1]:
            if encounter.stage.kind not in SINGLES_KINDS and self._others_remain(encounter):
                self._note_incident("double walkovers", f"both lose {encounter.pk}")
                walkovers.record_double_walkover(encounter=encounter, change=Change(CONSOLE, self.now()))

    def _others_remain(self, encounter: Encounter) -> bool:
        return encounter.stage.encounters.undecided().exclude(pk=encounter.pk).count() > 2

    def _correct(self) -> None:
        played = Hand.objects.played().filter(
            match__encounter__stage__tournament=self.tournament, match__encounter__annulled_at=None
        )
        hands = list(played.select_related("match__encounter__stage__tournament", "current").order_by("pk"))
        if not hands:
            return
        hand = self.chance.choice(hands)
        encounter = hand.match.encounter
        if encounter.decided_by not in (None, "play"):
            return
        later = self.chance.choice([LaterPlayChoice.STANDS, LaterPlayChoice.REOPENS])
        self._note_incident(
            "corrections", f"correct hand {hand.pk} of {encounter.pk}, later play {later.name}"
        )
        reported = self._report(encounter)

        def write(*, change: Change) -> object:
            return corrections.correct_hand(
                encounter=encounter,
                match=hand.match.number,
                deal=hand.deal,
                version=hand.current.version if hand.current else 1,
                report=reported,
                reason="Rakamlar ters",
                entry_key=uuid.UUID(int=self.chance.getrandbits(128)).hex,
                change=change,
            )

        apply_with_later_play(
            write, tournament=self.tournament, choice=later, change=Change(CONSOLE, self.now())
        )

    def _withdraw_entrant(self) -> None:
        playing = list(self.tournament.entrants.in_play().order_by("number"))
        if len(playing) > max(4, len(self.entrants) - 2) and self._playable_encounters():
            entrant = self.chance.choice(playing)
            results = self.chance.choice(list(LeaverResults))
            self._note_incident("departures", f"{entrant.name} leaves, {results.name}")

            def write(*, change: Change) -> object:
                return departures.withdraw(
                    entrant=entrant,
                    results=results,
                    change=change,
                )

            apply_with_later_play(
                write,
                tournament=self.tournament,
                choice=LaterPlayChoice.STANDS,
                change=Change(CONSOLE, self.now()),
            )

    def _decide_ties(self) -> bool:
        for stage in self.tournament.stages.exclude(drawn_at=None):
            scopes: list[TieScope] = [GroupTieScope(group) for group in stage.groups.all()]
            for scope in (*scopes, BestPlacedTieScope(stage)):
                if level := ties.open_ties(scope):
                    order = [entrant for tie in level for entrant in self.chance.sample(tie, len(tie))]
                    self._note_incident("lots", f"lot in {scope.name or 'the stage'}")
                    self._record_lot(scope, order)
                    return True
        return False

    def _award_waiting_table(self) -> bool:
        """Give the places of a table of four that waits for the organizer since a player left."""
        undecided = Encounter.objects.undecided().filter(stage__tournament=self.tournament)
        waiting = undecided.filter(stage__kind__in=SINGLES_KINDS, sides__entrant__left_at__isnull=False)
        encounter = waiting.order_by("pk").first()
        if encounter is None:
            return False
        sides = list(encounter.sides.filter(vacant=False).select_related("entrant").order_by("letter"))
        self.chance.shuffle(sides)
        sides.sort(key=lambda side: side.entrant is not None and side.entrant.has_left)
        self._note_incident("waiting tables", f"places in {encounter.pk}")
        order = [SideLetter(side.letter) for side in sides]
        walkovers.award_places(encounter=encounter, order=order, change=Change(CONSOLE, self.now()))
        return True

    def _record_lot(self, ground: TieScope, order: list[Entrant]) -> None:
        """Record a lot; later play may depend on its loser, since a correction can create new ties."""

        def write(*, change: Change) -> object:
            ties.record_lot(
                scope=ground,
                order=order,
                change=change,
                witness="Nermin",
            )
            return None

        later = self.chance.choice([LaterPlayChoice.STANDS, LaterPlayChoice.REOPENS])
        apply_with_later_play(
            write, tournament=self.tournament, choice=later, change=Change(CONSOLE, self.now())
        )

    def _draw_next(self) -> bool:
        for stage in self.tournament.stages.select_related("tournament").order_by("position"):
            if stage.drawn_at is None:
                if stage.position > 1:
                    return False
                self._draw(stage)
                return True
            number = rounds.round_to_draw(stage)
            if number is not None:
                self._draw_round(stage, number)
                return True
        return False

    def _draw(self, stage: Stage) -> None:
        sizes: dict[str, int] = {"groups": 1, "groups_knockout": 2, "best_thirds": 3}
        method = self.chance.choice([Method.RANDOM, Method.RATING])
        apart = Separation.NOBODY
        chosen = DrawChoices(method, f"kura-{self.seed}", sizes.get(self.format, 1), apart=apart)
        looked_at = preview_draw(stage, entrants_of_stage(stage), chosen).digest
        draw.draw_stage(stage=stage, choices=chosen, previewed_digest=looked_at, by=CONSOLE, at=self.now())
        self.history.append(f"stage {stage.position} drawn")

    def _draw_round(self, stage: Stage, number: int) -> None:
        standings: Callable[[Stage], list[rounds.RankedEntrant]] = ordered_entrants
        inputs = rounds.round_inputs(stage, standings(stage))
        looked_at = rounds.propose_round(stage, inputs).digest
        rounds.draw_round(
            stage=stage,
            number=number,
            standings=standings,
            alterations=(),
            previewed_digest=looked_at,
            by=CONSOLE,
            at=self.now(),
        )
        self.history.append(f"round {number} drawn")
