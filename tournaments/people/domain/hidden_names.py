"""What people typed as everybody may read it: without the names that players of the tournament hide."""

from __future__ import annotations

from tournaments.models import Player, Tournament
from tournaments.models.names import neutral_name, stored
from tournaments.naming.names import read_marks
from tournaments.people.domain.name_erasure import LEFT_OUT, Erasing, erasing
from tournaments.people.domain.pair_names import former_players

UNKNOWN = "?"


def with_marks_read(text: str) -> str:
    """A typed text in which marks stand for who was made anonymous, in the reader's language."""
    return read_marks(text, lambda key: neutral_name(key) if key.isdecimal() else UNKNOWN)


def for_everybody(text: str, tournament: Tournament) -> str:
    """A typed text as a public page shows it.

    The first one of a tournament asks one query, three where somebody of the club hides his name.
    """
    return hidden_in(tournament).within(with_marks_read(text)) if text else ""


def hidden_in(tournament: Tournament) -> Erasing:
    """What takes the names out that players of a tournament hide; marks stay as they are."""
    hidden: Erasing | None = tournament.__dict__.get("_hidden_names")
    if hidden is None:
        hidden = tournament.__dict__["_hidden_names"] = _hidden_names(tournament)
    return hidden


def _hidden_names(tournament: Tournament) -> Erasing:
    """What takes the names of those out who hide theirs and play here or have played, and of their pairs."""
    hiding = list(Player.objects.filter(club=tournament.club_id).exclude(full_name=""))
    if not hiding:
        return erasing(instead=LEFT_OUT)
    left = {key for told in former_players(tournament=tournament.pk).values() for key in told}
    rows = list(tournament.entrants.values_list("roster__player", "full_name"))
    here = {player for player, _name in rows}
    return erasing(
        instead=LEFT_OUT,
        anywhere={stored(name) for _player, name in rows},
        people={
            name
            for player in hiding
            for name in filter(None, (player.full_name, player.own_name))
            if player.pk in here or not left.isdisjoint((str(player.public_id), player.full_name))
        },
    )
