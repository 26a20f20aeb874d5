"""`{% load agreement %}`: what both sides said of one of the matches on a page."""

from django import template

from scoring.sides import words

register = template.Library()

register.filter(words.of)
