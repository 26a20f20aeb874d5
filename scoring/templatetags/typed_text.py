"""Texts typed by people."""

from django import template

from scoring.queries import typed_texts

register = template.Library()

register.simple_tag(typed_texts.public_text, takes_context=True)
register.simple_tag(typed_texts.quoted_text, takes_context=True)
register.simple_tag(typed_texts.withheld_note)
