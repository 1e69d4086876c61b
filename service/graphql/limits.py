"""Bounds on queries, checked before anything runs; what a client sends again is parsed and validated once."""

from __future__ import annotations

from collections.abc import Iterator

from graphql import GraphQLError, OperationDefinitionNode
from strawberry.extensions import (
    AddValidationRules,
    MaxAliasesLimiter,
    MaxTokensLimiter,
    ParserCache,
    QueryDepthLimiter,
    SchemaExtension,
    ValidationCache,
)

MAX_DEPTH = 12
MAX_TOKENS = 2000
MAX_ALIASES = 30
MAX_CACHED_CHARS = 10_000
CACHE_SIZE = 256

# Built once: ValidationCache tells documents apart by these very classes.
_RULES = [
    *MaxAliasesLimiter(max_alias_count=MAX_ALIASES).validation_rules,
    *QueryDepthLimiter(max_depth=MAX_DEPTH).validation_rules,
]


class SmallParserCache(ParserCache):
    """Remembers parsed documents, but not those with whole turns written into them."""

    def on_parse(self) -> Iterator[None]:
        """Takes the document from the cache when it is short."""
        if len(self.execution_context.query or "") <= MAX_CACHED_CHARS:
            yield from super().on_parse()
        else:
            yield


class SmallValidationCache(ValidationCache):
    """Remembers which documents are valid, with the same bound."""

    def on_validate(self) -> Iterator[None]:
        """Takes the verdict from the cache when the document is short."""
        if len(self.execution_context.query or "") <= MAX_CACHED_CHARS:
            yield from super().on_validate()
        else:
            yield


class NamedOperation(SchemaExtension):
    """Refuses a document of several operations when the request names none, as the GraphQL specification has it."""

    def on_validate(self) -> Iterator[None]:
        """Adds the error before anything is executed."""
        context = self.execution_context
        document = context.graphql_document
        operations = [d for d in (document.definitions if document else ()) if isinstance(d, OperationDefinitionNode)]
        if len(operations) > 1 and context._provided_operation_name is None:  # pyright: ignore[reportPrivateUsage]
            names = ", ".join(d.name.value for d in operations if d.name)
            context.pre_execution_errors = [GraphQLError(f"Name the operation to run in operationName: {names}.")]
        yield


EXTENSIONS = (
    lambda: MaxTokensLimiter(max_token_count=MAX_TOKENS),
    lambda: AddValidationRules(_RULES),
    lambda: SmallParserCache(maxsize=CACHE_SIZE),
    lambda: SmallValidationCache(maxsize=CACHE_SIZE),
    NamedOperation,
)
