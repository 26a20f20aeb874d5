"""How a hand of 101 is entered."""
