"""The deeds of every entry that is there, from what it reports and how it was scored.

As the 101 family counted then: what is written here stays as it is, whatever the rules become.
"""

import json
from collections.abc import Iterator
from typing import Any

from django.db import migrations

AT_A_TIME = 1000
PARTNERS = {"A1": "A2", "A2": "A1", "B1": "B2", "B2": "B1"}
INFRACTIONS = (
    *("playable_discard", "okey_discard", "invalid_opening", "invalid_meld", "opening_taken_back"),
    *("side_tile_returned", "taken_tile_not_opened", "layoff_taken_back", "discard_during_layoff"),
    *("okey_taken_not_opened", "okey_lost_from_meld"),
)


def fill(apps: Any, _editor: Any) -> None:
    deeds = apps.get_model("scoring", "SeatDeed")
    entries = apps.get_model("scoring", "Entry").objects.filter(void=False).prefetch_related("seats")
    batch: list[Any] = []
    for entry in entries.order_by("pk").iterator(chunk_size=AT_A_TIME):
        report, rules = json.loads(entry.report), dict[str, set[str]]()
        for line in json.loads(entry.lines):
            rules.setdefault(line["seat"], set()).add(line["rule"])
        for seat in entry.seats.all():
            for kind, what, times in deeds_of(seat.seat, report, rules.get(seat.seat, set())):
                batch.append(deeds(seat=seat, kind=kind, what=what, times=times))
        if len(batch) >= AT_A_TIME:
            deeds.objects.bulk_create(batch)
            batch.clear()
    deeds.objects.bulk_create(batch)


def deeds_of(seat: str, report: Any, rules: set[str]) -> Iterator[tuple[str, str, int]]:
    said, finisher = report["seats"].get(seat, {}), report.get("finisher")
    finish = report.get("finish", {})
    alone = {"C1", "D1"} & report["seats"].keys() and not {"A2", "B2"} & report["seats"].keys()
    spared = finisher is not None and not alone and PARTNERS.get(seat) == finisher
    if "opening" in said or finish.get("direct") or not spared:
        yield "opened", said.get("opening", "none"), 1
    if seat == finisher:
        yield "finished", finish_of(said, report["outcome"], finish), 1
    if "unopened" in rules:
        yield "charged", "unopened", 1
    if "nobody_opened" not in rules:
        for code in INFRACTIONS:
            times = sum(foul["count"] for foul in said.get("infractions", ()) if foul["code"] == code)
            if times:
                yield "infraction", code, times


def finish_of(said: Any, outcome: str, finish: Any) -> str:
    last = finish.get("last_tile", "plain")
    held = {
        "direct": finish.get("direct"),
        "pairs": said.get("opening") == "pairs",
        "okey": last == "okey",
        "double_okey": last == "double_okey",
    }
    named = [name for name, holds in held.items() if holds] if outcome == "finished" else []
    return "+".join(named) or "plain"


class Migration(migrations.Migration):
    dependencies = [("scoring", "0011_deeds_of_seats")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=False)]
