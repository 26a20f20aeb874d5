from django.urls import path

from scoring.people.views import anonymization, people_list, register, retention
from tournaments.web.url_prefixes import CLUB, TOURNAMENT

PEOPLE = f"{CLUB}/people"
PERSON = f"{PEOPLE}/<uuid:player_id>"

urlpatterns = [
    path(
        f"{TOURNAMENT}/entries/names/<uuid:player_id>/anonymous/",
        anonymization.make_anonymous,
        name="make_anonymous",
    ),
    path(f"{PEOPLE}/", people_list.club_people, name="club_people"),
    path(f"{PEOPLE}/different/", people_list.distinguish_people, name="distinguish_people"),
    path(f"{PEOPLE}/kept/", retention.retention, name="contact_retention"),
    path(f"{PEOPLE}/kept/months/", retention.set_retention, name="set_contact_retention"),
    path(f"{PEOPLE}/add/", register.add_person, name="add_person"),
    path(f"{PERSON}/", people_list.person, name="person"),
    path(f"{PERSON}/card/", register.save_details, name="save_contact_details"),
    path(f"{PERSON}/anonymous/", anonymization.erase_person, name="erase_person"),
    path(f"{PERSON}/shown/", register.save_public_name, name="save_public_name"),
    path(f"{PERSON}/consent/withdraw/", register.withdraw_consent, name="withdraw_consent"),
    path(f"{PERSON}/remove/", register.remove_person, name="remove_person"),
    path(f"{PERSON}/rename/", people_list.rename_person, name="rename_person"),
    path(f"{PERSON}/join/", people_list.merge_people, name="merge_people"),
    path(f"{PERSON}/part/", people_list.split_people, name="split_people"),
]
