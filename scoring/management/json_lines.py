"""Answering JSON Lines: bytes in, one answer a line out, whatever the lines hold."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any


def answer_lines(judge: Callable[[bytes], dict[str, Any]]) -> None:
    """Answer each line of standard input at once, in UTF-8 whatever the locale is.

    Bytes are read, so that broken UTF-8 is one malformed line and not the end. Ends when nobody reads the
    answers any more.
    """
    try:
        for line in sys.stdin.buffer:
            answer = json.dumps(judge(line), ensure_ascii=False)
            sys.stdout.buffer.write(answer.encode() + b"\n")
            sys.stdout.flush()
    except BrokenPipeError:
        # Turned away from the interpreter's own last flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
