import re

AT_A_TAG = re.compile(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)")
BETWEEN_WORDS = re.compile(r"\s*\n\s*")


def flat(source: str) -> str:
    """Remove line breaks beside tags; turn those between words into spaces."""
    return BETWEEN_WORDS.sub(" ", AT_A_TAG.sub("", source))
