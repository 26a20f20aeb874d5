from django.urls import path

from tournaments.entrants.views import entry_list, import_entrants, public_names
from tournaments.web.url_prefixes import TOURNAMENT

urlpatterns = [
    path(f"{TOURNAMENT}/entries/", entry_list.entries, name="entries"),
    path(f"{TOURNAMENT}/entries/add/", entry_list.add_entrant, name="add_entrant"),
    path(f"{TOURNAMENT}/entries/paste/", entry_list.paste_entrants, name="paste_entrants"),
    path(f"{TOURNAMENT}/entries/file/", import_entrants.entrants_from_file, name="entrants_from_file"),
    path(f"{TOURNAMENT}/entries/names/", public_names.public_names, name="public_names"),
    path(f"{TOURNAMENT}/entries/names/all/", public_names.all_public_names, name="all_public_names"),
    path(f"{TOURNAMENT}/entries/names/new/", public_names.public_names_for_new, name="newcomer_public_names"),
    path(f"{TOURNAMENT}/entries/<uuid:entrant_id>/", entry_list.entrant, name="entrant"),
    path(
        f"{TOURNAMENT}/entries/<uuid:entrant_id>/put-back/",
        entry_list.put_back_entrant,
        name="put_back_entrant",
    ),
    path(f"{TOURNAMENT}/entries/<uuid:entrant_id>/remove/", entry_list.remove_entrant, name="remove_entrant"),
]
