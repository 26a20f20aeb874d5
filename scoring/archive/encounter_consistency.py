from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any, Final

from rules.seats import SEATS_PAIRS, SEATS_SINGLES
from scoring.archive.errors import json_pointer
from scoring.archive.parsed_archive import Archive, Values
from scoring.enums import CallState
from tournaments.enums import SINGLES_KINDS, STANDINGS_KINDS, SWISS_KINDS, EncounterState, Part, StageKind
from tournaments.models.stage import letters_of
from tournaments.small_inputs import MAX_NUMBER

Problem = tuple[str, str]
NO_SIDE: Final = "is no side of this format"


def _check_encounters(archive: Archive) -> Iterator[Problem]:
    stages = _stages_by_position(archive)
    for number, row in enumerate(archive.rows["encounters"]):
        place = json_pointer("encounters", number)
        for name, (fits, why) in _encounter_checks(row, stages[row["stage"]]).items():
            if not fits:
                yield f"{place}/{name}", why


def _check_parts_and_rounds(archive: Archive) -> Iterator[Problem]:
    """Yield encounters of parts foreign to the format, or in rounds above their group's last or not drawn.

    Only Swiss rounds after the first need a draw; one that was undone doesn't count.
    """
    stages, last = _stages_by_position(archive), _last_rounds(archive)
    drawn = {(row["stage"], row["round"]) for row in archive.rows["draws"] if row["undone_at"] is None}
    for number, row in enumerate(archive.rows["encounters"]):
        kind, place = stages[row["stage"]]["kind"], json_pointer("encounters", number)
        if row["part"] not in (
            (Part.MAIN, Part.EXTRA) if kind in STANDINGS_KINDS else set(Part) - {Part.EXTRA}
        ):
            yield f"{place}/part", "is no part of this format"
        if row["round"] > min(last.get(row["group"], MAX_NUMBER), MAX_NUMBER):
            yield f"{place}/round", "is more than its group can have"
        later = row["part"] == Part.MAIN and row["round"] > 1
        if kind in SWISS_KINDS and later and (row["stage"], row["round"]) not in drawn:
            yield f"{place}/round", "is not drawn"


def _last_rounds(archive: Archive) -> Mapping[Any, int]:
    """Return the highest possible round by group (stage, position), late entrants' included; only GROUPS."""
    # Late entrants add rounds, at most one per meeting; an extra encounter is a round.
    stages = _stages_by_position(archive)
    sizes = Counter(row["group"] for row in archive.rows["group_places"])
    extra = Counter(row["group"] for row in archive.rows["encounters"] if row["part"] == Part.EXTRA)
    return {
        group: stages[group[0]]["meetings"] * size * (size - 1) + extra[group]
        for group, size in sizes.items()
        if stages[group[0]]["kind"] == StageKind.GROUPS
    }


def _encounter_checks(row: Values, stage: Values) -> dict[str, tuple[bool, str]]:
    """Return by column whether it is valid, and the problem to report if not."""
    four, group = stage["kind"] in SINGLES_KINDS, row["group"]
    in_group = group is None or group[0] == row["stage"]
    decided, begun = row["state"] == EncounterState.DECIDED, row["started_at"] is not None
    return {
        "stage": (stage["drawn_at"] is not None, "is not drawn"),
        "round": (row["round"] >= 1, "is less than 1"),
        "group": (
            in_group and (group is not None or stage["kind"] != StageKind.GROUPS),
            "is no group of its stage",
        ),
        "table": (row["table"] is not None or (decided and not begun), "is empty, though one is needed"),
        "queue_place": (row["table"] is not None or row["queue_place"] is None, "is that of no table"),
        "started_at": (
            decided or begun == (row["state"] == EncounterState.PLAYING),
            "does not fit its state",
        ),
        "winner": (row["winner"] in (None, *letters_of(stage["kind"])), NO_SIDE),
        "first_dealer": (
            row["first_dealer"] in ("", *(SEATS_SINGLES if four else SEATS_PAIRS)),
            "is no seat of this format",
        ),
        "last_deal": (
            row["stopped_at"] is not None or (row["last_match"], row["last_deal"]) == (0, 0),
            "is that of an encounter that no bell stopped",
        ),
        "decided_at": (decided == (row["decided_at"] is not None), "does not fit its state"),
    }


def _check_sides(archive: Archive) -> Iterator[Problem]:
    """Yield second sides of an entrant, letters unlike the format's, impossible numbers and vacancies."""
    stages = _stages_by_position(archive)
    letters: defaultdict[Any, list[str]] = defaultdict(list)
    entrants: set[tuple[Any, Any]] = set()
    for number, row in enumerate(archive.rows["sides"]):
        letters[row["encounter"]].append(row["letter"])
        key = (row["encounter"], row["entrant"])
        if row["entrant"] is not None and key in entrants:
            yield json_pointer("sides", number, "entrant"), "is at another side of this encounter"
        entrants.add(key)
    for number, encounter in enumerate(archive.rows["encounters"]):
        kind = stages[encounter["stage"]]["kind"]
        if sorted(letters[str(encounter["public_id"])]) != letters_of(kind):
            yield json_pointer("encounters", number), "has other sides than its format has"
    encounters = _encounters_by_id(archive)
    for number, row in enumerate(archive.rows["sides"]):
        kind = stages[encounters[row["encounter"]]["stage"]]["kind"]
        yield from _check_side_places(row, json_pointer("sides", number), len(letters_of(kind)))


def _check_sources(archive: Archive) -> Iterator[Problem]:
    """Yield sides filled in a circle, from a later stage, or from a group of no earlier stage."""
    encounters = _encounters_by_id(archive)
    sources: defaultdict[Any, set[Any]] = defaultdict(set)
    for number, row in enumerate(archive.rows["sides"]):
        place, stage = json_pointer("sides", number), encounters[row["encounter"]]["stage"]
        if row["from_encounter"] is not None:
            sources[row["encounter"]].add(row["from_encounter"])
            if encounters[row["from_encounter"]]["stage"] > stage:
                yield f"{place}/from_encounter", "is of a later stage"
        if row["from_group"] is not None and row["from_group"][0] >= stage:
            yield f"{place}/from_group", "is not of an earlier stage"
    if (circular := find_circular_source(sources)) is not None:
        number = archive.names["encounters"][circular]
        yield json_pointer("encounters", number), "is filled by encounters that it fills"


def _check_side_places(row: Values, place: str, sides: int) -> Iterator[Problem]:
    for name in ("place", "from_place"):
        if row[name] is not None and not 1 <= row[name] <= sides:
            yield f"{place}/{name}", f"is not between 1 and {sides}"
    for name in ("seed", "from_rank"):
        if row[name] is not None and row[name] < 1:
            yield f"{place}/{name}", "is less than 1"
    if row["vacant"] and row["entrant"] is not None:
        yield f"{place}/vacant", "is so, though an entrant is there"


def find_circular_source(sources: Mapping[Any, set[Any]]) -> Any:
    try:
        TopologicalSorter(sources).prepare()
    except CycleError as error:
        return min(error.args[1])
    return None


def _check_matches(archive: Archive) -> Iterator[Problem]:
    """Yield matches with an impossible number or winner, and hands with a deal below 1."""
    stages, encounters = _stages_by_position(archive), _encounters_by_id(archive)
    for number, row in enumerate(archive.rows["matches"]):
        stage, place = stages[encounters[row["encounter"]]["stage"]], json_pointer("matches", number)
        if not 1 <= row["number"] <= stage["best_of"]:
            yield f"{place}/number", f"is not between 1 and {stage['best_of']}"
        if row["winner"] not in (None, *letters_of(stage["kind"])):
            yield f"{place}/winner", NO_SIDE
    for number, row in enumerate(archive.rows["hands"]):
        if row["deal"] < 1:
            yield json_pointer("hands", number, "deal"), "is less than 1"


def _check_confirmations(archive: Archive) -> Iterator[Problem]:
    stages, encounters = _stages_by_position(archive), _encounters_by_id(archive)
    encounter_of = {str(row["public_id"]): encounters[row["encounter"]] for row in archive.rows["matches"]}
    for number, row in enumerate(archive.rows["confirmations"]):
        if row["side"] not in letters_of(stages[encounter_of[row["match"]]["stage"]]["kind"]):
            yield json_pointer("confirmations", number, "side"), NO_SIDE
        if (row["match"], row["deal"]) not in archive.names["hands"]:
            yield json_pointer("confirmations", number, "deal"), "is none of the hands of this match"


def _stages_by_position(archive: Archive) -> dict[int, Values]:
    return {row["position"]: row for row in archive.rows["stages"]}


def _encounters_by_id(archive: Archive) -> dict[str, Values]:
    return {str(row["public_id"]): row for row in archive.rows["encounters"]}


def _check_bells(archive: Archive) -> Iterator[Problem]:
    for number, row in enumerate(archive.rows["bells"]):
        if not 1 <= row["round"] <= MAX_NUMBER:
            yield json_pointer("bells", number, "round"), f"is not between 1 and {MAX_NUMBER}"


def _check_protests(archive: Archive) -> Iterator[Problem]:
    """Yield protests without a hand, of a wrong encounter or side, or with times unlike the state."""
    encounter_of = {str(row["public_id"]): row["encounter"] for row in archive.rows["matches"]}
    stages, encounters = _stages_by_position(archive), _encounters_by_id(archive)
    for number, row in enumerate(archive.rows["protests"]):
        place = json_pointer("protests", number)
        if row["hand"] is None:
            yield f"{place}/hand", "is empty, and may not be"
            continue
        encounter = encounter_of[row["hand"][0]]
        if row["encounter"] not in (None, encounter):
            yield f"{place}/encounter", "is another than that of its hand"
        if row["side"] not in letters_of(stages[encounters[encounter]["stage"]]["kind"]):
            yield f"{place}/side", NO_SIDE
        if (row["state"] == CallState.CLOSED) != (row["closed_at"] is not None):
            yield f"{place}/closed_at", "does not fit its state"
        if row["state"] == CallState.TAKEN and row["taken_at"] is None:
            yield f"{place}/taken_at", "does not fit its state"


ENCOUNTER_CHECKS: Final[tuple[Callable[[Archive], Iterator[Problem]], ...]] = (
    *(
        _check_encounters,
        _check_parts_and_rounds,
        _check_sides,
        _check_sources,
        _check_matches,
        _check_confirmations,
        _check_bells,
        _check_protests,
    ),
)
