"""Which field of a request GraphQL could not read, and what the field accepts."""

from __future__ import annotations

import re
from typing import Any, cast

from graphql import (
    BREAK,
    ArgumentNode,
    GraphQLEnumType,
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLSchema,
    Node,
    ObjectFieldNode,
    TypeInfo,
    TypeInfoVisitor,
    VariableDefinitionNode,
    Visitor,
    parse,
    visit,
)
from graphql.utilities import type_from_ast  # pyright: ignore[reportUnknownVariableType]

from service.errors import InvalidInput
from service.graphql.scalars import DATETIME_FORMAT

_VARIABLE = re.compile(r"Variable '\$(\w+)' has invalid value(?: at ([^:]+))?: (.*)", re.DOTALL)
_ARGUMENT = re.compile(r"Argument '[\w.]+\((\w+):\)' of type '([^']+)' is required")
_REQUIRED = re.compile(r"Expected value of type '(\w+)' to include required field '(\w+)'")
_UNKNOWN = re.compile(r"Expected value of type '(\w+)' not to include unknown field '(\w+)'\.?( Did you mean [^?]*\?)?")
_NULL = re.compile(r"Expected (?:a )?value of non-null type '[^']+' (?:not to be None|to be provided)")
_VALUES = {
    "enum_value",
    "int_value",
    "float_value",
    "string_value",
    "boolean_value",
    "null_value",
    "list_value",
    "object_value",
    "object_field",
}
_SCALARS = {
    "Int": "an integer from -2147483648 to 2147483647",
    "Float": "a number",
    "String": "a text",
    "Boolean": "true or false",
    "ID": "an id as a text",
    "DateTime": DATETIME_FORMAT,
}


def explain(error: GraphQLError, schema: GraphQLSchema) -> InvalidInput | None:
    """The error as InvalidInput when it is about a value, None when it is about the query itself."""
    if match := _ARGUMENT.match(error.message):
        name, type_name = match.groups()
        return InvalidInput(name, "missing", _accepted(schema.type_map.get(type_name.strip("[]!"))))
    if match := _VARIABLE.match(error.message):
        variable, path, detail = match.groups()
        definition = (error.nodes or [None])[0]
        if isinstance(definition, VariableDefinitionNode):
            return _refine(schema, _joined(variable, path or ""), detail, _type_at(schema, definition, path or ""))
    node = (error.nodes or [None])[0]
    if node is not None and node.kind in _VALUES:
        names, input_type = _find(schema, node)
        return _refine(schema, names, error.message, input_type)
    return None


def _refine(schema: GraphQLSchema, path: str, detail: str, input_type: Any) -> InvalidInput:
    if match := _REQUIRED.match(detail):
        type_name, name = match.groups()
        holder = cast("GraphQLInputObjectType", schema.type_map[type_name])
        return InvalidInput(_below(path, name), "missing", _accepted(holder.fields[name].type))
    if match := _UNKNOWN.match(detail):
        type_name, name, suggestion = match.groups()
        problem = f"unknown field of {type_name}.{suggestion or ''}".removesuffix(".")
        return InvalidInput(_below(path, name), problem, _accepted(schema.type_map[type_name]))
    problem = "missing or null" if _NULL.match(detail) else detail.removesuffix(".")
    return InvalidInput(path, problem, _accepted(input_type))


def _below(path: str, name: str) -> str:
    return path if path.split(".")[-1] == name else f"{path}.{name}" if "." in path or "[" in path else name


def _joined(variable: str, path: str) -> str:
    return path.removeprefix(".") if path.startswith(".") else f"{variable}{path}"


def _type_at(schema: GraphQLSchema, definition: VariableDefinitionNode, path: str) -> Any:
    current: Any = type_from_ast(schema, definition.type)
    steps: list[tuple[str, str]] = re.findall(r"\.(\w+)|\[(\d+)\]", path)
    for name, _ in steps:
        current = _bare(current)
        if name:
            current = current.fields[name].type
        elif _is(current, GraphQLList):
            current = current.of_type
    return current


def _bare(input_type: Any) -> Any:
    return input_type.of_type if _is(input_type, GraphQLNonNull) else input_type


def _is(value: Any, kind: type) -> bool:
    return isinstance(value, kind)


def _find(schema: GraphQLSchema, wanted: Node) -> tuple[str, Any]:
    types = TypeInfo(schema)
    finder = _Finder(wanted, types)
    if wanted.loc is not None:
        visit(parse(wanted.loc.source), TypeInfoVisitor(types, finder))
    return finder.name, finder.type


class _Finder(Visitor):
    """Looks for a node by its place in the text, and keeps its path in the input and its type."""

    def __init__(self, wanted: Node, types: TypeInfo) -> None:
        super().__init__()
        self._wanted = wanted
        self._types = types
        self.name = ""
        self.type: Any = None

    def enter(self, node: Node, _key: Any, _parent: Any, path: list[str | int], ancestors: list[Any]) -> Any:
        """Stops at the node."""
        if node.kind != self._wanted.kind or node.loc != self._wanted.loc:
            return None
        self.name = _input_path(ancestors[0], path)
        self.type = self._types.get_input_type()  # pyright: ignore[reportUnknownMemberType]
        return BREAK


def _input_path(document: Any, path: list[str | int]) -> str:
    names: list[str] = []
    here: Any = document
    previous: str | int = ""
    for key in path:
        here = getattr(here, key) if isinstance(key, str) else here[key]
        if _is(here, ArgumentNode):
            names = [here.name.value]
        elif _is(here, ObjectFieldNode):
            names.append(here.name.value)
        elif previous == "values" and names:
            names[-1] += f"[{key}]"
        previous = key
    return ".".join(names[1:] or names)


def _accepted(input_type: Any) -> str:
    bare = _bare(input_type)
    if bare is None:
        return "what the schema says"
    if _is(bare, GraphQLList):
        return f"a list of {_bare(bare.of_type)}"
    if _is(bare, GraphQLEnumType):
        return ", ".join(bare.values)
    if _is(bare, GraphQLInputObjectType):
        return f"an object with {', '.join(bare.fields)}"
    return _SCALARS.get(bare.name, "any JSON value")
