"""The rule book of classic Okey: switches, chapters, questions; its figures are the engine's."""
