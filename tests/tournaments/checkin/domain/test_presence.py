from __future__ import annotations

import pytest

from tests.factories import NOW, drawn_tournament, open_tournament
from tests.module_fixtures import module_fixture
from tournaments.checkin.domain import presence
from tournaments.entrants.domain.entry_list import EntriesClosed
from tournaments.enums import ApplicationState
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Entrant, LogRow, SignUp, Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return open_tournament(pairs=4)


def entrant(tournament: Tournament, number: int = 1) -> Entrant:
    return tournament.entrants.get(number=number)


def mark(entrant: Entrant, *, here: bool = True) -> bool:
    return presence.set_present(entrant=entrant, present=here, by=CONSOLE, at=NOW)


def test_second_tap_changes_nothing_and_undo_clears_the_mark(tournament: Tournament):
    checked_in = entrant(tournament)
    assert mark(checked_in)
    assert not mark(checked_in)
    assert entrant(tournament).checked_in_at == NOW
    assert mark(checked_in, here=False)
    assert not mark(checked_in, here=False)
    assert entrant(tournament).checked_in_at is None
    log_rows = LogRow.objects.filter(tournament=tournament, subject=str(checked_in.public_id))
    assert [row.action for row in log_rows.order_by("pk")][-2:] == ["checked_in", "check_in_undone"]


def test_missing_entrants_on_the_page_are_removed_and_the_next_moves_up(tournament: Tournament):
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
    seen = [row.public_id for row in tournament.entrants.exclude(number=4)]
    mark(entrant(tournament, 2))
    done = presence.remove_missing(tournament=tournament, listed_ids=seen, by=CONSOLE, at=NOW)
    assert (done.entrants, [row.pk for row in done.moved_up]) == (1, [waiting.pk])
    names = set(tournament.entrants.values_list("name", flat=True))
    assert "Saklı – Demir" in names
    assert len(names) == 4


def test_draw_ends_marking_and_removal():
    tournament = drawn_tournament()
    first_entrant = tournament.entrants.get(number=1)
    with pytest.raises(EntriesClosed):
        mark(first_entrant)
    with pytest.raises(EntriesClosed):
        presence.remove_missing(
            tournament=tournament, listed_ids=[first_entrant.public_id], by=CONSOLE, at=NOW
        )
    assert Entrant.objects.filter(pk=first_entrant.pk).exists()
