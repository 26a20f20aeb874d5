"""`{% load paper %}`: what stands in the boxes of a score sheet, in the letters of the page's language."""

from django import template

from scoring.paper import boxes

register = template.Library()

register.filter(boxes.openings)
register.filter(boxes.written)
register.filter(boxes.opening_letter)
register.filter(boxes.struck)
register.filter(boxes.row_name)
register.filter(boxes.match_title)
register.filter(boxes.heading)
register.filter(boxes.legend_parts)
register.filter(boxes.side_title)
register.filter(boxes.signature_of)
register.simple_tag(boxes.seat_lines)
