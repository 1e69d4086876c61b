"""Resources: an entity, a session and the profile, to read into a conversation."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from mcp_types import Resource, ResourceTemplate

from graph_schema.model import FactKind
from service import contract as c
from service.errors import UnknownId
from service.mcp import present

if TYPE_CHECKING:
    from service.mcp.tool import Call

JSON = "application/json"
ENTITY = "memory://entity/"
SESSION = "memory://session/"
PROFILE = "memory://profile"
MAX_TURNS = 200
MAX_FACTS = 100

RESOURCES = (
    Resource(
        uri=PROFILE,
        name="profile",
        title="Profile",
        description="Preferences, constraints and decisions that hold now.",
        mime_type=JSON,
    ),
)
TEMPLATES = (
    ResourceTemplate(
        uri_template=f"{ENTITY}{{id}}",
        name="entity",
        title="Entity",
        description="A person, place or thing, by id or name: its names, and what is true of it now.",
        mime_type=JSON,
    ),
    ResourceTemplate(
        uri_template=f"{SESSION}{{id}}",
        name="session",
        title="Session",
        description=f"The turns of one conversation, oldest first, {MAX_TURNS} at most.",
        mime_type=JSON,
    ),
)


async def read_resource(call: Call, uri: str) -> str | None:
    """The resource as JSON, None when there is no such resource.

    Raises:
        EverwhenError: it cannot be read now; the message names the remedy.
    """
    if uri == PROFILE:
        return _json(await _profile(call))
    for prefix, read in ((ENTITY, _entity), (SESSION, _session)):
        if uri.startswith(prefix) and (name := unquote(uri.removeprefix(prefix))):
            found = await read(call, name)
            return None if found is None else _json(found)
    return None


async def _profile(call: Call) -> dict[str, Any]:
    kinds = (FactKind.PREFERENCE, FactKind.CONSTRAINT, FactKind.DECISION)
    pages = await asyncio.gather(
        *(call.memory.facts(c.FactFilter(call.groups, kinds=(kind,)), MAX_FACTS) for kind in kinds)
    )
    return {kind.value: _facts(page) for kind, page in zip(kinds, pages, strict=True)}


async def _entity(call: Call, name: str) -> dict[str, Any] | None:
    try:
        facts = await call.memory.facts(c.FactFilter(call.groups, entity=name), MAX_FACTS)
    except UnknownId:
        return None
    view = await call.memory.node(name) if _looks_like_id(name) else None
    if isinstance(view, c.EntityView) and view.group_id != call.group:
        return None
    if not isinstance(view, c.EntityView):
        named = await call.memory.entities(c.EntityFilter(call.groups, text=name), 1)
        view = named.edges[0].node if named.edges else None
    if view is None:
        return None
    return {
        "id": view.uuid,
        "name": view.name,
        "type": view.type,
        "aliases": list(view.aliases),
        "summary": view.summary,
        "first_seen_at": present.iso(view.first_seen_at),
        "last_seen_at": present.iso(view.last_seen_at),
        "facts": _facts(facts),
    }


async def _session(call: Call, session: str) -> dict[str, Any] | None:
    page = await call.memory.episodes(c.EpisodeFilter(call.groups, session_ids=(session,)), MAX_TURNS)
    if not page.edges:
        return None
    turns = [present.episode(edge.node).model_dump(mode="json", exclude_none=True) for edge in page.edges]
    return {"id": session, "turns": turns, "more": page.has_next}


def _facts(page: c.Page[c.FactView]) -> list[dict[str, Any]]:
    return [present.fact(edge.node).model_dump(mode="json", exclude_none=True) for edge in page.edges]


def _looks_like_id(name: str) -> bool:
    return len(name) == 36 and name.count("-") == 4


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
