"""The page on which a chain of stages is arranged, a tournament's or a template's."""
