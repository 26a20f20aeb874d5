"""The rule book of classic Okey: switches, chapters, questions; the engine computes its figures."""
