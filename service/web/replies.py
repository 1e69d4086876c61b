"""Refusals before GraphQL is reached, in GraphQL's own form so that every client can read them."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse


def refusal(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """An answer of one error with `extensions.code`."""
    error = {"message": message, "extensions": {"code": code}}
    return JSONResponse({"errors": [error]}, status_code=status, headers=headers)
