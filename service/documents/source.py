"""How an episode says that it is a passage of a document."""

from __future__ import annotations

DOCUMENT = "document"
"""`source` of such an episode."""
HEADINGS = " › "
"""Between the title and the headings in its `source_description`."""
