"""Tables that come in and go out as files: read within bounds, matched, and written for spreadsheets.

Nothing here knows a database or a page. What can't be read is a `BadFile` that says why; who asks for a table
gets a `Grid` of texts, each row with the number that a spreadsheet gives it.
"""
