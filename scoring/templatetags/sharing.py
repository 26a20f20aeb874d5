"""`{% load sharing %}`: what the head of a page tells messengers and search engines."""

from django import template

from scoring.share import head

register = template.Library()

register.tag(head.titled)
