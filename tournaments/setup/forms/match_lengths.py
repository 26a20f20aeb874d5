"""How long a match is, as it is chosen in a form: so many hands, or where figures end it so many at most."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rules.games.game import Game
from tournaments.parsing import figure
from tournaments.stages.game_lengths import most_hands

OPEN = "open"
"""Stands in a form for no limit."""


class NoSuchLength(ValueError):  # noqa: N818 - a refusal is no fault
    """What was typed is no length of a match, or none of this game's."""


def written_hands(hands: int | None) -> int | str:
    """How a form writes a number of hands."""
    return OPEN if hands is None else hands


def read_hands(typed: object) -> int | None:
    """What `written_hands` wrote. Raises NoSuchLength for what it can't have written."""
    if typed == OPEN:
        return None
    if (hands := figure(typed)) is None:
        raise NoSuchLength
    return hands


def hands_in(game: Game[Any, Any], typed: object) -> int | None:
    """The same, if matches of the game may be so long. Raises NoSuchLength if not."""
    hands = read_hands(typed)
    if hands not in game.lengths:
        raise NoSuchLength
    return hands


class HandsField(forms.TypedChoiceField):
    """The lengths that a game offers, in the language of the moment.

    `own` is one that a stage has already, offered or not.
    """

    def __init__(self, game: Game[Any, Any], *, label: Any, own: object = None) -> None:
        super().__init__(label=label, choices=_choices(game, own), coerce=read_hands)


def hands_label(game: Game[Any, Any]) -> Promise:
    """What a form asks for the length of a match."""
    return _("Hands in a match") if game.ends_at is None else _("A match lasts")


def last_hands_label(game: Game[Any, Any]) -> Promise:
    """The same for the elimination that comes last."""
    if game.ends_at is None:
        return _("Hands in a match of the elimination")
    return _("A match of the elimination lasts")


def _choices(game: Game[Any, Any], own: object) -> list[tuple[int | str, str]]:
    offered = set(game.offered)
    with suppress(NoSuchLength):
        offered.add(hands_in(game, own))
    shortest_first = sorted(offered, key=lambda hands: (hands is None, most_hands(hands, game), hands or 0))
    return [(written_hands(hands), _name(hands, game)) for hands in shortest_first]


def _name(hands: int | None, game: Game[Any, Any]) -> str:
    if game.ends_at is None:
        return str(hands)
    if hands is not None:
        return ngettext("at most %(hands)s hand", "at most %(hands)s hands", hands) % {"hands": hands}
    return ngettext(
        "until somebody has lost %(points)s point",
        "until somebody has lost %(points)s points",
        game.ends_at,
    ) % {"points": game.ends_at}
