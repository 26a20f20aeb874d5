"""The referee's page of task Okey."""
