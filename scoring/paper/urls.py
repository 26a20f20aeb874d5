"""Paper: score sheets to print, typing them afterwards, the pack to resume from."""

from django.urls import path

from scoring.paper.views import paper, typing, typing_twice

TOURNAMENT = "manage/t/<uuid:tournament_id>"
TYPE = "manage/e/<uuid:encounter_id>/type/<figure:match>"

urlpatterns = [
    path("e/<uuid:encounter_id>/sheet/", paper.sheet, name="sheet"),
    path("e/<uuid:encounter_id>/sheet.pdf", paper.sheet_pdf, name="sheet_pdf"),
    path(f"{TOURNAMENT}/paper/", paper.paper, name="paper"),
    path(f"{TOURNAMENT}/sheets.pdf", paper.sheets_pdf, name="sheets_pdf"),
    path(f"{TOURNAMENT}/resume.pdf", paper.resume_pdf, name="resume_pdf"),
    path(f"{TOURNAMENT}/results.pdf", paper.results_pdf, name="results_pdf"),
    path(f"{TYPE}/", typing.type_sheet, name="type_sheet"),
    path(f"{TYPE}/preview/", typing.preview_row, name="preview_typed_row"),
    path(f"{TYPE}/twice/", typing_twice.ask_twice, name="type_twice"),
    path(f"{TYPE}/compare/", typing_twice.compare_typed, name="compare_typed"),
]
