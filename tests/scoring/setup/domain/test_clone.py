"""The same evening again, with what the large screen shows."""

from __future__ import annotations

import gzip
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scoring.enums import SlideKind
from scoring.models import ScreenSettings
from scoring.officials.domain.amendments import amend_rules, preview_amendment
from scoring.play.later_play import LaterPlay
from scoring.screen import domain as screen
from scoring.setup.domain.clone import hold_again
from tests.factories import NOW, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.scoring.archive.made import archive_then_forget, eventful, restored
from tests.scoring.officials.domain.amending import FLAT, rules
from tournaments.draws.domain import draw
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, Player, Tournament
from tournaments.setup.domain.tournament_settings import settings_of

pytestmark = pytest.mark.django_db

FROM_ELSEWHERE = Path(__file__).parents[3] / "data" / "archive.json.gz"


def again(tournament: Tournament, **changes: Any) -> Tournament:
    day = date(2026, 11, 28)
    given: dict[str, Any] = {"name": "Yine", "first_day": day, "last_day": day, "with_entrants": True}
    return hold_again(tournament=tournament, **given | changes, by=CONSOLE, at=NOW)


def test_the_slides_that_were_chosen_are_chosen_again():
    first = open_tournament(pairs=2)
    kinds = [SlideKind.BRACKET, SlideKind.TABLES]
    screen.set_screen(tournament=first, kinds=kinds, order=kinds, seconds=20, by=CONSOLE, at=NOW)
    screen.call_slide(tournament=first, kind=SlideKind.TABLES, hold=True, by=CONSOLE, at=NOW)
    made = again(first)
    own = ScreenSettings.objects.get(tournament=made)
    assert (own.shown, own.seconds, own.called, own.holds) == ([one.value for one in kinds], 20, "", False)
    assert LogRow.objects.filter(tournament=made, action="screen_changed").count() == 1


def test_a_usual_screen_needs_no_row():
    first = open_tournament(pairs=2)
    assert not ScreenSettings.objects.filter(tournament=again(first)).exists()
    screen.call_slide(tournament=first, kind=SlideKind.TABLES, hold=True, by=CONSOLE, at=NOW)
    assert not ScreenSettings.objects.filter(tournament=again(first)).exists()


def test_it_is_played_by_the_rules_as_they_were_amended():
    first = drawn_tournament(pairs=4, groups=1)
    play_hand(encounters_of(first)[0])
    amended = rules(first, **FLAT)
    seen = preview_amendment(tournament=first, rules=amended).seen
    amend_rules(
        tournament=first,
        rules=amended,
        reason="Yanlıştı",
        seen=seen,
        later=LaterPlay.ASKS,
        by=CONSOLE,
        at=NOW,
    )
    first.refresh_from_db()
    made = again(first)
    assert made.rule_book == first.rule_book


def played() -> Tournament:
    tournament = drawn_tournament(pairs=4, groups=1)
    play_hand(encounters_of(tournament)[0])
    return tournament


def test_one_that_came_in_an_archive_is_set_up_again_with_its_people():
    first = restored(archive_then_forget(played))
    made = again(first)
    people = [
        list(one.entrants.order_by("number").values_list("players", flat=True)) for one in (first, made)
    ]
    assert people[0] == people[1]
    assert (made.club, made.origin, made.rule_book) == (first.club, None, first.rule_book)
    assert draw_groups(made).stages.exclude(drawn_at=None).exists()


def test_of_an_evening_of_another_house_people_rules_and_stages_come_along():
    first = restored(gzip.decompress(FROM_ELSEWHERE.read_bytes()).decode())
    made = again(first)
    assert settings_of(made) == replace(
        settings_of(first), name=made.name, first_day=made.first_day, last_day=made.last_day
    )
    assert made.rule_book == first.rule_book
    names = [
        [(one.name, *one.players.order_by("pk").values_list("pk", flat=True)) for one in each.entrants.all()]
        for each in (first, made)
    ]
    assert sorted(names[0]) == sorted(names[1])
    assert len(encounters_of(draw_groups(made, groups=2))) == 2 * 6
    assert Player.objects.filter(club=first.club).count() == 2 * len(names[0])


def test_whose_name_nobody_reads_in_the_archive_stays_out_or_comes_by_the_name_that_all_read():
    first = restored(archive_then_forget(eventful))
    gone = first.entrants.get(players__anonymous_as__isnull=False)
    made = again(first)
    assert made.entrants.count() == first.entrants.count() - 1
    assert not made.entrants.filter(players__in=gone.players.all()).exists()
    assert made.entrants.filter(players__name="Martı").count() == 1


def draw_groups(tournament: Tournament, *, groups: int = 1) -> Tournament:
    draw.draw_groups(tournament=tournament, groups=groups, seed="101", by=CONSOLE, at=NOW)
    return tournament
