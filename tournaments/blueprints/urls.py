from django.urls import path

from tournaments.blueprints.views import blueprints, parts
from tournaments.web.url_prefixes import BLUEPRINT, CLUB

urlpatterns = [
    path(f"{CLUB}/templates/", blueprints.list_blueprints, name="blueprints"),
    path(f"{CLUB}/templates/default/", blueprints.set_default_blueprint, name="default_blueprint"),
    path(f"{BLUEPRINT}/", blueprints.blueprint, name="blueprint"),
    path(f"{BLUEPRINT}/stages/", parts.blueprint_stages, name="blueprint_stages"),
    path(f"{BLUEPRINT}/sign-up/", parts.blueprint_terms, name="blueprint_terms"),
    path(f"{BLUEPRINT}/skip/", blueprints.skip_event, name="skip_event"),
    path(f"{BLUEPRINT}/delete/", blueprints.end_blueprint, name="end_blueprint"),
]
