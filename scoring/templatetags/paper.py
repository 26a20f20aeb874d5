"""`{% load paper %}`: what stands in the boxes of a score sheet, in the letters of the page's language."""

from django import template

from scoring.paper import boxes
from scoring.paper.games.okey101.boxes import opening_letter, openings
from scoring.paper.queries.matches import have_high_rows

register = template.Library()

register.filter(openings)
register.filter(opening_letter)
register.filter(have_high_rows)
register.filter(boxes.struck)
register.filter(boxes.row_name)
register.filter(boxes.match_title)
register.filter(boxes.heading)
register.filter(boxes.legend_parts)
register.filter(boxes.side_title)
register.filter(boxes.signature_of)
register.simple_tag(boxes.circled)
register.simple_tag(boxes.left_over)
register.simple_tag(boxes.paid)
register.simple_tag(boxes.seat_lines)
register.simple_tag(boxes.written)
