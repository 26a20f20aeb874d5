"""A page's source as tests look for it: without the line breaks by which its templates are laid out."""

import re

AT_A_TAG = re.compile(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)")
BETWEEN_WORDS = re.compile(r"\s*\n\s*")


def flat(source: str) -> str:
    """Between a tag and words no break is kept; between words it is a space."""
    return BETWEEN_WORDS.sub(" ", AT_A_TAG.sub("", source))
