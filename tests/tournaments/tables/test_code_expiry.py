from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import NOW, drawn_tournament
from tests.languages import LanguageClient
from tests.scoring.confirmation.confirm_matches import sides_phone
from tests.scoring.table.table_phones import phone, table_of, text
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, Tournament
from tournaments.tables.domain import tables

pytestmark = pytest.mark.django_db

ISTANBUL = ZoneInfo("Europe/Istanbul")
ENDED = "has ended with the tournament"


@pytest.fixture
def tournament(club) -> Tournament:
    tournament = drawn_tournament(club=club)
    set_last_day(tournament, days_ago=0)
    tables.keep_codes(tournament=tournament, keep=False, by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    return tournament


def set_last_day(tournament: Tournament, *, days_ago: int) -> None:
    day = timezone.now().date() - timedelta(days=days_ago)
    Tournament.objects.filter(pk=tournament.pk).update(first_day=day, last_day=day)


def keep_codes_as_organizer(client: Client, tournament: Tournament, **sent: str) -> None:
    address = reverse("tournaments:extend_table_codes", args=[tournament.public_id])
    assert client.post(address, sent).status_code == 303


def test_codes_end_at_noon_after_the_last_day_in_club_time(tournament):
    tournament.last_day = date(2026, 11, 22)
    noon = datetime(2026, 11, 23, 12, tzinfo=ISTANBUL)
    assert not tournament.codes_ended(noon - timedelta(seconds=1))
    assert tournament.codes_ended(noon)
    tournament.club.time_zone = "America/New_York"
    assert not tournament.codes_ended(noon)


@pytest.mark.parametrize("day", [date.min, date.max])
def test_extreme_dates_cause_no_error(tournament, day):
    tournament.last_day = day
    assert tournament.codes_ended(NOW) is (day == date.min)


def test_expired_code_is_explained_and_extended_code_works(tournament, organizer_client):
    cache.clear()
    table = table_of(tournament)
    link, second = table.links.get(), table.sides_links.get()
    keeper, side, visitor = (
        phone(table, "en"),
        sides_phone(table, "en"),
        LanguageClient("en"),
    )

    def answers() -> list[tuple[int, bool]]:
        requests = [
            visitor.get(reverse("scoring:open_table", args=[link.token])),
            visitor.get(reverse("scoring:open_side_link", args=[second.token])),
            visitor.post(reverse("scoring:type_side_code"), {"code": second.short_code}),
            keeper.get(reverse("scoring:table", args=[table.public_id])),
            side.get(reverse("scoring:side_page", args=[table.public_id])),
        ]
        return [(response.status_code, ENDED in text(response)) for response in requests]

    valid = [(302, False), (303, False), (303, False), (200, False), (200, False)]
    assert answers() == valid
    set_last_day(tournament, days_ago=3)
    visitor.cookies.clear()
    assert answers() == [(404, True)] * 5
    assert not visitor.cookies.keys() & {f"table_{table.public_id.hex}", f"sides_{table.public_id.hex}"}
    keep_codes_as_organizer(organizer_client, tournament, keep="1")
    assert answers() == valid


def test_hand_sent_after_the_end_stays_on_the_phone(tournament):
    """The phone's outbox recognizes our answer by the header and keeps unsaved hands."""
    table = table_of(tournament)
    keeper = phone(table)
    set_last_day(tournament, days_ago=3)
    response = keeper.post(reverse("scoring:enter_hand", args=[table.public_id]), {})
    assert (response.status_code, response.headers["X-Istaka"]) == (404, "code-not-valid")


def test_organizer_is_warned_and_signed_in_scorekeepers_can_continue(tournament, organizer_client):
    set_last_day(tournament, days_ago=3)
    Tournament.objects.filter(pk=tournament.pk).update(state="playing")
    draw = organizer_client.get(reverse("tournaments:draw", args=[tournament.public_id]))
    assert draw.context["codes_ended"]
    assert reverse("tournaments:table_codes", args=[tournament.public_id]) + "#until" in draw.content.decode()
    assert (
        organizer_client.get(reverse("scoring:table", args=[table_of(tournament).public_id])).status_code
        == 200
    )
    keep_codes_as_organizer(organizer_client, tournament, keep="1")
    assert not organizer_client.get(reverse("tournaments:table_codes", args=[tournament.public_id])).context[
        "codes_ended"
    ]


def test_choice_is_logged_once(tournament, organizer_client):
    for sent in ({"keep": "1"}, {"keep": "1"}, {}):
        keep_codes_as_organizer(organizer_client, tournament, **sent)
    actions = LogRow.objects.filter(tournament=tournament, action__startswith="codes_").order_by("pk")
    assert list(actions.values_list("action", flat=True)) == [
        "codes_not_extended",
        "codes_kept",
        "codes_not_extended",
    ]
