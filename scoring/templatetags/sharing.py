from django import template

from scoring.sharing import page_metadata

register = template.Library()

register.tag(page_metadata.titled)
