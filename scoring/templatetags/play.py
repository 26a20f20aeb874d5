"""Rounds, ties, slots, hands."""

from django import template

from scoring.ledger import receipts
from scoring.queries import play_labels, round_names, rule_references
from tournaments.web.compact_json import compact_json_script

register = template.Library()

register.filter(round_names.round_title)
register.filter("a_hand", play_labels.penalties_per_hand)
register.filter(round_names.part_name)
register.filter(play_labels.stage_reached_label)
register.filter(round_names.tie_name)
register.filter(play_labels.slot_source_label)
register.filter(play_labels.stage_label)
register.filter(play_labels.target_name)
register.filter(play_labels.qualifiers_label)
register.filter(play_labels.source_label)
register.filter(play_labels.candidates_label)
register.filter(play_labels.hand_name)
register.filter(play_labels.position_label)
register.filter(play_labels.hand_label)
register.filter(play_labels.leads)
register.filter(play_labels.total)
register.filter(play_labels.total_label)
register.filter(play_labels.side_figure)
register.filter(play_labels.figure_label)
register.filter(play_labels.change_by)
register.filter(play_labels.localized)
register.filter(receipts.receipt)
register.filter(compact_json_script)
register.filter(rule_references.rule_source_label)
register.filter(rule_references.place_label)
register.filter(play_labels.uncounted_reason)
register.simple_tag(play_labels.sort_direction)
register.simple_tag(play_labels.sort_directions)
register.simple_tag(play_labels.place_name)
register.simple_tag(play_labels.shared_place_note)
register.simple_tag(rule_references.source_mark)
register.simple_tag(rule_references.tile_referee_of)
register.simple_tag(rule_references.cite, takes_context=True)
register.simple_tag(rule_references.errors_with_citations, takes_context=True)
register.filter(round_names.round_of_tie)
register.simple_tag(round_names.which_group, takes_context=True)
register.simple_tag(round_names.which_round, takes_context=True)
