"""The rule book of task Okey: switches, chapters, questions; the engine computes its figures."""
