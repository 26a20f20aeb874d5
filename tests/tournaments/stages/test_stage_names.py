from __future__ import annotations

import pytest
from django.utils import translation

from rules.games import game_of
from tournaments.enums import StageKind
from tournaments.stages.stage_names import (
    FORMAT_NAMES,
    FORMAT_SENTENCES,
    describe_entrant_count,
    describe_feed,
    describe_length,
    format_name,
    stage_name,
    stage_names,
)
from tournaments.stages.stage_settings import FeedSettings, StageSettings


@pytest.fixture(autouse=True)
def _activate_english():
    with translation.override("en"):
        yield


def test_every_format_has_a_name_and_a_sentence():
    assert set(FORMAT_NAMES) == set(FORMAT_SENTENCES) == set(StageKind)


def test_stage_name_defaults_to_its_format():
    assert stage_name(StageSettings("swiss", 1, 11)) == "Swiss system"
    assert stage_name(StageSettings("swiss", 1, 11, name="Cuma")) == "Cuma"
    assert format_name("darts") == ""


def test_equal_names_are_numbered():
    stages = [StageSettings(kind, 1, 11) for kind in ("groups", "knockout", "knockout")]
    assert stage_names(stages) == ["Group stage", "Elimination 1", "Elimination 2"]


def test_formats_have_turkish_names():
    with translation.override("tr"):
        names = [format_name(kind) for kind in ("groups", "swiss", "knockout", "double", "tables")]
    assert names == ["Grup aşaması", "İsviçre sistemi", "Eleme", "Çift eleme", "Dörtlü masalar"]


@pytest.mark.parametrize(
    ("feed", "source", "words"),
    [
        (FeedSettings(1, 1, 1), "groups", "first of each group"),
        (FeedSettings(1, 1, 2), "groups", "first 2 of each group"),
        (FeedSettings(1, 3, 3), "groups", "place 3 of each group"),
        (FeedSettings(1, 3, 4), "groups", "places 3–4 of each group"),
        (FeedSettings(1, 3, 3, best=4), "groups", "best 4 of place 3"),
        (FeedSettings(1, 1, 1), "knockout", "the first"),
        (FeedSettings(1, 1, 8), "swiss", "first 8"),
        (FeedSettings(1, 5, 8), "swiss", "places 5–8"),
        (FeedSettings(1, 2, 2), "double", "place 2"),
    ],
)
def test_feeds_are_described_briefly(feed, source, words):
    assert describe_feed(feed, source) == words


def test_lengths_and_counts_are_described():
    assert describe_length(1, 11) == "single match · 11 hands"
    assert describe_length(3, 9) == "best of 3 · 9 hands"
    assert [describe_entrant_count(1, kind) for kind in ("pairs", "singles")] == ["1 pair", "1 player"]
    assert [describe_entrant_count(2, kind) for kind in ("pairs", "singles")] == ["2 pairs", "2 players"]


def test_match_that_points_end_has_a_limit_of_hands():
    okey = game_of("okey-countdown")
    assert describe_length(1, 9, okey) == "single match · at most 9 hands"
    assert describe_length(3, None, okey) == "best of 3 · from 20 points"
    with translation.override("tr"):
        assert describe_length(3, 9, okey) == "3 maç üzerinden · en çok 9 el"
        assert describe_length(3, None, okey) == "3 maç üzerinden · 20 puandan geri"
