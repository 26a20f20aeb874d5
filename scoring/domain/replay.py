"""Playing a recorded evening again through the same calls that the pages use (RULES §9)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.reports import HandReport, MalformedHand, parse_report
from rules.rulesets import UnknownRuleSet
from tournaments.domain import draw, entries, setup, tables
from tournaments.domain.actor import CONSOLE, Actor
from tournaments.domain.refusals import Refused
from tournaments.enums import SideLetter, StageKind
from tournaments.models import Club, Encounter, Entrant, Group, Tournament

from . import ledger, walkovers
from .play import MatchPlay, read_play

Event = Mapping[str, Any]
PAIR = 2


class LineNotPlayable(Refused):
    """A line that makes no sense where it stands."""

    code = "line_not_playable"
    template = _("This line can't be played: %(why)s")


class UnknownEncounter(Refused):
    code = "encounter_not_drawn"
    template = _("%(sides)s do not meet in this stage.")


class NumberOutOfTurn(Refused):
    code = "number_out_of_turn"
    template = _("Hand %(number)s of match %(match)s can't be played now; the next is %(expected)s.")


class MatchOutOfTurn(Refused):
    code = "match_out_of_turn"
    template = _("Match %(match)s can't be played now; match %(expected)s is.")


class DecidedAlready(Refused):
    code = "hand_after_decision"
    template = _("The encounter was decided before this hand.")


@dataclass
class Replay:
    """One evening being played; `play_line` takes its lines in order.

    A line is played whole or not at all; what came before it stays. `clock` gives the time of each line.
    """

    clock: Callable[[], datetime]
    club: Club | None = None
    by: Actor = CONSOLE
    tournament: Tournament | None = None
    entrants: dict[str, Entrant] = field(default_factory=dict)
    groups: list[tuple[str, list[Entrant]]] = field(default_factory=list)
    drawn: bool = False
    lines: int = 0

    def play_line(self, line: bytes | str) -> None:
        """Play one event. Raises Refused with a code and a message."""
        self.lines += 1
        event = _read(line)
        kind = event.get("event")
        if kind == "tournament":
            self._open(event)
        elif kind == "entrant":
            self._enter(event)
        elif kind == "group":
            self._group(event)
        elif kind in _PLAYED:
            self._draw()
            _PLAYED[kind](self, event)
        else:
            raise LineNotPlayable(why=f"event {kind!r}")

    def close(self) -> None:
        """End the evening here: groups that saw no hand are drawn, tables leave what is decided."""
        if self.groups:
            self._draw()
        for encounter in Encounter.objects.decided_at_tables().filter(stage__tournament=self.tournament):
            tables.call_next_encounter(encounter=encounter, by=self.by, at=self.clock())

    @transaction.atomic
    def _open(self, event: Event) -> None:
        if self.tournament is not None:
            raise LineNotPlayable(why="a second tournament")
        if _text(event, "kind") != "pairs":
            raise LineNotPlayable(why=f"kind {event['kind']!r}")
        at = self.clock()
        club = self.club or Club.objects.create(name=_text(event, "name"), created_at=at)
        try:
            self.tournament = setup.create_tournament(
                club=club,
                settings=_settings(event, at),
                rule_set_id=_text(event, "rule_set"),
                by=self.by,
                at=at,
            )
        except UnknownRuleSet as unknown:
            raise LineNotPlayable(why=f"rule set {event['rule_set']!r}") from unknown

    def _enter(self, event: Event) -> None:
        key, players = _text(event, "id"), event.get("players")
        if key in self.entrants:
            raise LineNotPlayable(why=f"entrant {key} a second time")
        if (
            not isinstance(players, list)
            or len(players) != PAIR
            or not all(isinstance(p, str) for p in players)
        ):
            raise LineNotPlayable(why="a pair has two players")
        self.entrants[key] = entries.add_entrant(
            tournament=self._opened(),
            name=_text(event, "name"),
            players=players,
            by=self.by,
            at=self.clock(),
        )

    def _group(self, event: Event) -> None:
        if self.drawn:
            raise LineNotPlayable(why="a group after the first hand")
        self.groups.append((_text(event, "name"), self._named(event.get("entrants"))))

    def _draw(self) -> None:
        if self.drawn:
            return
        draw.place_by_hand(tournament=self._opened(), groups=self.groups, by=self.by, at=self.clock())
        self.drawn = True

    def play_hand(self, event: Event) -> None:
        encounter, turned = self._encounter(event)
        match_number, number = _number(event, "match"), _number(event, "number")
        play = read_play(encounter)
        if encounter.winner is not None:
            raise DecidedAlready
        current = play.current
        if match_number != current.number:
            raise MatchOutOfTurn(match=match_number, expected=current.number)
        if number != current.next_number:
            raise NumberOutOfTurn(number=number, match=match_number, expected=current.next_number)
        ledger.record_hand(
            encounter=encounter,
            match=match_number,
            deal=current.next_deal,
            report=_report(event, turned),
            entry_key=self._key(),
            by=self.by,
            at=self.clock(),
        )

    def play_correction(self, event: Event) -> None:
        encounter, turned = self._encounter(event)
        match, number = self._played_match(encounter, event), _number(event, "number")
        hand = match.hand_of_number(number)
        if hand is None:
            raise NumberOutOfTurn(number=number, match=match.number, expected=match.next_number)
        ledger.correct_hand(
            encounter=encounter,
            match=match.number,
            deal=hand.deal,
            version=hand.version,
            report=_report(event, turned),
            reason=_text(event, "reason"),
            entry_key=self._key(),
            by=self.by,
            at=self.clock(),
        )

    def play_walkover(self, event: Event) -> None:
        encounter, _turned = self._encounter(event)
        winner = self._entrant(event.get("winner"))
        letters = [side.letter for side in encounter.sides.all() if side.entrant_id == winner.pk]
        if not letters:
            raise UnknownEncounter(sides=winner.name)
        walkovers.record_walkover(
            encounter=encounter, winner=SideLetter(letters[0]), by=self.by, at=self.clock()
        )

    def play_lot(self, event: Event) -> None:
        name = _text(event, "group")
        group = Group.objects.filter(stage__tournament=self._opened(), name=name).first()
        if group is None:
            raise LineNotPlayable(why=f"group {name!r}")
        walkovers.record_lot(group=group, order=self._named(event.get("order")), by=self.by, at=self.clock())

    def _played_match(self, encounter: Encounter, event: Event) -> MatchPlay:
        match = read_play(encounter).match(_number(event, "match"))
        if match is None:
            raise MatchOutOfTurn(match=event["match"], expected=read_play(encounter).current.number)
        return match

    def _encounter(self, event: Event) -> tuple[Encounter, bool]:
        """The encounter of two entrants in a stage, and whether they are named as B and A."""
        kind = _text(event, "stage")
        named = event.get("encounter")
        if kind not in StageKind.values or not isinstance(named, list) or len(named) != PAIR:
            raise LineNotPlayable(why="stage or encounter")
        first, second = self._named(named)
        encounter = (
            Encounter.objects.filter(stage__tournament=self._opened(), stage__kind=kind)
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

    def _opened(self) -> Tournament:
        if self.tournament is None:
            raise LineNotPlayable(why="no tournament before it")
        return self.tournament

    def _named(self, keys: object) -> list[Entrant]:
        if not isinstance(keys, list):
            raise LineNotPlayable(why="a list of entrants is missing")
        return [self._entrant(key) for key in keys]

    def _entrant(self, key: object) -> Entrant:
        if not isinstance(key, str) or key not in self.entrants:
            raise LineNotPlayable(why=f"entrant {key!r}")
        return self.entrants[key]

    def _key(self) -> str:
        return f"replay:{self._opened().public_id.hex}:{self.lines}"


_PLAYED: dict[object, Callable[[Replay, Event], None]] = {
    "hand": Replay.play_hand,
    "correction": Replay.play_correction,
    "walkover": Replay.play_walkover,
    "lot": Replay.play_lot,
}


def play_lines(replay: Replay, lines: Iterable[bytes | str]) -> None:
    """Play a whole file; blank lines are passed over. Stops at the first Refused."""
    for line in lines:
        if line.strip():
            replay.play_line(line)
        else:
            replay.lines += 1
    replay.close()


def _read(line: bytes | str) -> Event:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LineNotPlayable(why="not JSON") from error
    if not isinstance(event, dict):
        raise LineNotPlayable(why="not a JSON object")
    return event


def _text(event: Event, key: str) -> str:
    value = event.get(key)
    if not isinstance(value, str) or not value.strip():
        raise LineNotPlayable(why=f"{key} is missing")
    return value


def _number(event: Event, key: str) -> int:
    value = event.get(key)
    if type(value) is not int or value < 1:
        raise LineNotPlayable(why=f"{key} is missing")
    return value


def _settings(event: Event, at: datetime) -> setup.TournamentSettings:
    stages = event.get("stages") or {}
    plans = {
        kind: setup.StageSettings(
            best_of=_number({**event, **stages.get(kind, {})}, "best_of"),
            hands=_number({**event, **stages.get(kind, {})}, "hands"),
        )
        for kind in StageKind.values
    }
    return setup.TournamentSettings(
        name=_text(event, "name"),
        first_day=at.date(),
        last_day=at.date(),
        venue="",
        tables=8,
        groups=plans[StageKind.GROUPS],
        knockout=plans[StageKind.KNOCKOUT],
        advance=_number(event, "advance"),
    )


def _report(event: Event, turned: bool) -> HandReport:
    """The report of a line; `turned` when its side A was drawn as side B."""
    try:
        return parse_report(_turn(event.get("report")) if turned else event.get("report"))
    except MalformedHand as malformed:
        raise LineNotPlayable(why=malformed.message.en) from malformed


def _turn(report: object) -> object:
    """The same report with the sides' letters exchanged: partners stay together, so the score does too."""
    if not isinstance(report, dict):
        return report
    letters = {"A1": "B1", "B1": "A1", "A2": "B2", "B2": "A2"}
    turned = dict(report)
    if isinstance(report.get("seats"), dict):
        turned["seats"] = {letters.get(seat, seat): said for seat, said in report["seats"].items()}
    if isinstance(report.get("finisher"), str):
        turned["finisher"] = letters.get(report["finisher"], report["finisher"])
    return turned
