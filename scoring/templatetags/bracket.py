from django import template

from scoring.queries.bracket import board, bracket_labels

register = template.Library()

register.filter(bracket_labels.boards_to_show)
register.filter(bracket_labels.has_number)
register.filter(bracket_labels.round_short)
register.filter(bracket_labels.tie_in_sentence)
register.filter(bracket_labels.tie_label)
register.filter(bracket_labels.slot_source)
register.filter(bracket_labels.contenders)
register.filter(bracket_labels.tie_description)
register.filter(bracket_labels.is_long)
register.filter(board.space_for)
