"""Texts typed by people, for public pages."""

from django import template

from scoring.queries import typed_texts

register = template.Library()

register.simple_tag(typed_texts.public_text, takes_context=True)
