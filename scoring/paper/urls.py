from django.urls import path

from scoring.paper.views import double_entry, printing, typed_sheet

TOURNAMENT = "manage/t/<uuid:tournament_id>"
TYPE = "manage/e/<uuid:encounter_id>/type/<figure:match>"

urlpatterns = [
    path("e/<uuid:encounter_id>/sheet/", printing.sheet, name="sheet"),
    path("e/<uuid:encounter_id>/sheet.pdf", printing.sheet_pdf, name="sheet_pdf"),
    path(f"{TOURNAMENT}/paper/", printing.paper, name="paper"),
    path(f"{TOURNAMENT}/sheets.pdf", printing.sheets_pdf, name="sheets_pdf"),
    path(f"{TOURNAMENT}/resume.pdf", printing.resume_pdf, name="resume_pdf"),
    path(f"{TOURNAMENT}/results.pdf", printing.results_pdf, name="results_pdf"),
    path(f"{TYPE}/", typed_sheet.type_sheet, name="type_sheet"),
    path(f"{TYPE}/preview/", typed_sheet.preview_typed_row, name="preview_typed_row"),
    path(f"{TYPE}/twice/", double_entry.require_double_entry, name="require_double_entry"),
    path(f"{TYPE}/compare/", double_entry.compare_typed, name="compare_double_entry"),
]
