from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import create_owned_club, sign_in, wait_until_settled
from tests.processes import ServerProcess
from tests.tournaments.spreadsheets.club_list import MEMBERS, PAIRS, typical_workbook

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KNOWN = """
from tests.factories import NOW, open_tournament
from tournaments.log.actor import CONSOLE
from tournaments.people.domain.registration import add_person
output["tournament"] = str(open_tournament(club=member.club).public_id)
add_person(club=member.club, name="Ibrahim Ozturk", by=CONSOLE, at=NOW)
"""
STORED = """
from tournaments.models import Club, PersonCard
club = Club.objects.get(public_id="{}")
cards = PersonCard.objects.filter(player__club=club)
print(*sorted(club.players.values_list("name", flat=True)), sep="|")
print(*sorted(f"{{one.player.name}} {{one.phone}} {{one.email}} {{one.agreed_on}}" for one in cards), sep="|")
"""


@pytest.fixture
def owned_club(server_process: ServerProcess) -> dict[str, str]:
    return create_owned_club(server_process, KNOWN)


@pytest.fixture
def organizer_page(windows: Windows, server_process: ServerProcess, owned_club: dict[str, str]) -> Page:
    page = windows.page(base_url=f"{server_process.url}/manage/", locale="tr-TR")
    sign_in(page.context, server_process, owned_club)
    return page


def stored_people(served: ServerProcess, owned_club: dict[str, str]) -> list[str]:
    return served.tell(STORED.format(owned_club["club"])).splitlines()[-2:]


def choose(page: Page, file: Path, content: bytes) -> None:
    file.write_bytes(content)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Satırları göster").press("Enter")


def test_list_of_pairs_is_entered_after_open_questions_are_answered(
    server_process: ServerProcess, owned_club: dict[str, str], organizer_page: Page, tmp_path: Path
):
    title = "ŞİŞLİ OKEY KULÜBÜ · KIŞ TURNUVASI KAYIT LİSTESİ"
    organizer_page.goto(f"t/{owned_club['tournament']}/entries/file/")
    choose(organizer_page, tmp_path / "kış turnuvası.xlsx", typical_workbook(title, PAIRS, summed=6))
    expect(organizer_page.locator("[name=sheet]")).to_have_value("0")
    expect(organizer_page.locator("[name=heading]")).to_have_value("4")
    holds = organizer_page.locator(".o-columns select")
    for place, answer in enumerate(
        ("nothing", "name", "player_1", "player_2", "phone", "nothing", "nothing", "rating")
    ):
        expect(holds.nth(place)).to_have_value(answer)
    bad = organizer_page.locator(".o-lines li.error-text")
    expect(bad).to_have_count(2)
    expect(bad.first).to_contain_text("Çınaraltı")
    expect(bad.last).to_contain_text("Iraz Yıldız")
    expect(organizer_page.locator(".o-lines li", has_text="TOPLAM")).to_have_count(0)
    enter = organizer_page.get_by_role("button", name="3 takımı ekle")
    enter.press("Enter")
    expect(organizer_page.locator(".o-check.wrong")).to_be_visible()
    assert stored_people(server_process, owned_club)[0] == "Ibrahim Ozturk"
    organizer_page.get_by_label("Eklenemeyen 2 satırı").check()
    choice = organizer_page.get_by_label("“İbrahim Öztürk” kim?")
    choice.select_option(index=0)
    wait_until_settled(organizer_page)
    expect(organizer_page.get_by_label("Eklenemeyen 2 satırı")).to_be_checked()
    enter.press("Enter")
    listed = organizer_page.locator(".o-rows > li")
    expect(listed).to_contain_text(["Çınaraltı", "Boğaz", "İnce – Güneş"])
    expect(organizer_page.locator("textarea")).to_have_value(
        "Çınaraltı; Gülşen Çağlar 5321234567; İbrahim Öztürk; ; 1480\nKuzguncuk; Iraz Yıldız 5447654321;"
    )
    names = stored_people(server_process, owned_club)[0].split("|")
    known, new = "Ibrahim Ozturk", ["Gülşen Çağlar", "Şule Işık", "Ümit Ağaoğlu", "Ayşe İnce", "Ömer Güneş"]
    assert names == sorted([known, *new])


@pytest.mark.release
def test_members_are_registered_after_open_questions_are_answered(
    server_process: ServerProcess, owned_club: dict[str, str], organizer_page: Page, tmp_path: Path
):
    organizer_page.goto(f"clubs/{owned_club['club']}/people/")
    organizer_page.get_by_role("link", name="Dosyadan liste").click()
    choose(organizer_page, tmp_path / "üyeler.xlsx", typical_workbook("ÜYE LİSTESİ 2026", MEMBERS, summed=7))
    expect(organizer_page.locator(".o-lines li", has_text="TOPLAM")).to_have_count(0)
    expect(organizer_page.locator(".o-lines li.error-text")).to_contain_text(["Gülşen Çağlar"])
    take = organizer_page.get_by_role("button", name="2 kişiyi al")
    take.press("Enter")
    expect(organizer_page.locator(".o-check.wrong")).to_be_visible()
    assert stored_people(server_process, owned_club) == ["Ibrahim Ozturk", ""]
    organizer_page.get_by_label("“İbrahim Öztürk” kim?").select_option(index=1)
    wait_until_settled(organizer_page)
    organizer_page.get_by_label("Alınamayan satırı").check()
    organizer_page.get_by_role("button", name="3 kişiyi al").press("Enter")
    expect(organizer_page.locator(".messages")).to_contain_text("1 satır")
    assert [row.split("|") for row in stored_people(server_process, owned_club)] == [
        ["Gülşen Çağlar", "Ibrahim Ozturk", "Iraz Yıldız"],
        [
            "Gülşen Çağlar 5321234567 gulsen@ornek.test 2026-01-03",
            "Ibrahim Ozturk 0533 987 65 43  None",
            "Iraz Yıldız 5447654321  2026-02-14",
        ],
    ]
