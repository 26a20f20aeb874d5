from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.desk import owned, sign_in
from tests.browser.scenes.windows import Windows
from tests.processes import Served
from tests.tournaments.spreadsheets.secretary import MEMBERS, PAIRS, typical_workbook

pytestmark = [pytest.mark.browser, pytest.mark.processes]

KNOWN = """
from tests.factories import NOW, open_tournament
from tournaments.log.actor import CONSOLE
from tournaments.people.domain.registration import add_person
told["tournament"] = str(open_tournament(club=member.club).public_id)
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
def told(served: Served) -> dict[str, str]:
    return owned(served, KNOWN)


@pytest.fixture
def desk(windows: Windows, served: Served, told: dict[str, str]) -> Page:
    page = windows.page(base_url=f"{served.url}/manage/", locale="tr-TR")
    sign_in(page.context, served, told)
    return page


def stored(served: Served, told: dict[str, str]) -> list[str]:
    return served.tell(STORED.format(told["club"])).splitlines()[-2:]


def choose(desk: Page, file: Path, content: bytes) -> None:
    file.write_bytes(content)
    desk.locator("input[type=file]").set_input_files(file)
    desk.get_by_role("button", name="Satırları göster").press("Enter")


def test_list_of_pairs_is_entered_after_open_questions_are_answered(
    served: Served, told: dict[str, str], desk: Page, tmp_path: Path
):
    title = "ŞİŞLİ OKEY KULÜBÜ · KIŞ TURNUVASI KAYIT LİSTESİ"
    desk.goto(f"t/{told['tournament']}/entries/file/")
    choose(desk, tmp_path / "kış turnuvası.xlsx", typical_workbook(title, PAIRS, summed=6))
    expect(desk.locator("[name=sheet]")).to_have_value("0")
    expect(desk.locator("[name=heading]")).to_have_value("4")
    holds = desk.locator(".o-columns select")
    for place, answer in enumerate(
        ("nothing", "name", "player_1", "player_2", "nothing", "nothing", "nothing", "rating")
    ):
        expect(holds.nth(place)).to_have_value(answer)
    bad = desk.locator(".o-lines li.amiss")
    expect(bad).to_have_count(2)
    expect(bad.first).to_contain_text("Çınaraltı")
    expect(bad.last).to_contain_text("Iraz Yıldız")
    expect(desk.locator(".o-lines li", has_text="TOPLAM")).to_have_count(0)
    enter = desk.get_by_role("button", name="3 takımı ekle")
    enter.press("Enter")
    expect(desk.get_by_text("Yukarıdaki satırları düzeltin ya da bunu işaretleyin.")).to_be_visible()
    assert stored(served, told)[0] == "Ibrahim Ozturk"
    desk.get_by_label("Eklenemeyen 2 satırı").check()
    choice = desk.get_by_label("“İbrahim Öztürk” kim?")
    choice.select_option(index=0)
    enter.press("Enter")
    listed = desk.locator(".o-rows > li")
    expect(listed).to_contain_text(["Çınaraltı", "Boğaz", "İnce – Güneş"])
    expect(desk.locator("textarea")).to_have_value(
        "Çınaraltı; Gülşen Çağlar; İbrahim Öztürk; ; 1480\nKuzguncuk; Iraz Yıldız"
    )
    names = stored(served, told)[0].split("|")
    known, new = "Ibrahim Ozturk", ["Gülşen Çağlar", "Şule Işık", "Ümit Ağaoğlu", "Ayşe İnce", "Ömer Güneş"]
    assert names == sorted([known, *new])


def test_members_are_registered_after_open_questions_are_answered(
    served: Served, told: dict[str, str], desk: Page, tmp_path: Path
):
    desk.goto(f"clubs/{told['club']}/people/")
    desk.get_by_role("link", name="Dosyadan liste").click()
    choose(desk, tmp_path / "üyeler.xlsx", typical_workbook("ÜYE LİSTESİ 2026", MEMBERS, summed=7))
    expect(desk.locator(".o-lines li", has_text="TOPLAM")).to_have_count(0)
    expect(desk.locator(".o-lines li.amiss")).to_contain_text(["Gülşen Çağlar"])
    take = desk.get_by_role("button", name="2 kişiyi al")
    take.press("Enter")
    expect(desk.get_by_text("soruları yanıtlayın ya da bunu işaretleyin")).to_be_visible()
    assert stored(served, told) == ["Ibrahim Ozturk", ""]
    desk.get_by_label("“İbrahim Öztürk” kim?").select_option(index=1)
    desk.get_by_label("Alınamayan satırı").check()
    desk.get_by_role("button", name="3 kişiyi al").press("Enter")
    expect(desk.locator(".messages")).to_contain_text("1 satır")
    assert [row.split("|") for row in stored(served, told)] == [
        ["Gülşen Çağlar", "Ibrahim Ozturk", "Iraz Yıldız"],
        [
            "Gülşen Çağlar 5321234567 gulsen@ornek.test 2026-01-03",
            "Ibrahim Ozturk 0533 987 65 43  None",
            "Iraz Yıldız 5447654321  2026-02-14",
        ],
    ]
