"""Who is in the room before the draw."""

from __future__ import annotations

import pytest

from tests.factories import NOW, drawn_tournament, open_tournament
from tests.kept import kept
from tournaments.checkin.domain import presence
from tournaments.entrants.domain.entry_list import EntriesClosed
from tournaments.enums import ApplicationState
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Entrant, LogRow, SignUp, Tournament

pytestmark = pytest.mark.django_db


@kept
def tournament() -> Tournament:
    return open_tournament(pairs=4)


def entrant(tournament: Tournament, number: int = 1) -> Entrant:
    return tournament.entrants.get(number=number)


def mark(one: Entrant, *, here: bool = True) -> bool:
    return presence.mark(entrant=one, here=here, by=CONSOLE, at=NOW)


def test_a_second_tap_says_nothing_new_and_undo_takes_it_back(tournament: Tournament):
    one = entrant(tournament)
    assert mark(one)
    assert not mark(one)
    assert entrant(tournament).here_at == NOW
    assert mark(one, here=False)
    assert not mark(one, here=False)
    assert entrant(tournament).here_at is None
    told = LogRow.objects.filter(tournament=tournament, subject=str(one.public_id))
    assert [row.action for row in told.order_by("pk")][-2:] == ["checked_in", "check_in_undone"]


def test_whoever_is_still_missing_of_those_seen_is_taken_off_and_the_next_moves_up(tournament: Tournament):
    SignUp.objects.create(tournament=tournament, is_open=True, capacity=4)
    waiting = Application.objects.create(
        tournament=tournament,
        code_digest="0" * 64,
        form_digest="0" * 64,
        state=ApplicationState.WAITING,
        player_1="Gizem Saklı",
        player_2="Ece Demir",
        signed_up_at=NOW,
    )
    mark(entrant(tournament, 1))
    seen = [one.public_id for one in tournament.entrants.exclude(number=4)]
    mark(entrant(tournament, 2))
    done = presence.take_off_missing(tournament=tournament, seen=seen, by=CONSOLE, at=NOW)
    assert (done.entrants, [one.pk for one in done.moved_up]) == (1, [waiting.pk])
    names = set(tournament.entrants.values_list("name", flat=True))
    assert "Saklı – Demir" in names
    assert len(names) == 4


def test_once_the_draw_is_made_nobody_is_marked_or_taken_off():
    drawn = drawn_tournament()
    one = drawn.entrants.get(number=1)
    with pytest.raises(EntriesClosed):
        mark(one)
    with pytest.raises(EntriesClosed):
        presence.take_off_missing(tournament=drawn, seen=[one.public_id], by=CONSOLE, at=NOW)
    assert Entrant.objects.filter(pk=one.pk).exists()
