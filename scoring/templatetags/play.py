"""`{% load play %}`: words for play: rounds, ties, slots, the hand being played, days."""

from django import template

from scoring.ledger import receipts
from scoring.reading import cited, told_round, which_leads, words

register = template.Library()

register.filter(words.round_title)
register.filter("a_hand", words.paid_a_hand)
register.filter(words.part_name)
register.filter(words.tie_name)
register.filter(words.waits_for)
register.filter(words.stage_called)
register.filter(words.target_name)
register.filter(words.goes_on_words)
register.filter(words.to_come)
register.filter(words.either)
register.filter(words.hand_name)
register.filter(words.where)
register.filter(words.at_hand)
register.filter(words.leads)
register.filter(words.total)
register.filter(words.told_total)
register.filter(words.told_of)
register.filter(words.figure_of)
register.filter(words.change_by)
register.filter(words.says)
register.filter(receipts.receipt)
register.filter(cited.source_words)
register.filter(cited.place_words)
register.filter(words.days)
register.filter(words.uncounted)
register.simple_tag(which_leads.leading)
register.simple_tag(which_leads.which_leads)
register.simple_tag(words.place_name)
register.simple_tag(cited.source_mark)
register.simple_tag(cited.tile_referee_of)
register.simple_tag(cited.cite, takes_context=True)
register.simple_tag(cited.objected, takes_context=True)
register.filter(told_round.round_of_tie)
register.simple_tag(told_round.which_group, takes_context=True)
register.simple_tag(told_round.which_round, takes_context=True)
