"""Archives of tournaments that are rolled back, so that they can be restored in the same database."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from django.db import connection, transaction

from scoring.archive import verify
from scoring.archive.restore import restore_tournament
from scoring.archive.writer import archive_as_text
from scoring.people import domain
from scoring.play.calls import close_call
from scoring.play.undo_hand import take_hand_back
from scoring.play.walkovers import record_walkover
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    play_encounter,
    play_hand,
    report,
    rule,
)
from tests.scoring.confirmation.confirm_matches import confirm, match_of, protest
from tests.tournaments.signup.domain.applicants import apply, open_sign_up
from tournaments.enums import NameDisplay, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Tournament
from tournaments.people.domain import public_names
from tournaments.schedule.change import Change
from tournaments.signup.domain import decisions

Archive = dict[str, Any]


def archive_and_roll_back(make: Callable[[], Tournament]) -> str:
    with transaction.atomic():
        text = archive_as_text(make().public_id)
        connection.check_constraints()
        transaction.set_rollback(True)
    return text


def restore_archive(text: str | Archive) -> Tournament:
    written = text if isinstance(text, str) else json.dumps(text)
    club = Club.objects.create(name="Arşiv", created_at=NOW)
    return restore_tournament(written.encode(), club=club, at=NOW)


def reseal(archive: Archive) -> None:
    for chain in verify.iterate_chains(archive):
        previous = ""
        for _place, sealed in chain:
            row = cast("Archive", sealed)
            row["previous_hash"] = previous
            row["hash"] = previous = verify.seal_of(row)
    archive["digest"] = verify.digest_of(archive)


def withheld_empty_reason(archive: Archive) -> str:
    """Withhold a reason whose seal says that it is empty; return its place."""
    number = next(number for number, entry in enumerate(archive["entries"]) if entry["summary"] == "")
    archive["entries"][number]["summary"] = None
    return f"/entries/{number}/summary"


def restore_without_texts(make: Callable[[], Tournament], action: str) -> Tournament:
    """Restore the archive of a tournament, without the texts of its log rows of this action."""
    archive: Archive = json.loads(archive_and_roll_back(make))
    rows = [row for row in archive["log"] if row.get("action") == action]
    assert rows
    for row in rows:
        row["before"] = row["after"] = None
    return restore_archive(archive)


def eventful_tournament() -> Tournament:
    """Create a tournament in play with a row of nearly every kind.

    One player hides their name, one was made anonymous, and reasons contain both names.
    """
    tournament = drawn_tournament()
    first, second, third = encounters_of(tournament)[:3]
    hiding, anonymous = (first.sides.get(letter=letter).players[0] for letter in "AB")
    hidden, real = hiding.name, anonymous.name
    for number in range(3):
        play_hand(first, at=NOW + timedelta(minutes=number))
    correct(first, report(points=(5, 6)), reason=f"{hidden} yanlış saydı", reason_codes=["mistyped"])
    correct(first, report(points=(5, 7)), deal=2, reason=f"{real} söyledi")
    rule(first, fixed(1, 2, 3, 4), deal=1, version=2)
    key, later = uuid.uuid4().hex, NOW + timedelta(minutes=2)
    take_hand_back(encounter=first, match=1, deal=3, entry_key=key, by=CONSOLE, at=later)
    play_encounter(second)
    match = match_of(second)
    call = protest(match)
    close_call(call=call, answer=f"{real} haklı", answer_codes=["corrected"], by=CONSOLE, at=later)
    for letter in "AB":
        confirm(match, letter)
    record_walkover(
        encounter=third, winner=SideLetter.A, reason=f"{hidden} gelmedi", change=Change(CONSOLE, later)
    )
    choices = {hiding: NameDisplay.HIDDEN}
    public_names.choose_public_names(tournament=tournament, choices=choices, by=CONSOLE, at=later)
    domain.make_anonymous(player=anonymous, by=CONSOLE, at=later)
    return tournament


def tournament_with_sign_ups() -> Tournament:
    tournament = open_sign_up(capacity=2)
    first, second, pair = (
        apply(tournament, *names) for names in (["Ali Ak"], ["Ece Er"], ["Su Ay", "Can Us"])
    )
    decisions.join_applications(first=first, second=second, by=CONSOLE, at=NOW)
    decisions.mark_paid(application=pair, paid=True, by=CONSOLE, at=NOW)
    return tournament
