"""The parent limits wall time and output, on macOS also memory."""

import ctypes
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

NICENESS: Final = 5
"""Web requests have priority."""


def set_limits(*, memory: int, seconds: int) -> None:
    """Limit address space (bytes) and processor time (seconds)."""
    if sys.platform == "win32":
        _limit_by_job(memory=memory, seconds=seconds)
    else:
        _limit_by_system(memory=memory, seconds=seconds)


if sys.platform == "win32":
    _PROCESS_TIME, _ACTIVE_PROCESSES, _PROCESS_MEMORY = 0x2, 0x8, 0x100
    _EXTENDED_LIMITS = 9
    _TICKS = 10_000_000

    class _ExtendedLimits(ctypes.Structure):
        """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

        _fields_ = [
            ("per_process_user_time", ctypes.c_int64),
            ("per_job_user_time", ctypes.c_int64),
            ("flags", ctypes.c_uint32),
            ("minimum_working_set", ctypes.c_size_t),
            ("maximum_working_set", ctypes.c_size_t),
            ("active_processes", ctypes.c_uint32),
            ("affinity", ctypes.c_size_t),
            ("priority_class", ctypes.c_uint32),
            ("scheduling_class", ctypes.c_uint32),
            ("io_counters", ctypes.c_uint64 * 6),
            ("process_memory", ctypes.c_size_t),
            ("job_memory", ctypes.c_size_t),
            ("peak_process_memory", ctypes.c_size_t),
            ("peak_job_memory", ctypes.c_size_t),
        ]

    def _limit_by_job(*, memory: int, seconds: int) -> None:
        """Allow bytes of memory, seconds of its own time, and no child."""
        limits = _ExtendedLimits(
            per_process_user_time=seconds * _TICKS,
            flags=_PROCESS_TIME | _ACTIVE_PROCESSES | _PROCESS_MEMORY,
            active_processes=1,
            process_memory=memory,
        )
        kernel = ctypes.WinDLL("kernel32")
        kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
        job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
        kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
        kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess()))

else:
    import os
    import resource

    def _limit_by_system(*, memory: int, seconds: int) -> None:
        """Limit as `set_limits`; forbid files, and yield to other processes."""
        os.nice(NICENESS)
        with suppress(OSError):  # Linux: if memory runs out, the kernel kills this process first
            Path("/proc/self/oom_score_adj").write_text("1000")
        for kind, most in (
            (resource.RLIMIT_AS, memory),
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
        ):
            with suppress(ValueError, OSError):  # macOS refuses a limit on address space
                resource.setrlimit(kind, (most, most))
