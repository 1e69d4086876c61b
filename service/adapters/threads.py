"""Limits on the threads of BLAS and OpenMP: with their defaults, two busy cores do a tenth of the work."""

from __future__ import annotations

import os

from threadpoolctl import threadpool_limits

BLAS_THREADS = 1
OPENMP_THREADS = 2

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

    Entry points call it before anything imports NumPy, which reads the variables when it is loaded.
    """
    for name, value in _VARIABLES.items():
        os.environ.setdefault(name, value)
    limit_loaded()


def limit_loaded() -> None:
    """The libraries loaded already take few threads when called from this thread (OpenMP counts by calling thread)."""
    threadpool_limits(limits=_limit("OPENBLAS_NUM_THREADS", BLAS_THREADS), user_api="blas")
    threadpool_limits(limits=_limit("OMP_NUM_THREADS", OPENMP_THREADS), user_api="openmp")


def _limit(name: str, default: int) -> int:
    written = os.environ.get(name, "")
    return int(written) if written.isdigit() and int(written) > 0 else default
