"""What a connection may reach: its group, set by whoever made the connection and not by the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from service.errors import InvalidInput
from service.validation import check_id, check_optional_id

GROUP_HEADER = "x-everwhen-group"
SESSION_HEADER = "x-everwhen-session"


@dataclass(frozen=True, slots=True)
class Binding:
    """One connection's group.

    Attributes:
        granted: further groups that the model may name in a call.
        session: of turns that name none; None leaves them without one.
        settled: whether headers change nothing, because the key decided.
    """

    group: str
    granted: tuple[str, ...] = ()
    session: str | None = None
    settled: bool = False

    @property
    def groups(self) -> tuple[str, ...]:
        """Every group that may be named, the connection's own first."""
        return tuple(dict.fromkeys((self.group, *self.granted)))

    def with_headers(self, headers: Mapping[str, str]) -> Binding:
        """The binding of one HTTP request.

        Raises:
            InvalidInput: a header is not an id.
        """
        session = headers.get(SESSION_HEADER, self.session)
        check_optional_id(SESSION_HEADER, session)
        if self.settled:
            return replace(self, session=session)
        group = headers.get(GROUP_HEADER, self.group)
        check_id(GROUP_HEADER, group)
        return replace(self, group=group, session=session)

    def choose(self, named: str | None) -> str:
        """The group of a call that names `named`.

        Raises:
            InvalidInput: it was not granted.
        """
        if named is None or named == self.group:
            return self.group
        if named not in self.granted:
            raise InvalidInput("group", f"{named!r} is not granted to this connection", ", ".join(self.groups))
        return named
