"""The resume pack as PDF: how everything stands, so that an evening goes on by hand."""
