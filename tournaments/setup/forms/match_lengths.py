from __future__ import annotations

from contextlib import suppress
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rules.games.game import Game
from tournaments.small_inputs import parse_small_number
from tournaments.stages.game_lengths import most_hands

OPEN_LENGTH = "open"


class InvalidLength(ValueError):  # noqa: N818 - a refusal is no fault
    """No match length, or none of this game."""


def hands_to_form(hands: int | None) -> int | str:
    return OPEN_LENGTH if hands is None else hands


def hands_from_form(typed: object) -> int | None:
    """Raises InvalidLength."""
    if typed == OPEN_LENGTH:
        return None
    if (hands := parse_small_number(typed)) is None:
        raise InvalidLength
    return hands


def parse_allowed_hands(game: Game[Any, Any], typed: object) -> int | None:
    """Raises InvalidLength unless the game allows it."""
    hands = hands_from_form(typed)
    if hands not in game.lengths:
        raise InvalidLength
    return hands


class HandsField(forms.TypedChoiceField):
    """`own` is the stage's present length, which may not be offered."""

    def __init__(self, game: Game[Any, Any], *, label: Any, current: object = None) -> None:
        super().__init__(label=label, choices=_choices(game, current), coerce=hands_from_form)


def hands_label(game: Game[Any, Any]) -> Promise:
    return _("Hands in a match") if game.ends_at is None else _("A match lasts")


def knockout_hands_label(game: Game[Any, Any]) -> Promise:
    if game.ends_at is None:
        return _("Hands in a match of the elimination")
    return _("A match of the elimination lasts")


def _choices(game: Game[Any, Any], current: object) -> list[tuple[int | str, str]]:
    offered = set(game.offered_lengths)
    with suppress(InvalidLength):
        offered.add(parse_allowed_hands(game, current))
    shortest_first = sorted(offered, key=lambda hands: (hands is None, most_hands(hands, game), hands or 0))
    return [(hands_to_form(hands), _describe_hands(hands, game)) for hands in shortest_first]


def _describe_hands(hands: int | None, game: Game[Any, Any]) -> str:
    """Return only the number; where points end a match, “at most 11 hands”, None naming the points."""
    if game.ends_at is None:
        return str(hands)
    if hands is not None:
        return ngettext("at most %(hands)s hand", "at most %(hands)s hands", hands) % {"hands": hands}
    return ngettext(
        "until somebody has lost %(points)s point",
        "until somebody has lost %(points)s points",
        game.ends_at,
    ) % {"points": game.ends_at}
