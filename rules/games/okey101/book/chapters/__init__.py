"""The chapters of the rule book, a file each."""
