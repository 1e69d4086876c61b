"""Who speaks in a turn, and whom "I" and "you" stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractors.candidates import EntityRef, Reference
from graph_schema.ids import identity_key
from graph_schema.model import Role

_MINE = re.compile(r"(?:my|mine)\b|我(?!们)", re.IGNORECASE)

_SELF = {
    Role.USER: ("user", "person"),
    Role.ASSISTANT: ("assistant", "agent"),
    Role.TOOL: ("tool", "tool"),
    Role.SYSTEM: ("system", "agent"),
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks in a turn, and to whom."""

    role: Role
    actor: str | None
    tool_name: str | None
    participants: tuple[str, ...]

    def named(self, reference: EntityRef) -> tuple[str, str, str]:
        """The (name, type, discriminator) a reference stands for.

        A role without a name is the group's own: its discriminator keeps it apart from anything called "user".
        """
        if reference.reference is Reference.SPEAKER:
            return self._who(self.role, self.actor or (self.tool_name if self.role is Role.TOOL else None))
        if reference.reference is Reference.ADDRESSEE:
            other = Role.USER if self.role is Role.ASSISTANT else Role.ASSISTANT
            single = self.participants[0] if len(self.participants) == 1 else None
            return self._who(other, single)
        return reference.name, reference.type, self.owner(reference.name)

    def owner(self, name: str) -> str:
        """The discriminator of what a name calls the speaker's: "my mother" is another's with another speaker."""
        return f"of:{identity_key(self.actor or self.role.value)}" if _MINE.match(name) else ""

    @staticmethod
    def _who(role: Role, name: str | None) -> tuple[str, str, str]:
        default, kind = _SELF[role]
        return (name, kind, "") if name else (default, kind, f"role:{role.value}")
