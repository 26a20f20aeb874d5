from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import NOW, drawn_tournament, enter_pairs, open_tournament
from tests.shown_messages import message_levels
from tournaments.entrants.domain import entry_list
from tournaments.entrants.forms import snapshot_of
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.log.actor import CONSOLE
from tournaments.models import Entrant, PersonCard, Player, Tournament
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.people.forms.pasted_list import PastedLines
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

GOOD = "Güney; Ali Kaya; Ece Demir\nDeniz Yıldız; Veli Ay"
BAD = "bozuk satır"
PAIR = {"player_1": "Ali Kaya", "player_2": "Ece Demir"}


@pytest.fixture
def tournament(club) -> Tournament:
    return open_tournament(club=club, pairs=2)


def address(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.public_id, *more])


def names() -> list[str]:
    return list(Entrant.objects.order_by("number").values_list("name", flat=True))


def digest_of_lines(text: str) -> str:
    return PastedLines(text, names=[], players=[], free_places=0).digest


def paste(client, tournament, text: str, **typed: str):
    return client.post(address("paste_entrants", tournament), {"lines": text, **typed})


def test_empty_list_explains_what_to_do(organizer_client, club):
    response = organizer_client.get(address("entries", open_tournament(club=club)))
    assert response.context["missing_count"] == 3
    assert 'name="lines"' in response.content.decode()


def test_a_pair_is_entered(organizer_client, tournament):
    response = organizer_client.post(address("add_entrant", tournament), PAIR)
    assert (response.status_code, response.headers["Location"]) == (303, address("entries", tournament))
    assert names()[-1] == "Kaya – Demir"


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"player_1": ""}, "player_1"),
        ({"player_2": "ali kaya"}, "player_2"),
        ({"player_1": "Ayşe Işık1"}, "player_1"),
        ({"name": "x" * 81}, "name"),
        ({"name": "TAKIM 1"}, "__all__"),
    ],
)
def test_error_is_shown_and_input_kept(organizer_client, tournament, typed, field):
    response = organizer_client.post(address("add_entrant", tournament), {**PAIR, **typed})
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert "Ece Demir" in response.content.decode() or "player_2" in typed
    assert len(names()) == 2


def test_confirmed_namesake_is_entered(organizer_client, tournament):
    response = organizer_client.post(
        address("add_entrant", tournament), {**PAIR, "player_1": "Ayşe Işık1", "namesake": "on"}
    )
    assert response.status_code == 303


@pytest.mark.slow
def test_full_list_rejects_more(organizer_client, club):
    full = open_tournament(club=club, pairs=MOST_ENTRANTS)
    response = organizer_client.post(address("add_entrant", full), PAIR)
    assert response.status_code == 422
    assert Entrant.objects.count() == MOST_ENTRANTS
    assert response.context["free_places"] == 0


def test_a_long_list_has_pages(organizer_client, club):
    long = open_tournament(club=club, pairs=201)
    first, second = (organizer_client.get(address("entries", long), {"page": page}) for page in (1, 2))
    assert [len(page.context["entrants"]) for page in (first, second)] == [200, 1]
    assert "?page=2" in first.content.decode()
    assert first.context["entrant_count"] == 201


def test_singles_are_entered_without_a_partner(organizer_client, club):
    singles = open_tournament(club=club, kind="singles", stages=(StageSettings("tables", 1, 3),))
    page = organizer_client.get(address("entries", singles))
    assert page.context["missing_count"] == 4
    assert "player_2" not in page.content.decode()
    typed = {"player_1": "Ali Kaya", "club": "Kordon", "rating": "1450", "seed": "2", "pot": "1"}
    assert organizer_client.post(address("add_entrant", singles), typed).status_code == 303
    assert entry_list.entry_of(Entrant.objects.get()) == ListedEntrant(
        "Ali Kaya", ("Ali Kaya",), "Kordon", 1450, 2, 1
    )
    text = "Ece Demir; Kordon; 1500\nCan Su"
    preview = organizer_client.post(
        address("paste_entrants", singles), {"lines": text}, headers={"HX-Request": "true"}
    )
    assert preview.context["singles"]
    assert paste(organizer_client, singles, text, previewed=digest_of_lines(text)).status_code == 303
    assert names() == ["Ali Kaya", "Ece Demir", "Can Su"]


def test_rating_seed_and_pot_are_listed_and_corrected(organizer_client, tournament):
    entry = ListedEntrant("Güney", ("Ali Kaya", "Ece Demir"), "Kordon Spor", 1450, 2, 7)
    (entrant,) = entry_list.add_entrants(tournament=tournament, entries=[entry], by=CONSOLE, at=NOW)
    page = organizer_client.get(address("entries", tournament)).content.decode()
    assert "Kordon Spor" in page
    assert "1450" in page
    form = organizer_client.get(address("entrant", tournament, entrant.public_id)).context["form"]
    assert [form[name].value() for name in ("club", "rating", "seed", "pot")] == ["Kordon Spor", 1450, 2, 7]
    organizer_client.post(
        address("entrant", tournament, entrant.public_id), {**PAIR, "name": "Güney", "rating": "1460"}
    )
    assert entry_list.entry_of(Entrant.objects.get(name="Güney")) == ListedEntrant(
        "Güney", entry.players, rating=1460
    )


def test_pasted_lines_are_previewed_with_bad_ones_first(organizer_client, tournament):
    response = paste(organizer_client, tournament, f"{GOOD}\n{BAD}")
    assert response.status_code == 200
    explained = response.context["pasted"].explained_errors.rows
    assert [(row.line.number, bool(row.texts)) for row in explained] == [(3, True)]
    page_text = response.content.decode()
    assert page_text.index(f">{BAD}</code>") < page_text.index('id="lines-good"')
    assert len(names()) == 2


def test_htmx_gets_only_the_preview(organizer_client, tournament):
    response = organizer_client.post(
        address("paste_entrants", tournament), {"lines": GOOD}, headers={"HX-Request": "true"}
    )
    assert response.content.decode().strip().startswith('<div id="paste-preview"')


def test_good_lines_are_entered_after_the_preview(organizer_client, tournament):
    response = paste(organizer_client, tournament, GOOD, previewed=digest_of_lines(GOOD))
    assert response.status_code == 303
    assert names()[2:] == ["Güney", "Yıldız – Ay"]


def test_text_changed_since_its_preview_is_previewed_again(organizer_client, tournament):
    response = paste(organizer_client, tournament, GOOD, previewed=digest_of_lines(GOOD + "\nbaşka; biri"))
    assert response.status_code == 200
    assert len(names()) == 2


def test_bad_lines_must_be_corrected_or_left_out(organizer_client, tournament):
    text = f"{GOOD}\n{BAD}"
    response = paste(organizer_client, tournament, text, previewed=digest_of_lines(text))
    assert response.status_code == 422
    assert response.context["skip_unconfirmed"]
    assert len(names()) == 2


def test_lines_left_out_stay_for_correction(organizer_client, tournament):
    text = f"{GOOD}\n{BAD}"
    response = paste(organizer_client, tournament, text, previewed=digest_of_lines(text), leave_out="on")
    assert response.status_code == 303
    assert len(names()) == 4
    page = organizer_client.get(response.headers["Location"])
    assert page.context["paste_form"]["lines"].value() == BAD
    assert [line.typed for line in page.context["pasted"].invalid_lines] == [BAD]


def test_lines_once_left_out_stay_so_in_a_new_preview_of_the_same_text(organizer_client, tournament):
    text = f"{GOOD}\n{BAD}"
    known = {"previewed": digest_of_lines(text), "leave_out": "on"}
    for lines, left_out in ((text, True), (f"{text}\n{BAD}", False)):
        form_data = {"lines": lines, **known}
        preview = organizer_client.post(
            address("paste_entrants", tournament), form_data, headers={"HX-Request": "true"}
        )
        assert preview.context["leave_out"] is left_out
        assert (' name="leave_out" checked' in preview.content.decode()) is left_out


def test_pasted_text_survives_the_other_form(organizer_client, tournament):
    paste(organizer_client, tournament, BAD)
    organizer_client.post(address("add_entrant", tournament), PAIR)
    assert BAD in organizer_client.get(address("entries", tournament)).content.decode()
    paste(organizer_client, tournament, "")
    assert BAD not in organizer_client.get(address("entries", tournament)).content.decode()


def test_a_pasted_text_is_not_shown_on_another_tournament(organizer_client, club, tournament):
    paste(organizer_client, tournament, BAD)
    assert BAD not in organizer_client.get(address("entries", open_tournament(club=club))).content.decode()


@pytest.mark.slow
def test_lines_beyond_the_room_are_rejected(organizer_client, club):
    known_in(club, "Ali Kaya")
    nearly_full = open_tournament(club=club, pairs=MOST_ENTRANTS - 1)
    response = paste(organizer_client, nearly_full, GOOD, previewed=digest_of_lines(GOOD))
    assert response.status_code == 422
    assert response.context["pasted"].excess_count == 1
    assert [row.questions for row in response.context["pasted"].lines_with_questions.rows] == [
        (),
        (),
    ]
    assert Entrant.objects.count() == MOST_ENTRANTS - 1


@pytest.mark.parametrize("text", ["", "   \n\n", "x" * 400_001, "a\x00;b"])
def test_invalid_text_enters_nothing(organizer_client, tournament, text):
    assert paste(organizer_client, tournament, text, previewed=digest_of_lines(text)).status_code in (
        200,
        422,
    )
    assert len(names()) == 2


def test_list_sent_twice_is_entered_once(organizer_client, tournament):
    first = paste(organizer_client, tournament, GOOD, previewed=digest_of_lines(GOOD))
    second_response = paste(organizer_client, tournament, GOOD, previewed=digest_of_lines(GOOD))
    assert (first.status_code, second_response.status_code) == (303, 422)
    assert len(names()) == 4


def test_a_pair_is_corrected(organizer_client, tournament):
    entrant = tournament.entrants.order_by("number")[0]
    form = organizer_client.get(address("entrant", tournament, entrant.public_id)).context["form"]
    assert (form["name"].value(), form["player_1"].value()) == ("Takım 1", "Ayşe Işık1")
    response = organizer_client.post(
        address("entrant", tournament, entrant.public_id), {**PAIR, "name": "Kuzey"}
    )
    assert response.status_code == 303
    assert names() == ["Kuzey", "Takım 2"]


@pytest.mark.parametrize("typed", [{"player_1": ""}, {"name": "Takım 2"}])
def test_invalid_correction_changes_nothing(organizer_client, tournament, typed):
    entrant = tournament.entrants.order_by("number")[0]
    response = organizer_client.post(address("entrant", tournament, entrant.public_id), {**PAIR, **typed})
    assert response.status_code == 422
    assert names() == ["Takım 1", "Takım 2"]


def test_removed_pair_can_be_put_back_once(organizer_client, tournament):
    entrant = tournament.entrants.order_by("number")[0]
    assert organizer_client.post(address("remove_entrant", tournament, entrant.public_id)).status_code == 303
    assert names() == ["Takım 2"]
    removed = organizer_client.get(address("entries", tournament)).context["removed_entrant"]
    assert organizer_client.get(address("entries", tournament)).context["removed_entrant"] is None
    assert removed["entrant"] == str(entrant.public_id)
    unknown = organizer_client.post(address("put_back_entrant", tournament, uuid4()), follow=True)
    assert (message_levels(unknown), names()) == (["error"], ["Takım 2"])
    for level in ("success", "error"):
        back = organizer_client.post(address("put_back_entrant", tournament, entrant.public_id), follow=True)
        assert (message_levels(back), names()) == ([level], ["Takım 2", "Takım 1"])


def test_pair_of_another_tournament_is_not_found(organizer_client, club, tournament):
    strange = enter_pairs(open_tournament(club=club), 1)[0]
    for name in ("entrant", "remove_entrant"):
        assert organizer_client.post(address(name, tournament, strange.public_id), PAIR).status_code == 404


def test_after_the_draw_nothing_changes(organizer_client, club):
    tournament = drawn_tournament(club=club)
    entrant = tournament.entrants.order_by("number")[0]
    page_text = organizer_client.get(address("entries", tournament)).content.decode()
    place = reverse("scoring:lineup_changes", args=[tournament.public_id])
    links = [reverse("scoring:club_people", args=[club.public_id]), f"{place}#late", place]
    person = reverse("scoring:entrant_changes", args=[tournament.public_id, entrant.public_id])
    assert all(f'href="{href}"' in page_text for href in (*links, person))
    assert organizer_client.post(address("add_entrant", tournament), PAIR).status_code == 422
    assert paste(organizer_client, tournament, GOOD, previewed=digest_of_lines(GOOD)).status_code == 422
    assert organizer_client.post(address("remove_entrant", tournament, entrant.public_id)).status_code == 422
    assert organizer_client.post(address("entrant", tournament, entrant.public_id), PAIR).status_code == 422
    assert Entrant.objects.count() == 8


def test_the_number_of_queries_does_not_grow(organizer_client, club, django_assert_num_queries):
    for tournament in (open_tournament(club=club, pairs=1), open_tournament(club=club, pairs=30)):
        with django_assert_num_queries(14):
            organizer_client.get(address("entries", tournament))


def known_in(club, *names: str) -> list[Player]:
    return [Player.objects.create(club=club, name=name) for name in names]


def test_known_name_is_entered_after_the_answer(organizer_client, club, tournament):
    (ali,) = known_in(club, "Ali Kaya")
    question_page = organizer_client.post(address("add_entrant", tournament), PAIR)
    assert question_page.status_code == 422
    (question,) = question_page.context["form"].questions
    assert [choice.key for choice in question.choices] == [ali.public_id, None]
    assert question.chosen == question.choices[0]
    assert question.choices[1].label in question_page.content.decode()
    stale = PAIR | {"who_1": "another veli ay"}
    assert organizer_client.post(address("add_entrant", tournament), stale).status_code == 422
    assert len(names()) == 2
    for number, (choice, same) in enumerate(zip(question.choices, (True, False), strict=True)):
        other = tournament if same else open_tournament(club=club)
        form_data = {**PAIR, "who_1": choice.value, "player_2": f"Ece {'Zz' * (number + 1)}"}
        assert organizer_client.post(address("add_entrant", other), form_data).status_code == 303
        assert Entrant.objects.order_by("-pk")[0].players.contains(ali) is same


def test_similar_name_asks_and_the_known_person_enters_under_their_own_name(
    organizer_client, club, tournament
):
    (ayse,) = known_in(club, "Ayşe Kaya")
    form_data = PAIR | {"player_1": "AYSE KAYA"}
    question_page = organizer_client.post(address("add_entrant", tournament), form_data)
    (question,) = question_page.context["form"].questions
    assert question.chosen is None
    assert (
        organizer_client.post(
            address("add_entrant", tournament), form_data | {"who_1": str(ayse.public_id)}
        ).status_code
        == 303
    )
    assert Entrant.objects.get(name="Kaya – Demir").players.contains(ayse)


def test_corrected_name_is_the_same_person_if_answered_so(organizer_client, club, two_pairs):
    entrant = two_pairs.entrants.get(number=1)
    ali = entrant.players.get(name="Ali Kaya")
    url = address("entrant", two_pairs, entrant.public_id)
    opened = {"opened": snapshot_of(entry_list.entry_of(entrant)), **PAIR}
    assert organizer_client.post(url, opened | {"rating": "7"}).status_code == 303
    question_page = organizer_client.post(url, opened | {"player_1": "Ali Kayaa"})
    (question,) = question_page.context["form"].questions
    assert [choice.key for choice in question.choices] == [ali.public_id, None]
    assert question.chosen.key == ali.public_id
    form_data = opened | {"player_1": "Ali Kayaa", "who_1": question.chosen.value}
    assert organizer_client.post(url, form_data).status_code == 303
    ali.refresh_from_db()
    assert (ali.name, entrant.players.contains(ali)) == ("Ali Kayaa", True)
    assert names()[0] == "Kayaa – Demir"
    opened["opened"] = snapshot_of(entry_list.entry_of(Entrant.objects.get(pk=entrant.pk)))
    swapped = opened | {"player_1": "Ece Demir", "player_2": "Ali Kayaa"}
    assert organizer_client.post(url, swapped).status_code == 303
    assert [row.player.name for row in entrant.roster.order_by("place")] == ["Ece Demir", "Ali Kayaa"]
    opened["opened"] = snapshot_of(entry_list.entry_of(Entrant.objects.get(pk=entrant.pk)))
    other = opened | {"player_1": "Veli Ay", "who_1": "another veli ay", "player_2": "Ali Kayaa"}
    assert organizer_client.post(url, other).status_code == 303
    assert Player.objects.filter(name="Ece Demir").exists()


def test_confirmed_namesake_is_not_asked_about_again_when_respelled(organizer_client, tournament):
    shouted = {**PAIR, "player_1": "AYŞE IŞIK1"}
    organizer_client.post(address("add_entrant", tournament), shouted | {"namesake": "on"})
    entrant = Entrant.objects.get(players__name="AYŞE IŞIK1")
    url = address("entrant", tournament, entrant.public_id)
    opened = {"opened": snapshot_of(entry_list.entry_of(entrant))}
    assert organizer_client.post(url, shouted | opened | {"rating": "7"}).status_code == 303
    assert organizer_client.post(url, {**PAIR, **opened, "player_1": "Ayşe Işık1"}).status_code == 303
    assert entrant.players.filter(name="Ayşe Işık1").exists()
    assert organizer_client.post(url, {**PAIR, **opened, "player_1": "Ayşe Işık2"}).status_code == 422


def test_each_known_name_of_a_pasted_list_can_be_answered(organizer_client, club, tournament):
    ali, ayse, veli = known_in(club, "Ali Kaya", "Ayşe Ün", "Veli Ay")
    text = "Ali Kaya; Ece Demir\nAYSE UN; Veli Ay"
    asked_rows = paste(organizer_client, tournament, text).context["pasted"].lines_with_questions.rows
    questions = {question.name: question for row in asked_rows for question in row.questions}
    assert {name: question.chosen.key for name, question in questions.items()} == {
        "Ali Kaya": ali.public_id,
        "Ayse Un": None,
        "Veli Ay": veli.public_id,
    }
    answers = {
        questions["Ayse Un"].field: str(ayse.public_id),
        questions["Veli Ay"].field: questions["Veli Ay"].choices[-1].value,
    }
    second_response = (
        paste(organizer_client, tournament, text, **answers).context["pasted"].lines_with_questions.rows
    )
    assert [asked_question.chosen.key for row in second_response for asked_question in row.questions] == [
        ali.public_id,
        ayse.public_id,
        None,
    ]
    assert (
        paste(organizer_client, tournament, text, previewed=digest_of_lines(text), **answers).status_code
        == 303
    )
    playing = Player.objects.filter(entrants__tournament=tournament)
    assert set(playing) >= {ali, ayse}
    assert veli not in playing


def test_both_names_of_each_pair_of_a_full_list_can_be_answered(organizer_client, tournament):
    answers = {f"who-{number:012x}": "x" for number in range(2 * MOST_ENTRANTS)}
    assert (
        paste(organizer_client, tournament, GOOD, previewed=digest_of_lines(GOOD), **answers).status_code
        == 303
    )


def test_questions_load_the_clubs_people_once(
    organizer_client, club, tournament, django_assert_max_num_queries
):
    known_in(club, *(f"Ali Kaya{'abcdefghij'[number]}" for number in range(10)))
    for lines in (1, 10):
        text = "\n".join(f"Ali Kaya{'abcdefghij'[number]}; Su Er{'x' * number}" for number in range(lines))
        with django_assert_max_num_queries(25):
            paste(organizer_client, tournament, text)


def test_changed_case_of_a_name_asks_nothing(organizer_client, club, two_pairs):
    entrant = two_pairs.entrants.order_by("number").first()
    opened_page = organizer_client.get(address("entrant", two_pairs, entrant.public_id))
    form, before = opened_page.context["form"], [row.player_id for row in entrant.roster.order_by("place")]
    values = {field.html_name: field.value() or "" for field in form}
    name = values["player_1"].lower()
    response = organizer_client.post(
        address("entrant", two_pairs, entrant.public_id), values | {"player_1": name}
    )
    assert response.status_code == 303
    roster = entrant.roster.select_related("player").order_by("place")
    assert [row.player_id for row in roster] == before
    assert roster[0].player.real_name == name


def test_pair_is_entered_with_phone_and_payment_which_the_list_shows(organizer_client, tournament):
    more = {"phone_1": "0532 111 22 33", "paid": "on"}
    organizer_client.post(address("add_entrant", tournament), PAIR | more)
    entrant = Entrant.objects.get(roster__player__name="Ali Kaya")
    assert entrant.paid_at is not None
    assert PersonCard.objects.get(player__name="Ali Kaya").phone == "0532 111 22 33"
    page = organizer_client.get(address("entries", tournament)).content.decode()
    assert page.count('data-test="paid"') == 1
    changed = organizer_client.get(address("entrant", tournament, entrant.public_id)).context["form"]
    assert not changed.phones
