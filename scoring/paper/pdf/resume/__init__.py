"""The resume pack as PDF, with which an evening continues by hand."""
