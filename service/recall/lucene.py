"""Full-text queries that Lucene always accepts and that never leave their groups."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from graph_schema.ids import cold_token, group_token

MAX_TERMS = 64
"""Terms kept of a long query; Lucene itself refuses more than 1024 clauses."""
MAX_TERM_CHARS = 255
_SPECIAL = re.compile(r'([+\-!(){}\[\]^"~*?:\\/&|<>=\s])')


def escape(term: str) -> str:
    """The term with every operator of Lucene's syntax escaped, lower-cased so that AND, OR and NOT are words."""
    return _SPECIAL.sub(r"\\\1", term[:MAX_TERM_CHARS].lower())


@dataclass(frozen=True, slots=True)
class GroupedQuery:
    """A query for any of some terms within groups, in parts, so that terms can still be left out.

    Attributes:
        head: what comes before the terms.
        terms: word and its clause, the heaviest first.
        tail: what comes after the terms.
    """

    head: str
    terms: tuple[tuple[str, str], ...]
    tail: str = ")"

    def __str__(self) -> str:
        """The query as Lucene reads it; empty without any term."""
        return f"{self.head}{' '.join(clause for _, clause in self.terms)}{self.tail}" if self.terms else ""

    def as_map(self) -> dict[str, Any]:
        """The parts as a parameter of `read/recall`."""
        terms = [{"word": word, "clause": clause} for word, clause in self.terms]
        return {"head": self.head, "terms": terms, "tail": self.tail}


def grouped_query(
    group_ids: Iterable[str], field: str, terms: Mapping[str, float], *, archived: bool = False
) -> GroupedQuery:
    """A query for any of the terms within the groups.

    The group clause is required and weighs nothing, so that tenancy is decided inside the index and scores are those
    of the terms alone.

    Args:
        group_ids: groups searched.
        field: indexed property, `search_text` or `text`.
        terms: weight by term; at most `MAX_TERMS` of them, the heaviest first.
        archived: whether the cold part of the index is searched too.
    """
    heaviest = sorted(terms.items(), key=lambda item: -item[1])[:MAX_TERMS]
    hot = [group_token(group_id) for group_id in group_ids]
    tokens = " ".join(hot + [cold_token(token) for token in hot] if archived else hot)
    clauses = tuple((term, _weighted(escape(term), weight)) for term, weight in heaviest)
    return GroupedQuery(f"+group_token:({tokens})^0 +{field}:(", clauses)


def _weighted(term: str, weight: float) -> str:
    return term if weight == 1.0 else f"{term}^{weight:.3f}"
