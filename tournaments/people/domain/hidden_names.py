from __future__ import annotations

from tournaments.models import Player, Tournament
from tournaments.models.public_name_field import anonymous_name, stored_name
from tournaments.naming.names import replace_placeholders
from tournaments.people.domain.name_erasure import ERASED, NameEraser, build_name_eraser
from tournaments.people.domain.pair_names import former_players

UNKNOWN = "?"


def fill_placeholders(text: str) -> str:
    return replace_placeholders(text, lambda key: anonymous_name(key) if key.isdecimal() else UNKNOWN)


def public_text(text: str, tournament: Tournament) -> str:
    """One to three queries for a tournament's first text."""
    return hidden_name_eraser(tournament).erase_text(fill_placeholders(text)) if text else ""


def hidden_name_eraser(tournament: Tournament) -> NameEraser:
    """Cached on the tournament."""
    hidden: NameEraser | None = tournament.__dict__.get("_hidden_names")
    if hidden is None:
        hidden = tournament.__dict__["_hidden_names"] = _build_eraser(tournament)
    return hidden


def _build_eraser(tournament: Tournament) -> NameEraser:
    """Return an eraser of full names of pairs and players who hide theirs, also of former players."""
    hiding = list(Player.objects.filter(club=tournament.club_id).exclude(full_name=""))
    if not hiding:
        return build_name_eraser(replacement=ERASED)
    former_keys = {key for keys in former_players(tournament=tournament.pk).values() for key in keys}
    rows = list(tournament.entrants.values_list("roster__player", "full_name"))
    current = {player for player, _name in rows}
    return build_name_eraser(
        replacement=ERASED,
        anywhere={stored_name(name) for _player, name in rows},
        people={
            name
            for player in hiding
            for name in filter(None, (player.full_name, player.own_name))
            if player.pk in current or not former_keys.isdisjoint((str(player.public_id), player.full_name))
        },
    )
