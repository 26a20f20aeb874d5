"""How a hand of classic Okey is entered."""
