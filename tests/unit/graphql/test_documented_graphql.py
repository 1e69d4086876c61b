"""The examples in the guide are valid, and its numbers are the code's."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from graphql import GraphQLError, parse, validate
from graphql.execution import get_variable_values
from graphql.language import OperationDefinitionNode

from service.graphql import limits, query
from service.graphql.schema import schema
from service.web.limits import MAX_BODY_BYTES

GUIDE = (Path(__file__).parents[3] / "docs" / "graphql.md").read_text(encoding="utf-8")
EXAMPLES: list[str] = re.findall(r"```graphql\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("(")[0].split("{")[0].strip())
def test_examples_are_valid(example: str) -> None:
    assert validate(schema.graphql, parse(example)) == []


def test_the_example_variables_fit() -> None:
    pairs = re.findall(r"```graphql\n(mutation .*?)```\s+```json\n(.*?)```", GUIDE, re.DOTALL)
    assert len(pairs) == len(re.findall(r"```json\n", GUIDE)) == 2
    for example, variables in pairs:
        operation = parse(example).definitions[0]
        assert isinstance(operation, OperationDefinitionNode)
        values = get_variable_values(schema.graphql, operation.variable_definitions or (), json.loads(variables))
        assert not isinstance(values, list), [error.message for error in values if isinstance(error, GraphQLError)]


def test_every_query_and_mutation_is_in_the_guide() -> None:
    roots = (schema.graphql.query_type, schema.graphql.mutation_type)
    names = {name for root in roots if root for name in root.fields}
    assert {name for name in names if f"`{name}`" not in GUIDE} == set()


def test_the_limits_are_the_codes() -> None:
    assert (
        f"Depth {limits.MAX_DEPTH}, {limits.MAX_TOKENS} tokens, {limits.MAX_ALIASES} aliases, "
        f"{query.MOST_NODES} ids in `nodes`, {MAX_BODY_BYTES // 2**20} MiB of body" in GUIDE
    )
