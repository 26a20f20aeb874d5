"""The referee's page of classic Okey."""
