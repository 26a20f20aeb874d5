from django.urls import path

from tournaments.setup.views import settings, template_contents, templates
from tournaments.web.url_prefixes import CLUB, TEMPLATE, TOURNAMENT

urlpatterns = [
    path(f"{CLUB}/new/", settings.new_tournament, name="new_tournament"),
    path(f"{CLUB}/templates/", templates.list_templates, name="templates"),
    path(f"{CLUB}/templates/default/", templates.set_default_template, name="default_template"),
    path(f"{TEMPLATE}/", templates.template, name="template"),
    path(f"{TEMPLATE}/stages/", template_contents.template_stages, name="template_stages"),
    path(f"{TEMPLATE}/sign-up/", template_contents.template_terms, name="template_terms"),
    path(f"{TEMPLATE}/delete/", templates.delete_template, name="delete_template"),
    path(f"{TOURNAMENT}/keep/", templates.save_as_template, name="save_as_template"),
    path(f"{TOURNAMENT}/setup/", settings.setup, name="setup"),
]
