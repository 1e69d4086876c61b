"""Which tools a connection is shown."""

from __future__ import annotations

from typing import Literal

from service.mcp.compat import RETRIEVE_MEMORY, STORE_MEMORY
from service.mcp.compress import COMPRESS_MEMORY, MEMORY_SUMMARIZE
from service.mcp.context import MEMORY_CONTEXT
from service.mcp.explain import MEMORY_EXPLAIN, MEMORY_STATUS
from service.mcp.search import MEMORY_SEARCH
from service.mcp.timeline import MEMORY_TIMELINE
from service.mcp.tool import AnyTool
from service.mcp.write import MEMORY_WRITE

Profile = Literal["standard", "compat", "all"]

STANDARD: tuple[AnyTool, ...] = (
    MEMORY_WRITE,
    MEMORY_SEARCH,
    MEMORY_CONTEXT,
    MEMORY_SUMMARIZE,
    MEMORY_EXPLAIN,
    MEMORY_TIMELINE,
    MEMORY_STATUS,
)
COMPAT: tuple[AnyTool, ...] = (STORE_MEMORY, RETRIEVE_MEMORY, COMPRESS_MEMORY)


def tools_of(profile: Profile) -> tuple[AnyTool, ...]:
    """The profile's tools in the order they are listed."""
    return {"standard": STANDARD, "compat": COMPAT, "all": STANDARD + COMPAT}[profile]
