"""A demo club with tournaments, made through the domain functions that pages use."""
