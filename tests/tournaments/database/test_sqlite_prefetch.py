from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import prefetch_related_objects
from django.test.utils import CaptureQueriesContext

from tests.factories import open_tournament
from tournaments.models import EntrantPlayer, Player

MORE_THAN_AN_EXPRESSION_HOLDS = 1_500


@pytest.mark.postgres
@pytest.mark.django_db
def test_foreign_keys_of_thousands_of_rows_are_prefetched() -> None:
    open_tournament(pairs=1)
    player = Player.objects.latest("pk")
    rows = [EntrantPlayer(player_id=player.pk + offset) for offset in range(MORE_THAN_AN_EXPRESSION_HOLDS)]
    with CaptureQueriesContext(connection) as queries:
        prefetch_related_objects(rows, "player")
        assert rows[0].player == player
    assert len(queries) == 1
