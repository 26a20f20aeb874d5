"""How much a saved hand asks of the database."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import drawn_tournament, play_hand
from tests.scoring.table.phones import address, encounter_at, hand, phone, table_of

MOST_STATEMENTS = 17


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("pairs", "groups"), [(8, 2), (256, 64)])
def test_an_ordinary_hand_takes_few_statements_whatever_the_size_of_the_tournament(pairs, groups):
    table = table_of(drawn_tournament(pairs=pairs, groups=groups))
    encounter = encounter_at(table)
    play_hand(encounter)
    client = phone(table)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        response = client.post(address("enter_hand", table), hand(encounter, deal=2))
    assert response.status_code == 303
    statements = [query["sql"] for query in captured.captured_queries]
    assert len(statements) <= MOST_STATEMENTS, "\n".join(statements)
