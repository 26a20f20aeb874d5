from __future__ import annotations

from typing import Any

from django.test import Client

from scoring.models import Match
from tests.factories import play_hand
from tests.scoring.confirmation.confirm_matches import agreement, match_of, player_of
from tests.scoring.table.table_phones import address
from tournaments.models import Encounter, Table


def play_match(encounter: Encounter, hands: int = 3) -> Match:
    for _hand in range(hands):
        play_hand(encounter)
    return match_of(encounter)


def get_sides_page(client: Client, table: Table, query: str = "") -> Any:
    response = client.get(address("side_page", table) + query)
    assert response.status_code == 200
    return response


def choose(client: Client, table: Table, encounter: Encounter, letter: str = "A") -> Any:
    player = player_of(encounter, letter)
    return client.post(address("choose_player", table), {"player": player.public_id})


def offers(response: Any, name: str, table: Table) -> bool:
    """Whether the page has a form for this."""
    return f'action="{address(name, table)}"' in response.content.decode()


def sides_that_confirmed(response: Any) -> list[str]:
    return [status.side.letter for status in response.context["page"].status.sides if status.complete]


def confirmation(match: Match, letter: str, **changes: Any) -> dict[str, Any]:
    current = agreement(match)
    return {
        "match": match.public_id,
        "deal": current.deals,
        "seal": current.seal,
        "player": player_of(match.encounter, letter).public_id,
        **changes,
    }


def send(client: Client, table: Table, match: Match, letter: str = "A", **changes: Any) -> Any:
    return client.post(address("confirm_hands", table), confirmation(match, letter, **changes))
