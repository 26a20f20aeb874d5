from __future__ import annotations

from threading import Barrier, Thread
from typing import Any

import pytest
from django.test import Client

from scoring.live.views.shared import Shelf, shelf
from tests.factories import MembershipFactory, UserFactory, drawn_tournament, open_tournament
from tests.languages import english
from tests.processes import LONGEST_WAIT
from tests.scoring.live.watching import HTMX, address, begin, statements, text
from tournaments.enums import Visibility
from tournaments.models import Tournament

ONE_WHO_HAS_LESS = "?seen=0"


@pytest.fixture(autouse=True)
def _empty_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing lies there, and what is put there stays: a busy machine may take a second for the next."""
    monkeypatch.setattr(shelf, "_seconds", LONGEST_WAIT)
    shelf.clear()


def part_of(client: Client, tournament: Tournament, asked: str = ONE_WHO_HAS_LESS, **headers: str) -> Any:
    return client.get(address("groups", tournament) + asked, headers={**HTMX, **headers})


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_part_is_made_once_for_all_who_ask_at_the_same_moment(client: Client):
    tournament = drawn_tournament()
    first = part_of(client, tournament)
    assert first["X-Live-Counter"] == str(counter_of(tournament))
    assert text(part_of(Client(), tournament, "?seen=1")) == text(first)
    assert statements(Client(), address("groups", tournament) + ONE_WHO_HAS_LESS, HTMX) == 1


@pytest.mark.django_db
def test_a_change_makes_another_part(client: Client):
    tournament = drawn_tournament()
    first = text(part_of(client, tournament))
    begin(tournament, 1)
    assert text(part_of(client, tournament)) != first


@pytest.mark.django_db
def test_another_language_is_another_part(client: Client):
    tournament = drawn_tournament()
    turkish = text(part_of(client, tournament))
    english_part = client.get(english(address("groups", tournament)) + ONE_WHO_HAS_LESS, headers=HTMX)
    assert text(english_part) != turkish


@pytest.mark.both_databases
@pytest.mark.django_db
def test_so_is_a_page_and_whoever_asks_is_given_the_same(client: Client):
    tournament = drawn_tournament()
    url = address("groups", tournament)
    first = client.get(url)
    member, stranger = Client(), Client()
    member.force_login(UserFactory.create())
    stranger.cookies["something"] = "else"
    for other in (member, stranger):
        assert other.get(f"{url}?utm=1").content == first.content
        assert statements(other, url) == 1


@pytest.mark.django_db
def test_what_is_for_its_members_is_shared_with_nobody(client: Client):
    draft = open_tournament(visibility=Visibility.DRAFT)
    client.force_login(MembershipFactory.create(club=draft.club).user)
    answer = client.get(address("tournament", draft))
    assert "Cookie" in answer["Vary"]
    assert "X-Live-Counter" not in answer
    assert "data-shared" not in text(answer)
    assert Client().get(address("tournament", draft)).status_code == 404


def counter_of(tournament: Tournament) -> int:
    tournament.refresh_from_db()
    return tournament.counter


def test_while_one_makes_it_the_others_wait():
    made: list[int] = []
    taken: list[bytes] = []
    kept, together = Shelf[bytes](), Barrier(8)

    def make() -> bytes:
        made.append(1)
        return b"part"

    def take() -> None:
        together.wait()
        taken.append(kept.take("key", make))

    threads = [Thread(target=take) for _one in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), taken) == (1, [b"part"] * 8)


def test_what_failed_is_tried_again():
    kept = Shelf[bytes]()

    def fail() -> bytes:
        raise LookupError

    with pytest.raises(LookupError):
        kept.take("key", fail)
    assert kept.take("key", lambda: b"part") == b"part"


def test_a_part_is_kept_for_its_time_and_the_newest_only():
    short, narrow = Shelf[bytes](seconds=0), Shelf[bytes](most=1)
    assert short.take("key", lambda: b"1") == b"1"
    assert short.take("key", lambda: b"2") == b"2"
    assert narrow.take("one", lambda: b"1") == b"1"
    assert narrow.take("other", lambda: b"2") == b"2"
    assert narrow.take("one", lambda: b"3") == b"3"
