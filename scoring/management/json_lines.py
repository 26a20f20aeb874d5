from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any


def answer_lines(judge: Callable[[bytes], dict[str, Any]]) -> None:
    """Write `judge`'s answer to each line of standard input at once, as a line of JSON.

    Ends quietly if the output is closed.
    """
    try:
        for line in sys.stdin.buffer:
            answer = json.dumps(judge(line), ensure_ascii=False)
            sys.stdout.buffer.write(answer.encode() + b"\n")
            sys.stdout.flush()
    except BrokenPipeError:
        # Otherwise the interpreter would fail in its last flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
