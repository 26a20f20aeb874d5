from typing import Any

import pytest

from rules.games.okey101.game import OKEY_101
from rules.games.okey101.reports import parse_report
from rules.hands import HandReport
from scoring.play import walkovers
from scoring.queries.tournament_context import read_tournament_context
from scoring.statistics.entrant_statistics import EntrantView, read_entrant
from scoring.statistics.key_figures import Figures, Share
from scoring.statistics.player_statistics import has_page, read_player
from scoring.statistics.side_results import Outcome, StageProgress
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    open_tournament,
    play_encounter,
    play_hand,
    play_table,
    report,
    rule,
    singles_tournament,
    void_report,
)
from tests.scoring.live.page_counters import play_groups
from tests.scoring.play.test_open_length import OPEN, stages, won_hand
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Player
from tournaments.play import substitutes
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


def view_of(entrant: Entrant) -> EntrantView:
    return read_entrant(read_tournament_context(entrant.tournament.public_id), entrant.public_id)


def sides(encounter: Encounter) -> tuple[Entrant, Entrant]:
    first, second = (side.entrant for side in encounter.sides.order_by("letter"))
    assert first
    assert second
    return first, second


def first_encounter(**changes: Any) -> Encounter:
    return encounters_of(drawn_tournament(**changes))[0]


def finished(**finish: Any) -> HandReport:
    """Report a hand: A1 finishes (A2 isn't asked), B1 opened with pairs, B2 didn't open."""
    seats: dict[str, Any] = {
        "A1": {"opening": "series"},
        "A2": {},
        "B1": {"opening": "pairs", "rack": {"points": 20}},
        "B2": {"opening": "none"},
    }
    if finish.get("direct"):
        seats["B1"] = {"opening": "none"}
    return parse_report({"outcome": "finished", "finisher": "A1", "finish": finish, "seats": seats})


class TestOpenings:
    def test_finishers_partner_is_left_out_without_an_answer(self):
        encounter = first_encounter()
        play_hand(encounter, finished())
        figures, opponents = (view_of(entrant).figures for entrant in sides(encounter))
        assert (
            figures.opened_with_series,
            figures.not_opened,
            figures.unknown_openings,
            figures.known_openings,
        ) == (1, 0, 1, 1)
        assert (
            opponents.opened_with_pairs,
            opponents.not_opened,
            opponents.known_openings,
            opponents.times_charged,
        ) == (1, 1, 2, 1)

    def test_direct_finish_implies_not_opened(self):
        encounter = first_encounter()
        play_hand(encounter, finished(direct=True))
        figures = view_of(sides(encounter)[0]).figures
        assert (
            figures.opened_with_series,
            figures.not_opened,
            figures.unknown_openings,
            figures.times_charged,
        ) == (1, 1, 0, 0)

    def test_each_partner_has_their_own_figures(self):
        encounter = first_encounter()
        play_hand(encounter, finished())
        first, second = view_of(sides(encounter)[1]).partners
        assert (first.figures.opened_with_pairs, second.figures.not_opened) == (1, 1)
        assert first.figures.hands == second.figures.hands == 1


class TestFinishes:
    def test_every_finish_counts_under_one_kind(self):
        encounter = first_encounter()
        play_hand(encounter, finished(direct=True, last_tile="okey"))
        play_hand(encounter, finished())
        figures = view_of(sides(encounter)[0]).figures
        assert figures.finishes == {"direct+okey": 1, "plain": 1}
        assert figures.finished_share == Share(2, 2)
        assert [share.count for _kind, share in figures.finish_kinds] == [1, 0, 0, 0, 1]


class TestSidePaysOnce:
    def played_okey_encounter(self, **changes: Any) -> Encounter:
        encounter = first_encounter(rule_set_id="okey-countdown", stages=stages(OPEN), **changes)
        play_hand(encounter, won_hand("B1"))
        play_hand(encounter, won_hand("B2", hand="pairs", indicator_shown_by="A2"))
        return encounter

    def test_each_player_has_the_points_of_their_side(self):
        ours, opponents = sides(self.played_okey_encounter())
        for player in ours.players.order_by("pk"):
            (game,) = read_player(player.public_id).games
            assert (game.figures.hands, game.figures.points, game.opponents_figures.average_payment) == (
                2,
                10,
                0.5,
            )
        view = view_of(opponents)
        assert (view.figures.points, view.opponents_figures.points, view.opponents_average) == (1, 10, 5.0)
        assert [partner.figures.finished_share.count for partner in view.partners] == [1, 1]

    def test_only_finishes_and_indicators_are_shown(self):
        view = view_of(sides(self.played_okey_encounter())[0])
        assert [kind for kind, counted in view.figures.counted.items() if counted] == ["finished", "shown"]
        assert (
            view.figures.indicators_shown,
            [partner.figures.indicators_shown for partner in view.partners],
        ) == (1, [0, 1])
        kinds = [kind for kind, _share in view.figures.finish_kinds]
        assert kinds == ["plain", "okey", "pairs", "one_colour_run"]

    def test_games_have_separate_figures_and_points_are_not_mixed(self):
        encounter = self.played_okey_encounter()
        player, opponent = (side.players.order_by("pk")[0] for side in sides(encounter))
        other = first_encounter(club=encounter.stage.tournament.club, name="Bahar Kupası")
        for person, side in zip((player, opponent), sides(other), strict=True):
            side.roster.filter(place=1).update(player=person)
        play_hand(other, report())
        view = read_player(player.public_id)
        assert [(played.game.id, played.figures.hands) for played in view.games] == [
            ("okey_points", 2),
            ("okey101", 1),
        ]
        (records,) = [
            opponent_record.record
            for opponent_record in view.opponent_records
            if opponent_record.opponent == opponent
        ]
        assert (records.hands, records.one_game) == (3, False)


class TestWhatCounts:
    def test_void_hand_does_not_count(self):
        encounter = first_encounter()
        play_hand(encounter, void_report())
        assert view_of(sides(encounter)[0]).figures == Figures(OKEY_101, finishes={}, fouls={})

    def test_corrected_hand_counts_in_its_current_version(self):
        encounter = first_encounter()
        play_hand(encounter, report(fouls=1))
        correct(encounter, report(finisher="B1", points=(10, 20)))
        figures = view_of(sides(encounter)[0]).figures
        assert (figures.hands, figures.points, figures.infractions) == (1, 30, 0)
        assert figures.finished_share.count == 0

    def test_points_fixed_by_a_referee_count_as_fixed(self):
        encounter = first_encounter()
        play_hand(encounter, report())
        rule(encounter, fixed(7, 0, 5, 0))
        assert view_of(sides(encounter)[0]).figures.points == 12

    def test_hands_before_a_walkover_do_not_count_but_matches_are_credited(self):
        encounter = first_encounter(groups_best_of=3)
        play_hand(encounter, report(fouls=2))
        walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
        ours, opponents = (view_of(entrant) for entrant in sides(encounter))
        assert ours.figures.hands == opponents.figures.hands == 0
        assert (ours.own_totals.matches_won, ours.own_totals.matches_lost, ours.own_totals.walkovers) == (
            0,
            2,
            1,
        )
        assert (opponents.own_totals.won, opponents.own_totals.encounters) == (1, 1)
        assert ours.uncounted_results.needless == 1

    def test_needless_match_does_not_count(self):
        encounter = first_encounter(groups_best_of=3)
        for winner in ("A1", "A1", "A1", "B1", "B1", "B1", "A1"):
            play_hand(encounter, report(finisher=winner, fouls=1))
            encounter.refresh_from_db()
        for deal in (1, 2, 3):
            correct(encounter, report(finisher="A1"), match=2, deal=deal)
        view = view_of(sides(encounter)[0])
        assert view.figures.hands == 6
        assert view.figures.infractions == 3
        assert (view.own_totals.matches_won, view.own_totals.matches_lost) == (2, 0)
        assert view.uncounted_results.needless == 1
        assert [result.match.counts for result in view.results[0].matches] == [True, True, False]


class TestSubstitutes:
    def test_hands_stay_with_the_players_who_played_them(self):
        encounter = first_encounter()
        play_hand(encounter, report(finisher="A1"))
        entrant = sides(encounter)[0]
        leaves = entrant.players.order_by("rosters__place")[0]
        comes = substitutes.substitute(
            entrant=entrant, old_player=leaves, new_name="Sabri Yedek", by=CONSOLE, at=NOW
        )
        play_hand(encounter, report(finisher="A1"))
        view = view_of(entrant)
        hands = {partner.player: (partner.figures.hands, partner.is_current) for partner in view.partners}
        stayed = entrant.players.exclude(pk=comes.pk).get()
        assert hands == {comes: (1, True), stayed: (2, True), leaves: (1, False)}
        assert view.figures.hands == 2

    def test_hands_before_and_after_a_substitution_are_on_both_players_pages(self):
        encounter = first_encounter()
        entrant = sides(encounter)[0]
        play_hand(encounter)
        leaves = entrant.players.order_by("rosters__place")[0]
        comes = substitutes.substitute(
            entrant=entrant, old_player=leaves, new_name="Sabri Yedek", by=CONSOLE, at=NOW
        )
        former, new = (read_player(person.public_id).appearances for person in (leaves, comes))
        assert (former[0].entrant, former[0].is_current, former[0].figures.hands) == (entrant, False, 1)
        assert (new[0].entrant, new[0].is_current, new[0].figures.hands) == (entrant, True, 0)
        assert [partner.name for partner in former[0].partners] == [
            partner.name for partner in entrant.players.exclude(pk=comes.pk)
        ]

    def test_player_replaced_before_playing_appears_nowhere(self):
        entrant = sides(first_encounter())[0]
        leaves = entrant.players.order_by("pk")[0]
        substitutes.substitute(entrant=entrant, old_player=leaves, new_name="Sabri Yedek", by=CONSOLE, at=NOW)
        assert not has_page(leaves.public_id)


class TestPath:
    @pytest.mark.release
    def test_path_shows_the_group_rank_and_the_round_reached(self):
        tournament = drawn_tournament()
        play_groups(tournament)
        for encounter in encounters_of(tournament)[-3:]:
            play_encounter(encounter)
        tournament.refresh_from_db()
        assert tournament.champion
        champion = view_of(tournament.champion)
        assert champion.champion
        assert [stage.stage_progress for stage in champion.stage_results] == [
            StageProgress.RANK,
            StageProgress.WON,
        ]
        final = encounters_of(tournament)[-1]
        loser = next(side for side in sides(final) if side != tournament.champion)
        assert [stage.stage_progress for stage in view_of(loser).stage_results] == [
            StageProgress.RANK,
            StageProgress.LOST,
        ]
        third = Entrant.objects.get(places__rank=3, places__group__name="A", tournament=tournament)
        assert [
            (stage.stage_progress, stage.rank, stage.group_size) for stage in view_of(third).stage_results
        ] == [(StageProgress.RANK, 3, 4)]

    def test_path_names_the_current_and_the_next_encounter(self):
        tournament = drawn_tournament()
        first = encounters_of(tournament)[0]
        play_hand(first)
        view = view_of(sides(first)[0])
        assert view.current_result
        assert view.current_result.listing.encounter == first
        assert view.next_result
        assert view.next_result.side_outcome == Outcome.READY

    def test_path_is_empty_before_the_draw(self):
        view = view_of(open_tournament(pairs=2).entrants.order_by("pk")[0])
        assert (list(view.stage_results), view.results, view.figures.average, view.average_chart) == (
            [],
            [],
            None,
            None,
        )


class TestPlayer:
    def test_page_covers_everything_played_in_the_club(self):
        first = first_encounter()
        club = first.stage.tournament.club
        play_hand(first)
        player = sides(first)[0].players.order_by("pk")[0]
        again = drawn_tournament(club=club, name="Bahar Kupası")
        for encounter in encounters_of(again):
            play_hand(encounter)
        view = read_player(player.public_id)
        assert len(view.appearances) == 2
        assert view.hands == sum(appearance.figures.hands for appearance in view.appearances) > 1

    def test_page_does_not_exist_before_the_player_is_listed(self):
        player = Player.objects.create(club=first_encounter().stage.tournament.club, name="Hiç Oynamadı")
        assert not has_page(player.public_id)

    def test_anonymized_player_has_no_page(self):
        encounter = first_encounter()
        play_hand(encounter)
        player = sides(encounter)[0].players.order_by("pk")[0]
        assert has_page(player.public_id)
        Player.objects.filter(pk=player.pk).update(anonymous_as=7, name="#7", full_name="")
        assert not has_page(player.public_id)

    def test_better_place_wins_at_tables_of_four(self):
        tournament = singles_tournament(players=12)
        encounter = encounters_of(tournament)[0]
        play_table(encounter, 0, 20, 40, 60)
        second = encounter.sides.get(letter="B").entrant
        assert second
        view = view_of(second)
        assert sorted(
            (opponent.record.matches_won, opponent.record.matches_lost) for opponent in view.opponent_records
        ) == [
            (0, 1),
            (1, 0),
            (1, 0),
        ]
        assert (view.own_totals.won, view.own_totals.encounters) == (0, 1)
        assert view.partners == []
