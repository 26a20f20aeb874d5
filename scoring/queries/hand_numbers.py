"""Which number, as people count the hands of a match, each of its deals bears."""

from __future__ import annotations

from itertools import groupby

from django.db.models import QuerySet

from rules.standings.matches import hand_numbers
from scoring.models import Hand, Match


def numbers_of(matches: QuerySet[Match]) -> dict[int, int]:
    """The number of every hand of these matches, by the hand's primary key, in one query.

    A void hand and one that was taken back bear the number that is played again.
    """
    rows = (
        Hand.objects.filter(match__in=matches.order_by().values("pk"))
        .order_by("match", "deal")
        .values_list("match", "pk", "current__void")
    )
    numbers: dict[int, int] = {}
    for _match, deals in groupby(rows, key=lambda row: row[0]):
        hands = [(pk, void) for _one, pk, void in deals]
        of_match = hand_numbers([void for _pk, void in hands])
        numbers |= {pk: number for (pk, _void), number in zip(hands, of_match, strict=True)}
    return numbers
