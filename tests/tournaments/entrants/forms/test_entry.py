from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tournaments.entrants.forms import EntrantForm, PairForm, entrant_form, initial_values, snapshot_of
from tournaments.naming.line_problems import DoubtKind, LineProblem
from tournaments.naming.names import MAX_NAME_LENGTH
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.people.forms.pasted_list import LINE_PROBLEMS, LINE_PROBLEMS_OF_SINGLES, PastedLines


def form(taken: tuple[str, ...] = (), **typed: Any) -> PairForm:
    return PairForm({"player_1": "Ali Kaya", "player_2": "Ece Demir", **typed}, taken_players=taken)


def test_an_empty_name_stays_empty_for_an_automatic_one():
    typed = form()
    assert typed.is_valid()
    assert typed.entry == ListedEntrant("", ("Ali Kaya", "Ece Demir"))


def test_spaces_are_tidied():
    typed = form(player_1="  Ali\u200e   Kaya ", name=" Kuzey  Yıldızı ")
    assert typed.is_valid()
    assert (typed.entry.players[0], typed.entry.name) == ("Ali Kaya", "Kuzey Yıldızı")


def test_both_players_are_needed():
    assert set(form(player_2=" \u200b").errors) == {"player_2"}


def test_player_cannot_be_their_own_partner():
    assert set(form(player_1="IŞIK Ay", player_2="ışık ay").errors) == {"player_2"}


def test_too_long_name_is_rejected_even_if_made_of_surnames():
    long = "x" * MAX_NAME_LENGTH
    assert set(form(player_1=long, player_2=long[:-1] + "y").errors) == {"name"}
    assert set(form(name=long + "x").errors) == {"name"}


def test_player_of_another_pair_needs_one_confirmation():
    doubted = form(("ALİ KAYA",))
    assert set(doubted.errors) == {"player_1"}
    assert doubted.has_namesakes
    assert form(("ALİ KAYA",), namesake="on").is_valid()


def test_corrected_name_of_a_namesake_needs_only_the_answer_who_it_is():
    key = uuid4()
    entry = ListedEntrant("Kuzey", ("Ali Kaye", "Ece Demir"), same=(key, uuid4()), shown=(None, None))
    opened = snapshot_of(entry)
    typed = {"player_1": "Ali Kaya", "player_2": "Ece Demir", "opened": opened}
    asked = PairForm(typed, taken_players=["Ali Kaya"])
    assert not asked.is_valid()
    assert (asked.has_namesakes, [question.field for question in asked.questions]) == (False, ["who_1"])
    for answer in (str(key), "another ali kaya"):
        answered = PairForm(typed | {"who_1": answer}, taken_players=["Ali Kaya"])
        assert (answered.is_valid(), answered.has_namesakes) == (True, False)


@pytest.mark.parametrize("sentences", [LINE_PROBLEMS, LINE_PROBLEMS_OF_SINGLES], ids=["pairs", "singles"])
def test_every_problem_of_a_line_has_a_text(sentences):
    assert set(sentences) == set(LineProblem)
    assert len({str(sentence) for sentence in sentences.values()}) == len(LineProblem)


def test_rating_seed_and_pot_are_read():
    typed = form(name="Kuzey", club=" Kordon  Spor ", rating="0", seed="3", pot="1")
    assert typed.is_valid()
    assert typed.entry == ListedEntrant("Kuzey", ("Ali Kaya", "Ece Demir"), "Kordon Spor", 0, 3, 1)
    assert typed.has_optional_values
    assert not form(rating="").has_optional_values


@pytest.mark.parametrize(
    ("field", "value"),
    [("rating", "-1"), ("rating", "100000"), ("seed", "0"), ("pot", "2049"), ("club", "x" * 81)],
)
def test_invalid_value_is_rejected_at_its_field(field, value):
    assert set(form(**{field: value}).errors) == {field}


def test_in_singles_the_player_is_the_entrant():
    typed = entrant_form("singles", {"player_1": " Ali  Kaya", "club": "Kordon"}, taken_players=["Ali Kaya"])
    assert type(typed) is EntrantForm
    assert typed.is_valid()
    assert typed.entry == ListedEntrant("Ali Kaya", ("Ali Kaya",), "Kordon")


@pytest.mark.parametrize(
    "entry",
    [
        ListedEntrant("Kuzey", ("Ali Kaya", "Ece Demir"), "Kordon", 1450, 3, 1),
        ListedEntrant("Kuzey", ("Ali", "Ece")),
    ],
    ids=["all", "least"],
)
def test_form_values_of_an_entry_round_trip(entry):
    typed = entrant_form("pairs", initial_values(entry))
    assert typed.is_valid()
    assert typed.entry == entry


def test_pasted_line_may_have_club_and_rating():
    read = pasted("Güney; Ali Kaya; Ece Demir; Kordon; 1450\nx; y; z; Kordon; çok")
    assert read.entries == [ListedEntrant("Güney", ("Ali Kaya", "Ece Demir"), "Kordon", 1450)]
    assert read.unsolved_text({}, entered=True) == "x; y; z; Kordon; çok"


@pytest.mark.slow
def test_pasted_singles_have_their_own_texts():
    read = PastedLines(
        "Can Su\nKuzey\nOya Ay; Kordon; 3", names=["Kuzey"], players=["Oya Ay"], free_places=9, kind="singles"
    )
    assert [entry.name for entry in read.entries] == ["Can Su", "Oya Ay"]
    assert (read.invalid_lines, read.unsolved_text({}, entered=True)) == ([], "")
    [row] = read.explained_entered_lines.rows
    assert (row.line.typed, len(row.texts)) == ("Kuzey", 1)
    assert "Kuzey" in row.texts[0]


def pasted(text: str, room: int = 32) -> PastedLines:
    return PastedLines(text, names=["Kuzey"], players=["Can Su"], free_places=room)


def test_good_and_bad_lines_are_separated_without_loss():
    read = pasted("Güney; Ali Kaya; Ece Demir\r\nbozuk\r\n\r\nKuzey; Oya Ay; Nil Er")
    assert [line.name for line in read.valid_lines] == ["Güney"]
    assert read.unsolved_text({}, entered=True) == "bozuk\nKuzey; Oya Ay; Nil Er"
    assert [bool(row.texts) for row in read.explained_errors.rows] == [True, True]


def test_conflict_is_reported_with_player_and_pair():
    read = PastedLines(
        "Güney; Can SU; Ece Demir\nKonak; Ece Demir; Oya Ay",
        names={"Kuzey": "Can Su, Nil Er"},
        players={"Can Su": "Kuzey", "Nil Er": "Kuzey"},
        free_places=9,
    )
    first, second = (row.texts for row in read.explained_errors.rows)
    assert [word in first[0] for word in ("Can Su", "Kuzey")] == [True, True]
    assert [word in second[0] for word in ("Ece Demir", "Güney", "1")] == [True, True, True]


def test_lines_beyond_the_room_are_counted():
    text = "\n".join(f"Ada Kış{number}; Efe Yaz{number}" for number in range(5))
    assert pasted(text, room=3).excess_count == 2
    assert pasted(text, room=5).excess_count == 0


def test_digest_ignores_line_ends():
    assert pasted("a;b\r\nc;d").digest == pasted("a;b\nc;d").digest
    assert pasted("a;b").digest != pasted("a;c").digest


def pasted_lines(text: str, **extra: Any) -> PastedLines:
    return PastedLines(text, names=(), players=(), free_places=9, **extra)


@pytest.mark.parametrize("heading", ["Katılımcılar:", "Takımlar"])
def test_heading_above_a_list_is_no_table(heading):
    lines = ["1. Ali Kaya - Veli Can", "2. Ece Su - Oya Ay", "Yedekler", "3. Nil Er - Can Öz"]
    read = pasted_lines("\n".join([heading, *lines]))
    by_players = {line.players: [doubt.kind for doubt in line.doubts] for line in read.lines}
    assert by_players[("Ali Kaya", "Veli Can")] == []
    assert by_players[("Nil Er", "Can Öz")] == [DoubtKind.REMARK]


def test_what_is_left_of_a_list_keeps_its_valid_lines_and_the_heading_of_reserves():
    text = "Ali Kaya - Veli Can\nbozuk\nYedekler\nNil Er - Can Öz"
    read = pasted_lines(text)
    by_hand = {"Ali Kaya": "Kaya – Can", "Veli Can": "Kaya – Can"}
    assert read.unsolved_text({}, entered=False) == text
    assert read.unsolved_text(by_hand, entered=False) == "bozuk\nYedekler\nNil Er - Can Öz"
    assert read.unsolved_text({}, entered=True) == "bozuk\nYedekler\nNil Er - Can Öz"
