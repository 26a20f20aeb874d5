"""The chapters of the rule book, a module each."""
