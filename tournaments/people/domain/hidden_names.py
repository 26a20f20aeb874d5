"""Texts that people typed are withheld whole from the public if they contain a hidden name."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Player, Tournament
from tournaments.naming.name_finder import ERASED, NameFinder, build_name_finder
from tournaments.people.domain.pair_names import former_players


def public_text(text: str, tournament: Tournament) -> str:
    return withheld_sentence() if is_withheld(text, tournament) else text


def withheld_sentence() -> str:
    return _("This text isn't shown because it mentions a person whose name is hidden.")


def is_withheld(text: str, tournament: Tournament) -> bool:
    """One to three queries for a tournament's first text."""
    return text == ERASED or bool(text and hidden_name_finder(tournament).finds(text))


def hidden_name_finder(tournament: Tournament) -> NameFinder:
    """Cached on the tournament."""
    finder: NameFinder | None = tournament.__dict__.get("_hidden_names")
    if finder is None:
        finder = tournament.__dict__["_hidden_names"] = _build_finder(tournament)
    return finder


def _build_finder(tournament: Tournament) -> NameFinder:
    """Find full names of pairs and players who hide theirs, also of former players."""
    hiding = list(Player.objects.filter(club=tournament.club_id).exclude(full_name=""))
    if not hiding:
        return build_name_finder(())
    former_keys = {key for keys in former_players(tournament=tournament.pk).values() for key in keys}
    rows = list(tournament.entrants.values_list("roster__player", "full_name"))
    current = {player for player, _name in rows}
    names = {
        name
        for player in hiding
        for name in (player.full_name, player.own_name)
        if player.pk in current or str(player.public_id) in former_keys
    }
    return build_name_finder(names, {name for _player, name in rows})
