"""Pairs as typed one by one, and lists as pasted."""

from __future__ import annotations

from typing import Any

from tournaments.formats.entry_lines import LineProblem
from tournaments.formats.names import LONGEST_NAME
from tournaments.forms.entries import LINE_PROBLEMS, EntrantForm, PastedLines


def form(taken: tuple[str, ...] = (), **typed: Any) -> EntrantForm:
    return EntrantForm({"player_1": "Ali Kaya", "player_2": "Ece Demir", **typed}, taken_players=taken)


def test_an_empty_name_becomes_the_two_surnames():
    typed = form()
    assert typed.is_valid()
    assert typed.cleaned_data["name"] == "Kaya – Demir"
    assert typed.players == ("Ali Kaya", "Ece Demir")


def test_spaces_are_tidied():
    typed = form(player_1="  Ali   Kaya ", name=" Kuzey  Yıldızı ")
    assert typed.is_valid()
    assert (typed.players[0], typed.cleaned_data["name"]) == ("Ali Kaya", "Kuzey Yıldızı")


def test_both_players_are_needed():
    assert set(form(player_2="  ").errors) == {"player_2"}


def test_nobody_is_his_own_partner():
    assert set(form(player_1="IŞIK Ay", player_2="ışık ay").errors) == {"player_2"}


def test_names_that_are_too_long_are_refused_even_when_made_of_surnames():
    long = "x" * LONGEST_NAME
    assert set(form(player_1=long, player_2=long[:-1] + "y").errors) == {"name"}
    assert set(form(name=long + "x").errors) == {"name"}


def test_a_player_who_plays_already_is_doubted_once():
    doubted = form(("ALİ KAYA",))
    assert set(doubted.errors) == {"player_1"}
    assert doubted.doubted
    assert form(("ALİ KAYA",), namesake="on").is_valid()


def test_every_problem_of_a_line_has_a_sentence():
    assert set(LINE_PROBLEMS) == set(LineProblem)
    assert len({str(sentence) for sentence in LINE_PROBLEMS.values()}) == len(LineProblem)


def pasted(text: str, room: int = 32) -> PastedLines:
    return PastedLines(text, names=["Kuzey"], players=["Can Su"], room=room)


def test_good_and_bad_lines_are_kept_apart_and_nothing_is_lost():
    read = pasted("Güney; Ali Kaya; Ece Demir\r\nbozuk\r\n\r\nKuzey; Oya Ay; Nil Er")
    assert [line.name for line in read.good] == ["Güney"]
    assert read.left_over == "bozuk\nKuzey; Oya Ay; Nil Er"
    assert [bool(problems) for _line, problems in read.explained] == [True, True, False]


def test_more_lines_than_there_is_room_for_are_counted():
    text = "\n".join(f"Ada Kış{number}; Efe Yaz{number}" for number in range(5))
    assert pasted(text, room=3).too_many == 2
    assert pasted(text, room=5).too_many == 0


def test_the_digest_follows_the_text_not_its_line_ends():
    assert pasted("a;b\r\nc;d").digest == pasted("a;b\nc;d").digest
    assert pasted("a;b").digest != pasted("a;c").digest
