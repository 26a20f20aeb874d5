"""`{% load people %}`: figures of people in words and small pictures."""

from django import template

from scoring.public.people import words

register = template.Library()

register.filter(words.mean)
register.filter(words.percent)
register.filter(words.finish_name)
register.filter(words.foul_name)
register.filter(words.opening_name)
register.filter(words.reached)
register.filter(words.round_of)
register.simple_tag(words.person)
register.simple_tag(words.share_bar)
