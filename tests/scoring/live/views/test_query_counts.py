from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.played_games import in_every_game
from tests.scoring.table.table_phones import address, encounter_at, phone, table_of

MOST_STATEMENTS = 19


@pytest.mark.release
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("pairs", "groups"), [(8, 2), (256, 64)])
@in_every_game
def test_saving_a_hand_takes_at_most_19_queries_in_any_tournament(game, pairs, groups):
    table = table_of(game.draw_tournament(pairs=pairs, groups=groups))
    encounter = encounter_at(table)
    game.play(encounter)
    client = phone(table)
    second = {"encounter": encounter.public_id, "match": 1, "deal": 2, "entry_key": uuid.uuid4()}
    with CaptureQueriesContext(connection) as captured:
        response = client.post(address("enter_hand", table), second | game.typed_fields)
    assert response.status_code == 303
    statements = [query["sql"] for query in captured.captured_queries]
    assert len(statements) <= MOST_STATEMENTS, "\n".join(statements)
