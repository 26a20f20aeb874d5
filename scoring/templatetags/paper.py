"""Boxes of printed score sheets, in the page's language."""

from django import template

from scoring.paper import sheet_boxes
from scoring.paper.games.okey101_boxes import openings
from scoring.paper.queries.sheet_matches import rows_are_high

register = template.Library()

register.filter(openings)
register.filter(rows_are_high)
register.filter(sheet_boxes.strike_label)
register.filter(sheet_boxes.row_name)
register.filter(sheet_boxes.match_title)
register.filter(sheet_boxes.sheet_title)
register.filter(sheet_boxes.legend_parts)
register.filter(sheet_boxes.side_title)
register.filter(sheet_boxes.signature_of)
register.simple_tag(sheet_boxes.marks_with_choice)
register.simple_tag(sheet_boxes.points_left_label)
register.simple_tag(sheet_boxes.side_cost_label)
register.simple_tag(sheet_boxes.seat_lines)
register.simple_tag(sheet_boxes.box_content)
