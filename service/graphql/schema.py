"""The executable schema, built once when this module is imported."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import strawberry
from graphql import (
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLObjectType,
    GraphQLSchema,
    Undefined,
)
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.graphql import OperationType

from service.graphql.limits import EXTENSIONS
from service.graphql.masking import visible
from service.graphql.mutation import Mutation
from service.graphql.problems import HANDLERS
from service.graphql.query import Query
from service.graphql.scalars import DateTime


class MemorySchema(strawberry.Schema):
    """A schema whose errors are typed or masked before anyone sees them."""

    async def execute(
        self,
        query: str | None,
        variable_values: dict[str, Any] | None = None,
        context_value: Any | None = None,
        root_value: Any | None = None,
        operation_name: str | None = None,
        allowed_operation_types: Iterable[OperationType] | None = None,
        operation_extensions: dict[str, Any] | None = None,
    ) -> ExecutionResult:
        """The result of the operation; its errors carry a code and reveal nothing internal."""
        result = await super().execute(
            query,
            variable_values,
            context_value,
            root_value,
            operation_name,
            allowed_operation_types,
            operation_extensions,
        )
        if result.errors:
            result.errors = visible(result.errors, self.graphql)
        return result

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Logs nothing: `visible` logs what is internal, and callers' own mistakes are theirs."""

    @property
    def graphql(self) -> GraphQLSchema:
        """The schema as graphql-core has it."""
        return self._schema


def _without_null_defaults(schema: GraphQLSchema) -> None:
    """Declares optional inputs without `= null`: left out and null mean the same to our resolvers."""
    for named in schema.type_map.values():
        if isinstance(named, GraphQLInputObjectType):
            inputs = list(named.fields.values())
        elif isinstance(named, GraphQLObjectType):
            inputs = [argument for field in named.fields.values() for argument in field.args.values()]
        else:
            continue
        for item in inputs:
            if item.default_value is None:
                item.default_value = Undefined


def build_schema() -> MemorySchema:
    """The schema with its limits."""
    built = MemorySchema(
        query=Query,
        mutation=Mutation,
        exception_handlers=HANDLERS,
        extensions=EXTENSIONS,
        config=StrawberryConfig(scalar_map={datetime: DateTime}),
    )
    _without_null_defaults(built.graphql)
    return built


schema = build_schema()
