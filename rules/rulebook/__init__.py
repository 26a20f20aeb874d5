"""The rule book of a tournament, made from its rule set: switches explained, chapters, examples.

Nothing here decides anything. Sentences that depend on a switch stand with the switch, figures
come from the engine, so that the book can't say otherwise than a hand is scored.
"""
