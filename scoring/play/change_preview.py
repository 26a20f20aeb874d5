"""What a change to a tournament would do, seen before it is stored: it is made, looked at, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction

from scoring.ledger.locks import lock_tournament
from scoring.play.change_effects import Annulled, Effects
from scoring.play.dry_run import rehearse
from scoring.play.later_play import Write, free_the_way
from scoring.play.result_differences import compare, read_results
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.schedule.bracket_slots import LaterPlayRestsOnIt


@dataclass(frozen=True)
class Preview:
    """The effects of a change where later play stands, and what is played anew where it doesn't."""

    effects: Effects
    later_play: Sequence[Encounter]
    anew: Sequence[Annulled]


def preview_of(tournament: Tournament, write: Write[object]) -> Preview:
    """What a change would do now. Raises what it raises, but for LaterPlayRestsOnIt."""
    changed, later = rehearse(lambda: _made(tournament, write))
    return Preview(changed, later, played_anew(tournament, write) if later else ())


def played_anew(tournament: Tournament, write: Write[object]) -> Sequence[Annulled]:
    """The encounters that would be played anew if nothing were to stand that rests on what a change turns."""

    def act() -> Sequence[Annulled]:
        held = lock_tournament(tournament)
        before = read_results(held)
        free_the_way(partial(write, False), by=CONSOLE, at=held.created_at)
        return compare(before, read_results(held)).annulled

    return rehearse(act)


def try_it(write: Write[object]) -> Sequence[Encounter]:
    """Make a change; where later play has begun on what it turns, let it stand and give it."""
    try:
        with transaction.atomic():
            write(False)
    except LaterPlayRestsOnIt as later:
        write(True)
        return later.encounters
    return []


def _made(tournament: Tournament, write: Write[object]) -> tuple[Effects, Sequence[Encounter]]:
    held = lock_tournament(tournament)
    before = read_results(held)
    later = try_it(write)
    changed = compare(before, read_results(held))
    return changed, [before.encounters[key] for key in sorted({one.pk for one in later})]
