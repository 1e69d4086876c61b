"""Decorators that make a class part of the schema, its docstring's first line becoming the GraphQL description."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar, dataclass_transform

import strawberry
from strawberry.types.field import StrawberryField

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


def headline(cls: type) -> str:
    """The first line of the class's docstring."""
    return (cls.__doc__ or "").strip().split("\n", 1)[0]


@dataclass_transform(kw_only_default=True, field_specifiers=(strawberry.field, StrawberryField))
def output(cls: type[T]) -> type[T]:
    """The class as an object type."""
    return strawberry.type(cls, description=headline(cls))


@dataclass_transform(kw_only_default=True, field_specifiers=(strawberry.field, StrawberryField))
def interface(cls: type[T]) -> type[T]:
    """The class as an interface."""
    return strawberry.interface(cls, description=headline(cls))


@dataclass_transform(kw_only_default=True, field_specifiers=(strawberry.field, StrawberryField))
def argument(cls: type[T]) -> type[T]:
    """The class as an input object."""
    return strawberry.input(cls, description=headline(cls))


def register(cls: type[E]) -> None:
    """Makes a domain enumeration part of the schema, its members named in upper case."""
    strawberry.enum(cls, description=headline(cls))
