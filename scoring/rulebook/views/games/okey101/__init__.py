"""The referee's page of 101."""
