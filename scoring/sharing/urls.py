from django.urls import path

from scoring.sharing.views import calendar, cards, logo, poster, share_page, share_texts

urlpatterns = [
    path("preview-<slug:language>.png", cards.site_card, name="site_card"),
    path("t/<uuid:tournament_id>/share/", share_page.share_tournament, name="share"),
    path("t/<uuid:tournament_id>/share/text/", share_texts.texts, name="share_texts"),
    path("t/<uuid:tournament_id>/calendar.ics", calendar.tournament_calendar, name="tournament_calendar"),
    path("clubs/<uuid:club_id>/calendar.ics", calendar.club_calendar, name="club_calendar"),
    path("clubs/<uuid:club_id>/logo-<slug:logo>.png", logo.club_logo, name="club_logo"),
    path("t/<uuid:tournament_id>/bracket/poster/", poster.bracket_poster, name="bracket_poster"),
    path("t/<uuid:tournament_id>/preview-<slug:language>.png", cards.tournament_card, name="tournament_card"),
    path("e/<uuid:encounter_id>/share/", share_page.share_encounter, name="share_encounter"),
    path("e/<uuid:encounter_id>/preview-<slug:language>.png", cards.encounter_card, name="encounter_card"),
]
