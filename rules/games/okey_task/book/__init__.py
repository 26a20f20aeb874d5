"""The rule book of task Okey: switches, chapters, questions; its figures are the engine's."""
