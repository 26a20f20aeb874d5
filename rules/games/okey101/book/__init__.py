"""The rule book; the engine computes its figures."""
