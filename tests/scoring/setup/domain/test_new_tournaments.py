from __future__ import annotations

import gzip
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from scoring.enums import SlideKind
from scoring.models import ScreenSettings
from scoring.officials.domain.amendments import amend_rules, preview_amendment
from scoring.play.later_play import LaterPlayChoice
from scoring.screen.domain import call_slide, set_screen
from scoring.setup.domain.new_tournaments import blueprint_of, create_tournament
from tests.factories import NOW, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.scoring.archive.sample_archives import archive_and_roll_back, eventful_tournament, restore_archive
from tests.scoring.officials.domain.amend_rules import FLAT, rules
from tournaments.draws.domain import draw
from tournaments.entrants.domain.returning_entrants import returning_entrants
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, Player, Tournament
from tournaments.setup.domain.tournament_settings import settings_of

pytestmark = pytest.mark.django_db

FROM_ELSEWHERE = Path(__file__).parents[3] / "data" / "archive.json.gz"


def again(tournament: Tournament) -> Tournament:
    day = date(2026, 11, 28)
    return create_tournament(
        blueprint=blueprint_of(tournament, at=NOW),
        settings=replace(settings_of(tournament), name="Yine", first_day=day, last_day=day),
        returning=[member.entrant.public_id for member in returning_entrants(tournament)],
        by=CONSOLE,
        at=NOW,
    )


def test_clone_keeps_the_chosen_slides():
    first = open_tournament(pairs=2)
    kinds = [SlideKind.BRACKET, SlideKind.TABLES]
    set_screen(tournament=first, kinds=kinds, order=kinds, seconds=20, by=CONSOLE, at=NOW)
    call_slide(tournament=first, kind=SlideKind.TABLES, pinned=True, by=CONSOLE, at=NOW)
    clone = again(first)
    screen_settings = ScreenSettings.objects.get(tournament=clone)
    assert (
        screen_settings.shown_kinds,
        screen_settings.seconds,
        screen_settings.called,
        screen_settings.holds,
    ) == ([kind.value for kind in kinds], 20, "", False)
    assert LogRow.objects.filter(tournament=clone, action="screen_changed").count() == 1


def test_default_screen_is_not_stored():
    first = open_tournament(pairs=2)
    assert not ScreenSettings.objects.filter(tournament=again(first)).exists()
    call_slide(tournament=first, kind=SlideKind.TABLES, pinned=True, by=CONSOLE, at=NOW)
    assert not ScreenSettings.objects.filter(tournament=again(first)).exists()


def test_clone_uses_the_amended_rules():
    first = drawn_tournament(pairs=4, groups=1)
    play_hand(encounters_of(first)[0])
    amended = rules(first, **FLAT)
    seen = preview_amendment(tournament=first, rules=amended).state_digest
    amend_rules(
        tournament=first,
        rules=amended,
        reason="Yanlıştı",
        state_digest=seen,
        later=LaterPlayChoice.ASKS,
        by=CONSOLE,
        at=NOW,
    )
    first.refresh_from_db()
    clone = again(first)
    assert clone.rule_book == first.rule_book


def played_tournament() -> Tournament:
    tournament = drawn_tournament(pairs=4, groups=1)
    play_hand(encounters_of(tournament)[0])
    return tournament


def test_clone_of_a_restored_tournament_keeps_its_people():
    first = restore_archive(archive_and_roll_back(played_tournament))
    clone = again(first)
    people = [
        list(cloned.entrants.order_by("number").values_list("players", flat=True))
        for cloned in (first, clone)
    ]
    assert people[0] == people[1]
    assert (clone.club, clone.origin, clone.rule_book) == (first.club, None, first.rule_book)
    assert draw_groups(clone).stages.exclude(drawn_at=None).exists()


def test_clone_of_an_import_from_another_site_keeps_people_rules_and_stages():
    first = restore_archive(gzip.decompress(FROM_ELSEWHERE.read_bytes()).decode())
    clone = again(first)
    assert settings_of(clone) == replace(
        settings_of(first), name=clone.name, first_day=clone.first_day, last_day=clone.last_day
    )
    assert clone.rule_book == first.rule_book
    names = [
        [
            (entrant.name, *entrant.players.order_by("pk").values_list("pk", flat=True))
            for entrant in each.entrants.all()
        ]
        for each in (first, clone)
    ]
    assert sorted(names[0]) == sorted(names[1])
    assert len(encounters_of(draw_groups(clone, groups=2))) == 2 * 6
    assert Player.objects.filter(club=first.club).count() == 2 * len(names[0])


def test_clone_uses_public_names_and_leaves_anonymous_people_out():
    first = restore_archive(archive_and_roll_back(eventful_tournament))
    entrant = first.entrants.get(players__anonymous_as__isnull=False)
    clone = again(first)
    assert clone.entrants.count() == first.entrants.count() - 1
    assert not clone.entrants.filter(players__in=entrant.players.all()).exists()
    assert clone.entrants.filter(players__name="A. I.").count() == 1


def draw_groups(tournament: Tournament, *, groups: int = 1) -> Tournament:
    draw.draw_groups(tournament=tournament, groups=groups, seed="101", by=CONSOLE, at=NOW)
    return tournament
