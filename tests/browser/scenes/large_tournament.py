"""`python -m tests.browser.scenes.large_tournament`: create 64 pairs, half with names of 40 letters.

With `double`, create a double elimination of 128 instead.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from tournaments.models import Tournament

PAIRS, GROUPS, DOUBLE = 64, 16, 128
NAME = "Hüseyinoğulları – Karaosmanoğlugiller {:02d}"


def main() -> None:
    from django.urls import reverse  # noqa: PLC0415

    from tests.factories import drawn_tournament  # noqa: PLC0415
    from tests.scoring.stage_flows import drawn_flow  # noqa: PLC0415
    from tournaments.stages.stage_settings import StageSettings  # noqa: PLC0415

    if sys.argv[1:] == ["double"]:
        double = drawn_flow(StageSettings("double", best_of=1, hands=3), pairs=DOUBLE)
        sys.stdout.write(reverse("scoring:bracket", args=[double.public_id]))
        return
    bracket = drawn_flow(StageSettings("knockout", best_of=3, hands=3, third_place=True), pairs=PAIRS)
    groups = drawn_tournament(pairs=PAIRS, groups=GROUPS)
    for tournament in (bracket, groups):
        begin(tournament)
    last = groups.entrants.filter(places__group__name="P", name__startswith=NAME[:5]).order_by("pk")[0]
    output = {
        "bracket": reverse("scoring:bracket", args=[bracket.public_id]),
        "groups": reverse("scoring:groups", args=[groups.public_id]),
        "somebody": str(last.public_id),
    }
    sys.stdout.write(json.dumps(output))


def begin(tournament: Tournament) -> None:
    from tests.factories import play_encounter, play_hand  # noqa: PLC0415
    from tests.scoring.stage_flows import ready_encounters  # noqa: PLC0415

    first, second, *_others = ready_encounters(tournament)
    play_encounter(first)
    play_hand(second)
    drawn_second = tournament.entrants.filter(
        encounter_sides__encounter__round=1, encounter_sides__letter="B"
    )
    longer = list(drawn_second.distinct())
    for entrant in longer:
        entrant.name = NAME.format(entrant.number)
    tournament.entrants.bulk_update(longer, ["name"])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
