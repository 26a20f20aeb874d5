"""Replay an evening through the domain calls (RULES §9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.games import game_of
from rules.games.game import Game
from rules.rulesets import UnknownRuleSet
from scoring.ledger.encounter_state import read_play
from scoring.ledger.played_matches import EncounterPlay, MatchPlay
from scoring.ledger.recorded_events import (
    PAIR_SIZE,
    Event,
    LineNotPlayable,
    read_event,
    read_number,
    read_players,
    read_report,
    read_settings,
    read_text,
)
from scoring.ledger.rulebooks import rules_of
from scoring.officials.domain import ties
from scoring.officials.domain.tie_scopes import GroupTieScope
from scoring.play import corrections, recording, walkovers
from tournaments.draws.domain import draw
from tournaments.entrants.domain import entry_list
from tournaments.enums import SideLetter, StageKind, Visibility
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Club, Encounter, Entrant, Group, Tournament
from tournaments.refusals import Refused
from tournaments.schedule.change import Change
from tournaments.setup.domain import tournament_settings
from tournaments.tables.domain import tables

MAX_GROUP_NAME_LENGTH = 8
MAX_REASON_LENGTH = 200


class UnknownEncounter(Refused):
    code = "encounter_not_drawn"
    template = _("%(sides)s do not meet in this stage.")


class UnexpectedHandNumber(Refused):
    code = "unexpected_hand_number"
    template = _("Hand %(number)s of match %(match)s can't be played now; the next is %(expected)s.")


class UnexpectedMatchNumber(Refused):
    code = "unexpected_match_number"
    template = _("Match %(match)s can't be played now; match %(expected)s is.")


class DecidedAlready(Refused):
    code = "hand_after_decision"
    template = _("The encounter was decided before this hand.")


@dataclass
class Replay:
    """Each line is played completely or not at all, at the time of `clock`."""

    clock: Callable[[], datetime]
    club: Club | None = None
    by: Actor = CONSOLE
    tournament: Tournament | None = None
    entrants: dict[str, Entrant] = field(default_factory=dict)
    groups: list[tuple[str, list[Entrant]]] = field(default_factory=list)
    drawn: bool = False
    lines: int = 0

    def play_line(self, line: bytes | str) -> None:
        """Apply an event (a line of JSON); count it in `lines`, even if refused. Raises Refused.

        The first event of play first draws the groups.
        """
        self.lines += 1
        event = read_event(line)
        kind = event.get("event")
        if kind == "tournament":
            self._create_tournament(event)
        elif kind == "entrant":
            self._add_entrant(event)
        elif kind == "group":
            self._add_group(event)
        elif isinstance(kind, str) and kind in _EVENT_HANDLERS:
            self._draw()
            _EVENT_HANDLERS[kind](self, event)
        else:
            raise LineNotPlayable(why=f"event {kind!r}")

    def close(self) -> None:
        if self.groups:
            self._draw()
        for encounter in Encounter.objects.decided_at_tables().filter(stage__tournament=self.tournament):
            tables.call_next_encounter(encounter=encounter, by=self.by, at=self.clock())

    @transaction.atomic
    def _create_tournament(self, event: Event) -> None:
        """Create a public tournament of pairs, with a club if none is set.

        Raises LineNotPlayable for a second, another kind or an unknown rule set.
        """
        if self.tournament is not None:
            raise LineNotPlayable(why="a second tournament")
        if read_text(event, "kind") != "pairs":
            raise LineNotPlayable(why=f"kind {event['kind']!r}")
        at = self.clock()
        club = self.club or Club.objects.create(name=read_text(event, "name"), created_at=at)
        try:
            rule_set_id = read_text(event, "rule_set")
            self.tournament = tournament_settings.create_tournament(
                club=club,
                settings=read_settings(event, game_of(rule_set_id), at),
                rule_set_id=rule_set_id,
                visibility=Visibility.PUBLIC,
                by=self.by,
                at=at,
            )
        except UnknownRuleSet as unknown:
            raise LineNotPlayable(why=f"rule set {event['rule_set']!r}") from unknown

    def _add_entrant(self, event: Event) -> None:
        """Enter a pair; a used id raises LineNotPlayable."""
        key = read_text(event, "id")
        if key in self.entrants:
            raise LineNotPlayable(why=f"entrant {key} a second time")
        self.entrants[key] = entry_list.add_entrant(
            tournament=self._require_tournament(),
            name=read_text(event, "name"),
            players=read_players(event),
            by=self.by,
            at=self.clock(),
        )

    def _add_group(self, event: Event) -> None:
        if self.drawn:
            raise LineNotPlayable(why="a group after the first hand")
        name = read_text(event, "name", MAX_GROUP_NAME_LENGTH)
        if name in dict(self.groups):
            raise LineNotPlayable(why=f"group {name} a second time")
        self.groups.append((name, self._find_entrants(event.get("entrants"))))

    def _draw(self) -> None:
        if self.drawn:
            return
        draw.place_first_stage(
            tournament=self._require_tournament(), groups=self.groups, by=self.by, at=self.clock()
        )
        self.drawn = True

    def play_hand(self, event: Event) -> None:
        """Record the next hand.

        Raises UnknownEncounter, DecidedAlready, UnexpectedMatchNumber, UnexpectedHandNumber, or what
        recording raises.
        """
        encounter, sides_exchanged = self._find_encounter(event)
        match_number, number = read_number(event, "match"), read_number(event, "number")
        play = self._play(encounter)
        if encounter.winner is not None:
            raise DecidedAlready
        current = play.current
        if match_number != current.number:
            raise UnexpectedMatchNumber(match=match_number, expected=current.number)
        if number != current.next_number:
            raise UnexpectedHandNumber(number=number, match=match_number, expected=current.next_number)
        recording.record_hand(
            encounter=encounter,
            match=match_number,
            deal=current.next_deal,
            report=read_report(event, self._game, sides_exchanged),
            entry_key=self._entry_key(),
            by=self.by,
            at=self.clock(),
        )

    def play_correction(self, event: Event) -> None:
        """Correct a hand; `number` counts scored hands only.

        Raises UnknownEncounter, UnexpectedMatchNumber, UnexpectedHandNumber, or what correcting raises.
        """
        encounter, sides_exchanged = self._find_encounter(event)
        match, number = self._played_match(encounter, event), read_number(event, "number")
        hand = match.hand_of_number(number)
        if hand is None:
            raise UnexpectedHandNumber(number=number, match=match.number, expected=match.next_number)
        corrections.correct_hand(
            encounter=encounter,
            match=match.number,
            deal=hand.deal,
            version=hand.version,
            report=read_report(event, self._game, sides_exchanged),
            reason=read_text(event, "reason", MAX_REASON_LENGTH),
            entry_key=self._entry_key(),
            change=Change(self.by, self.clock()),
        )

    def play_walkover(self, event: Event) -> None:
        encounter, _turned = self._find_encounter(event)
        winner = self._find_entrant(event.get("winner"))
        letters = [side.letter for side in encounter.sides.all() if side.entrant_id == winner.pk]
        if not letters:
            raise UnknownEncounter(sides=winner.name)
        walkovers.record_walkover(
            encounter=encounter, winner=SideLetter(letters[0]), change=Change(self.by, self.clock())
        )

    def play_lot(self, event: Event) -> None:
        """Record the order of a group's tied entrants.

        Raises LineNotPlayable if group or an entrant is unknown, or what `record_lot` raises.
        """
        name = read_text(event, "group")
        group = Group.objects.filter(stage__tournament=self._require_tournament(), name=name).first()
        if group is None:
            raise LineNotPlayable(why=f"group {name!r}")
        ties.record_lot(
            scope=GroupTieScope(group),
            order=self._find_entrants(event.get("order")),
            change=Change(self.by, self.clock()),
        )

    def _played_match(self, encounter: Encounter, event: Event) -> MatchPlay:
        play = self._play(encounter)
        match = play.match(read_number(event, "match"))
        if match is None:
            raise UnexpectedMatchNumber(match=event["match"], expected=play.current.number)
        return match

    def _play(self, encounter: Encounter) -> EncounterPlay:
        return read_play(encounter, rules_of(self._require_tournament().rule_book))

    def _find_encounter(self, event: Event) -> tuple[Encounter, bool]:
        """Return the first encounter of two entrants in a kind of stage, and whether side B is named first.

        Raises LineNotPlayable if malformed, UnknownEncounter without an active one.
        """
        kind = read_text(event, "stage")
        keys = event.get("encounter")
        if kind not in StageKind.values or not isinstance(keys, list) or len(keys) != PAIR_SIZE:
            raise LineNotPlayable(why="stage or encounter")
        first, second = self._find_entrants(keys)
        encounter = (
            Encounter.objects.not_annulled()
            .filter(stage__tournament=self._require_tournament(), stage__kind=kind)
            .filter(sides__entrant=first)
            .filter(sides__entrant=second)
            .select_related("stage__tournament")
            .prefetch_related("sides")
            .first()
        )
        if encounter is None or first == second:
            raise UnknownEncounter(sides=f"{first.name}, {second.name}")
        letter = next(side.letter for side in encounter.sides.all() if side.entrant_id == first.pk)
        return encounter, letter == SideLetter.B

    @property
    def _game(self) -> Game[Any, Any]:
        return game_of(self._require_tournament().rule_book.rule_set_id)

    def _require_tournament(self) -> Tournament:
        if self.tournament is None:
            raise LineNotPlayable(why="no tournament before it")
        return self.tournament

    def _find_entrants(self, keys: object) -> list[Entrant]:
        if not isinstance(keys, list):
            raise LineNotPlayable(why="a list of entrants is missing")
        return [self._find_entrant(key) for key in keys]

    def _find_entrant(self, key: object) -> Entrant:
        if not isinstance(key, str) or key not in self.entrants:
            raise LineNotPlayable(why=f"entrant {key!r}")
        return self.entrants[key]

    def _entry_key(self) -> str:
        return f"replay:{self._require_tournament().public_id.hex}:{self.lines}"


_EVENT_HANDLERS: dict[str, Callable[[Replay, Event], None]] = {
    "hand": Replay.play_hand,
    "correction": Replay.play_correction,
    "walkover": Replay.play_walkover,
    "lot": Replay.play_lot,
}


def play_lines(replay: Replay, lines: Iterable[bytes | str]) -> None:
    """Play lines up to the first Refused."""
    for line in lines:
        if line.strip():
            replay.play_line(line)
        else:
            replay.lines += 1
    replay.close()
