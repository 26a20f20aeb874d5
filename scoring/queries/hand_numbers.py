from __future__ import annotations

from itertools import groupby

from django.db.models import QuerySet

from rules.standings.matches import hand_numbers
from scoring.models import Hand, Match


def read_hand_numbers(matches: QuerySet[Match]) -> dict[int, int]:
    """Read the shown numbers by hand's primary key; a void or withdrawn hand has that of its replacement."""
    rows = (
        Hand.objects.filter(match__in=matches.order_by().values("pk"))
        .order_by("match", "deal")
        .values_list("match", "pk", "current__void")
    )
    numbers: dict[int, int] = {}
    for _match, deals in groupby(rows, key=lambda row: row[0]):
        hands = [(pk, void) for _match, pk, void in deals]
        of_match = hand_numbers([void for _pk, void in hands])
        numbers |= {pk: number for (pk, _void), number in zip(hands, of_match, strict=True)}
    return numbers
