"""Limits on threads: with the defaults of BLAS and OpenMP, two busy cores do a tenth of the work."""

from __future__ import annotations

import os
import sys

from threadpoolctl import threadpool_limits

BLAS_THREADS = 1
OPENMP_THREADS = 2
SWITCH_S = 0.001
"""How long a thread of pure Python keeps the others waiting: at the default of 5 ms, embedding a batch stalled the
event loop for 60 to 200 ms on two busy cores; at 1 ms for 20 to 40, and the batch took no longer."""

_VARIABLES = {
    "OPENBLAS_NUM_THREADS": str(BLAS_THREADS),
    "MKL_NUM_THREADS": str(BLAS_THREADS),
    "VECLIB_MAXIMUM_THREADS": str(BLAS_THREADS),
    "OMP_NUM_THREADS": str(OPENMP_THREADS),
    "OMP_WAIT_POLICY": "passive",
}
"""Passive, because threads that spin at a barrier eat the core that others need: six times on two busy cores."""


def limit_threads() -> None:
    """The libraries loaded from now on, and those loaded already, take few threads; a value the operator set stays.

    Threads of Python take turns more often, so that embedding and extraction do not hold up the event loop.
    Entry points call it before anything imports NumPy, which reads the variables when it is loaded.
    """
    for name, value in _VARIABLES.items():
        os.environ.setdefault(name, value)
    sys.setswitchinterval(SWITCH_S)
    limit_loaded()


def limit_loaded() -> None:
    """The libraries loaded already take few threads when called from this thread (OpenMP counts by calling thread)."""
    threadpool_limits(limits=_limit("OPENBLAS_NUM_THREADS", BLAS_THREADS), user_api="blas")
    threadpool_limits(limits=_limit("OMP_NUM_THREADS", OPENMP_THREADS), user_api="openmp")


def _limit(name: str, default: int) -> int:
    written = os.environ.get(name, "")
    return int(written) if written.isdigit() and int(written) > 0 else default
