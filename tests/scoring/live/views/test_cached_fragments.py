from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.factories import drawn_tournament, encounters_of, play_encounter, play_hand
from tests.languages import english
from tests.scoring.live.page_counters import address, begin, play_groups, refresh, text
from tournaments.live.fragment_store import fragment_store
from tournaments.models import Tournament

TABLE, ITEM = "scoring/public/_group_standings.html", "scoring/public/_encounter_in_play.html"

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = drawn_tournament(pairs=8, groups=2)
    begin(tournament, 2)
    refresh(tournament)
    return tournament


def count_renderings(answer: Any, template: str) -> int:
    return [template.name for template in answer.templates].count(template)


def test_fragment_is_rendered_once_for_its_values(client: Client, tournament: Tournament):
    url = english(address("tournament", tournament))
    first, second = client.get(url), client.get(url)
    assert count_renderings(first, TABLE) == count_renderings(first, ITEM) == 2
    assert count_renderings(second, TABLE) == count_renderings(second, ITEM) == 0
    assert text(first) == text(second)


def test_only_changed_fragments_are_rendered_again(client: Client, tournament: Tournament):
    url = english(address("tournament", tournament))
    client.get(url)
    play_hand(next(encounter for encounter in encounters_of(tournament) if encounter.started_at))
    refresh(tournament)
    assert (count_renderings(again := client.get(url), TABLE), count_renderings(again, ITEM)) == (1, 1)


@pytest.mark.release
def test_cached_fragments_equal_fresh_ones(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    first, second, *_later = (encounter for encounter in encounters_of(tournament) if not encounter.group)
    first_entrant = first.sides.order_by("letter").values("entrant")[:1]
    changes = {
        "a hand": lambda: play_hand(first),
        "a name": lambda: tournament.entrants.filter(pk__in=first_entrant).update(name="Zeybekler"),
        "a result": lambda: play_encounter(first),
        "another": lambda: play_encounter(second, "B"),
    }
    seen: dict[str, set[str]] = {page: set() for page in ("tournament", "groups", "bracket", "schedule")}
    for change in changes.values():
        change()
        for page, before in seen.items():
            url = english(address(page, tournament))
            shown_text = text(client.get(url))
            fragment_store.clear()
            assert text(client.get(url)) == shown_text
            before.add(shown_text)
    assert len(seen["bracket"]) == len(changes)


def test_fragments_are_cached_per_language(client: Client, tournament: Tournament):
    in_english = "Why this rank?"
    assert in_english in text(client.get(english(address("tournament", tournament))))
    assert in_english not in text(client.get(address("tournament", tournament)))
