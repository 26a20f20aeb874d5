from __future__ import annotations

from typing import Any

import pytest

from scoring.play import undo_hand, walkovers
from scoring.setup.domain import visibility
from scoring.setup.domain.visibility import (
    AlreadyArchived,
    DraftAlready,
    NotArchived,
    NotFinished,
    PublicAlready,
    WasPlayed,
)
from tests.factories import (
    LEAGUE,
    NOW,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
    settings,
)
from tests.module_fixtures import module_fixture
from tournaments.enums import SideLetter, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, LogRow, Tournament
from tournaments.schedule.change import Change
from tournaments.setup.domain import tournament_settings

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"by": CONSOLE, "at": NOW}


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(pairs=4, groups=1, stages=LEAGUE)


def finish(tournament: Tournament) -> Tournament:
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    tournament.refresh_from_db()
    return tournament


def last_action(tournament: Tournament) -> str:
    return LogRow.objects.filter(tournament=tournament).order_by("-pk")[0].action


def test_a_tournament_begins_as_a_draft():
    club = Club.objects.create(name="Yeni", created_at=NOW)
    created = tournament_settings.create_tournament(club=club, settings=settings(), **BY)
    assert created.visibility == Visibility.DRAFT


def test_a_draft_is_published_once():
    draft = open_tournament(visibility=Visibility.DRAFT)
    before = draft.counter
    visibility.publish(tournament=draft, **BY)
    draft.refresh_from_db()
    assert draft.visibility == Visibility.PUBLIC
    assert draft.counter > before
    assert last_action(draft) == "tournament_published"
    with pytest.raises(PublicAlready):
        visibility.publish(tournament=draft, **BY)


def test_unplayed_tournament_can_become_a_draft_again(tournament):
    visibility.unpublish(tournament=tournament, **BY)
    tournament.refresh_from_db()
    assert tournament.visibility == Visibility.DRAFT
    assert last_action(tournament) == "tournament_unpublished"
    with pytest.raises(DraftAlready):
        visibility.unpublish(tournament=tournament, **BY)


def test_played_tournament_stays_public(tournament):
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    with pytest.raises(WasPlayed):
        visibility.unpublish(tournament=tournament, **BY)


def test_withdrawn_hand_counts_as_played(tournament):
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    undo_hand.take_hand_back(encounter=encounter, match=1, deal=1, version=1, entry_key="geri", **BY)
    assert visibility.was_played(tournament)


def test_walkover_counts_as_played(tournament):
    walkovers.record_walkover(
        encounter=encounters_of(tournament)[0], winner=SideLetter.A, change=Change(**BY)
    )
    with pytest.raises(WasPlayed):
        visibility.unpublish(tournament=tournament, **BY)


def test_finished_tournament_is_archived_and_restored(tournament):
    with pytest.raises(NotFinished):
        visibility.archive(tournament=tournament, **BY)
    finish(tournament)
    visibility.archive(tournament=tournament, **BY)
    tournament.refresh_from_db()
    assert (tournament.archived_at, tournament.visibility) == (NOW, Visibility.PUBLIC)
    assert last_action(tournament) == "tournament_archived"
    with pytest.raises(AlreadyArchived):
        visibility.archive(tournament=tournament, **BY)
    visibility.unarchive(tournament=tournament, **BY)
    tournament.refresh_from_db()
    assert tournament.archived_at is None
    assert last_action(tournament) == "tournament_unarchived"
    with pytest.raises(NotArchived):
        visibility.unarchive(tournament=tournament, **BY)


def test_a_refusal_writes_nothing(tournament):
    rows = LogRow.objects.filter(tournament=tournament).count()
    with pytest.raises(PublicAlready):
        visibility.publish(tournament=tournament, **BY)
    assert LogRow.objects.filter(tournament=tournament).count() == rows
