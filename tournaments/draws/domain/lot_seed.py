from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from tournaments.formats.drawing import DrawInputs, Method, Separation
from tournaments.models import Group, Stage, Tournament
from tournaments.naming.names import normalize_nfc
from tournaments.refusals import Refused

LONGEST_SEED = 40
_SEED = re.compile(rf"[A-Za-z0-9ÂÇÎÖÛÜâçîöûüĞğİıŞş .,:;!?+/_-]{{1,{LONGEST_SEED}}}")
"""No two of these characters look alike, so seeds that read alike are equal."""


class InvalidSeed(Refused):
    code = "seed_unreadable"
    template = _(
        "A seed has 1 to %(most)s characters that everyone can read and type: letters of the Turkish and "
        "the English alphabet, digits, spaces, . , : ; ! ? + / _ - and nothing else."
    )


def read_seed(typed: str) -> str:
    """Raises InvalidSeed."""
    seed = " ".join(normalize_nfc(typed).split())
    if not _SEED.fullmatch(seed):
        raise InvalidSeed(most=LONGEST_SEED)
    return seed


def offered_draw_seed(tournament: Tournament, ids: Iterable[str], position: int = 1) -> str:
    """The same entrants give the same seed."""
    stage_suffix = f":{position}" if position > 1 else ""
    return _derived_seed(f"{tournament.public_id}{stage_suffix}", ids)


def is_offered_seed(tournament: Tournament, inputs: DrawInputs, position: int) -> bool | None:
    """None where no lot was needed."""
    if inputs.method is Method.BY_PLACE and inputs.apart is Separation.GROUP:
        return None
    return inputs.seed == offered_draw_seed(tournament, [drawee.id for drawee in inputs.drawees], position)


def offered_tie_seed(tournament: Tournament, stage: Stage, group: Group | None, ids: Iterable[str]) -> str:
    place = f"{stage.position}:{group.position}" if group else str(stage.position)
    return _derived_seed(f"{tournament.public_id}:tie:{place}", ids)


def _derived_seed(place: str, ids: Iterable[str]) -> str:
    return hashlib.sha256(f"{place}:{','.join(sorted(ids))}".encode()).hexdigest()[:8]
