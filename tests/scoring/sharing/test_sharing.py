from __future__ import annotations

import html
import re
from io import BytesIO
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from PIL import Image

from scoring.paper.pdf.fonts import text_parts
from scoring.sharing.cards import card_canvas
from scoring.sharing.cards.card_content import Card, Line
from scoring.sharing.cards.card_layout import draw
from scoring.sharing.page_metadata import PUBLIC_PAGES
from tests.factories import (
    LEAGUE,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_hand,
    play_table,
    singles_tournament,
)
from tests.languages import english, path_in_language
from tests.scoring.live.page_counters import (
    TABS,
    address,
    encounter_address,
    play_groups,
    refresh,
    statements,
    text,
)
from tests.test_rights import EVERYBODY, RIGHTS
from tournaments.models import Encounter, Tournament

pytestmark = pytest.mark.django_db

NOT_LISTED = {
    "scoring:reader_roles",
    "scoring:followed_status",
    "scoring:tournament_search",
    "scoring:follow",
    "scoring:share",
    "scoring:share_encounter",
    "scoring:share_texts",
    "scoring:open_table",
    "scoring:open_side_link",
    "scoring:type_side_code",
    "scoring:sheet",
    "scoring:guides",
    "scoring:guide",
    "scoring:tile_referee",
    "scoring:tournament_tile_referee",
    "scoring:rule_set_tile_referee",
}
"""Pages that anybody may open but search engines shouldn't list."""
NO_PAGES = (
    "_card",
    "_logo",
    "_calendar",
    "_file",
    "_schema",
    "_verifier",
    "_pdf",
    "worker",
    "preview",
    "tv",
    "clock",
    "poster",
)


def metadata_of(page: str) -> dict[str, str]:
    metas = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page)
    return {name: html.unescape(content) for name, content in metas}


def card_address(tournament: Tournament, language: str = "tr") -> str:
    return reverse("scoring:tournament_card", args=[tournament.public_id, language])


def encounter_card(encounter: Encounter, language: str = "tr") -> str:
    return reverse("scoring:encounter_card", args=[encounter.public_id, language])


class TestHead:
    @pytest.mark.release
    @pytest.mark.parametrize("page", [*TABS, "rules"])
    def test_public_page_has_its_metadata(self, client: Client, page: str):
        tournament = drawn_tournament()
        content = text(client.get(address(page, tournament)))
        metas = metadata_of(content)
        title = re.search(r'<title translate="no">(.*?)</title>', content)
        assert title
        assert metas["og:title"] == html.unescape(title.group(1))
        assert "Güz Kupası" in metas["og:title"]
        assert metas["description"] == metas["og:description"]
        assert len(metas["description"]) > 20
        assert f'<link rel="canonical" href="http://testserver{address(page, tournament)}">' in content
        assert metas["og:image"].startswith(f"http://testserver{card_address(tournament)}")
        assert "robots" not in metas

    @pytest.mark.release
    def test_titles_differ_between_pages(self, client: Client):
        tournament = drawn_tournament()
        pages = [text(client.get(address(page, tournament))) for page in (*TABS, "rules")]
        assert len({metadata_of(page)["og:title"] for page in pages}) == len(pages)

    def test_encounter_description_has_the_score(self, client: Client):
        encounter = encounters_of(drawn_tournament())[0]
        play_hand(encounter)
        metas = metadata_of(text(client.get(english(encounter_address(encounter)))))
        for side in encounter.sides_in_order:
            assert side.entrant
            assert side.entrant.name in metas["og:description"]
        assert "hand 2" in metas["og:description"]
        assert encounter_card(encounter, "en") in metas["og:image"]

    def test_tournament_list_has_the_card_of_the_site(self, client: Client):
        metas = metadata_of(text(client.get("/")))
        assert metas["og:image"] == f"http://testserver{reverse('scoring:site_card', args=['tr'])}"

    @override_settings(PUBLIC_ADDRESS="https://istaka.example")
    def test_urls_use_the_public_address(self, client: Client):
        tournament = drawn_tournament()
        metas = metadata_of(text(client.get(address("tournament", tournament))))
        assert metas["og:url"] == f"https://istaka.example{address('tournament', tournament)}"
        assert metas["og:image"].startswith("https://istaka.example/")

    def test_name_with_html_characters_is_escaped(self, client: Client):
        tournament = drawn_tournament(name='"><b>Kupa</b> & co')
        html = text(client.get(address("tournament", tournament)))
        assert metadata_of(html)["og:title"] == '"><b>Kupa</b> & co · Istaka'
        assert "<b>Kupa</b>" not in html

    def test_private_pages_are_not_indexed(self, client: Client):
        tournament = drawn_tournament()
        table = tournament.tables.order_by("number")[0]
        opened = client.get(reverse("scoring:open_table", args=[table.links.get().token]), follow=True)
        for answer in (
            opened,
            client.get("/sign-in/"),
            client.get(address("follow", tournament)),
            client.get(address("share", tournament)),
        ):
            assert metadata_of(text(answer)) == {"robots": "noindex"} | {
                name: content
                for name, content in metadata_of(text(answer)).items()
                if not name.startswith("og:") and name != "robots"
            }
            assert "og:title" not in metadata_of(text(answer))

    def test_every_public_page_is_listed_or_in_not_listed(self):
        """Add a new public page to `PUBLIC_PAGES` of `page_metadata` or to `NOT_LISTED` above."""
        pages = {
            name
            for name, right in RIGHTS.items()
            if right.who == EVERYBODY and "GET" in right.methods and name.startswith("scoring:")
        }
        undecided = {
            name for name in pages - PUBLIC_PAGES - NOT_LISTED if not any(part in name for part in NO_PAGES)
        }
        assert undecided == set()


class TestCards:
    def read_image(self, answer: object) -> Image.Image:
        image = Image.open(BytesIO(answer.content))  # type: ignore[attr-defined]
        image.load()
        return image

    @pytest.mark.slow
    @pytest.mark.parametrize("language", ["tr", "en"])
    def test_card_is_a_png_of_the_size_messengers_want(self, client: Client, language: str):
        tournament = drawn_tournament()
        for url in (
            reverse("scoring:site_card", args=[language]),
            card_address(tournament, language),
            encounter_card(encounters_of(tournament)[0], language),
        ):
            answer = client.get(url)
            assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
            image = self.read_image(answer)
            assert (image.format, image.size) == ("PNG", (1200, 630))
            assert len(answer.content) < 120_000

    def test_card_follows_play_and_is_unchanged_without_play(self, client: Client):
        tournament = drawn_tournament()
        url = encounter_card(encounters_of(tournament)[0])
        first = client.get(url)
        assert client.get(url, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
        play_hand(encounters_of(tournament)[0])
        later = client.get(url, headers={"If-None-Match": first.headers["ETag"]})
        assert later.status_code == 200
        assert later.content != first.content

    def test_each_language_has_its_own_picture(self, client: Client):
        tournament = drawn_tournament()
        assert client.get(card_address(tournament, "tr")).content != (
            client.get(card_address(tournament, "en")).content
        )

    def test_card_has_the_language_of_its_link_for_every_reader(self, client: Client):
        url = card_address(drawn_tournament(), "en")
        turkish = client.get(url)
        assert client.get(english(url)).content == turkish.content

    @pytest.mark.slow
    def test_every_state_of_play_has_a_card(self, client: Client):
        league = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
        singles = singles_tournament(players=4)
        tournaments = [open_tournament(), open_tournament(pairs=3), drawn_tournament(), league, singles]
        play_hand(encounters_of(league)[0])
        for tournament in tournaments:
            assert client.get(card_address(tournament)).status_code == 200
        play_groups(league)
        refresh(league)
        table = encounters_of(singles)[0]
        play_table(table, 0, 10, 20, 30)
        for url in (card_address(league), card_address(singles), encounter_card(table)):
            assert client.get(url).status_code == 200

    def test_champion_is_beside_a_cup_in_letters_of_the_font(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ):
        league = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
        play_groups(league)
        refresh(league)
        spy, cup = Mock(wraps=text_parts), Mock()
        monkeypatch.setattr(card_canvas, "text_parts", spy)
        monkeypatch.setattr(card_canvas.Canvas, "cup", cup)
        draw.cache_clear()
        assert client.get(card_address(league)).status_code == 200
        texts = [call.args[0] for call in spy.call_args_list]
        champion = Tournament.objects.select_related("champion").get(pk=league.pk).champion
        assert champion
        assert champion.name in texts
        assert all(text_parts(line) == ((0, line),) for line in texts)
        assert cup.call_count == 1

    def test_unknown_card_is_404(self, client: Client):
        tournament = drawn_tournament()
        nowhere = Tournament(public_id=uuid4())
        for url in (card_address(nowhere), card_address(tournament, "xx"), card_address(tournament, "tr-TR")):
            assert client.get(url).status_code == 404
        assert client.post(card_address(tournament)).status_code == 405

    @pytest.mark.release
    @pytest.mark.postgres
    def test_card_takes_the_same_queries_for_few_and_many_pairs(self, client: Client):
        few, many = drawn_tournament(pairs=6, groups=2), drawn_tournament(pairs=32, groups=8, tables=8)
        assert statements(client, card_address(few)) == statements(client, card_address(many)) <= 12

    def test_equal_cards_are_drawn_once(self):
        card = Card(title="Kupa", subtitle="", state="", lines=(Line("Ağrı – İğdır", mark="A", side=True),))
        assert draw(card) is draw(Card(**card.__dict__))

    def test_long_names_and_missing_letters_are_drawn(self):
        name = "Karaosmanoğlu – Büyükyılmaz " * 4
        lines = tuple(
            Line(text_, mark=letter, figure="+1.234", side=True)
            for letter, text_ in zip("ABCD", (name, "សុខ", "", "😀"), strict=True)
        )
        assert (
            draw(Card(title=name, subtitle=name, state=name, lines=lines, live=True, footer=name))[:4]
            == b"\x89PNG"
        )

    @pytest.mark.release
    @pytest.mark.parametrize(
        "name", ["Əli", "Иван", "Γιώργος", "محمد", "Țepeș", "Oʻktam", "Արամ", "李明", "김민수"]
    )
    def test_name_of_every_script_is_drawn(self, name: str):
        drawn, unknown, empty = (draw(Card(text_, "", "")) for text_ in (name, "?" * len(name), ""))
        assert drawn not in {unknown, empty}

    def test_emoji_are_left_out(self):
        assert draw(Card("Ali 😀 Veli", "", "")) == draw(Card("Ali Veli", "", ""))


class TestShare:
    def test_share_page_shows_the_address(self, client: Client):
        tournament = drawn_tournament()
        page = text(client.get(address("share", tournament)))
        assert f'value="http://testserver{address("tournament", tournament)}"' in page
        assert "<svg" in page

    def test_address_has_the_language_of_the_sharer(self, client: Client):
        tournament = drawn_tournament()
        page = text(client.get(english(address("share", tournament))))
        assert f'value="http://testserver/en{address("tournament", tournament)}"' in page
        assert f'data-send="http://testserver/en{address("tournament", tournament)}"' in page

    @pytest.mark.parametrize(("language", "title"), [("tr", "Masalar"), ("en", "Tables")])
    def test_metadata_has_the_language_of_the_address(self, client: Client, language: str, title: str):
        tournament = drawn_tournament()
        url = path_in_language(address("tables", tournament), language)
        page = text(client.get(url))
        metas = metadata_of(page)
        assert metas["og:title"] == f"{title} · Güz Kupası · Istaka"
        assert metas["og:locale"][:2] == language
        assert metas["og:url"] == f"http://testserver{url}"
        assert metas["og:image"].startswith(f"http://testserver{card_address(tournament, language)}")
        assert f'<link rel="canonical" href="http://testserver{url}">' in page

    def test_unknown_query_parameters_change_nothing(self, client: Client):
        url = address("tables", drawn_tournament())
        assert metadata_of(text(client.get(f"{url}?lang=en"))) == metadata_of(text(client.get(url)))

    def test_encounter_has_a_share_page(self, client: Client):
        encounter = encounters_of(drawn_tournament())[0]
        page = text(client.get(reverse("scoring:share_encounter", args=[encounter.public_id])))
        assert f'value="http://testserver{encounter_address(encounter)}"' in page
        for side in encounter.sides_in_order:
            assert side.entrant
            assert side.entrant.name in page

    def test_share_page_warns_of_an_address_phones_cannot_reach(self, client: Client):
        page = client.get(address("share", drawn_tournament()), headers={"Host": "localhost"})
        assert 'data-test="this-machine-only"' in text(page)
        page = client.get(address("share", drawn_tournament()))
        assert 'data-test="this-machine-only"' not in text(page)

    def test_share_page_is_404_for_strangers_and_read_only(self, client: Client):
        nowhere = Tournament(public_id=uuid4())
        assert client.get(address("share", nowhere)).status_code == 404
        assert client.get(reverse("scoring:share_encounter", args=[uuid4()])).status_code == 404
        assert client.post(address("share", drawn_tournament())).status_code == 405

    def test_tournament_page_links_its_share_page(self, client: Client):
        tournament = drawn_tournament()
        assert f'href="{address("share", tournament)}"' in text(client.get(address("tournament", tournament)))
