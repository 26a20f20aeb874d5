"""The chapters, a module each."""
