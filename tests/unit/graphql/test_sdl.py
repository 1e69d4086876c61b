"""The schema is a decision: its SDL is committed, and nothing published may break."""

from __future__ import annotations

from pathlib import Path

from graphql import GraphQLSchema, build_schema, find_breaking_changes

from service.graphql.export import SDL_FILE, sdl
from service.graphql.schema import schema

BASELINE = Path(__file__).with_name("baseline.graphql")

# The public contract of the design, reduced to what find_breaking_changes compares.
CONTRACT = """
scalar DateTime
scalar JSON
enum WaitFor { STORED EXTRACTED }
enum Role { USER ASSISTANT TOOL SYSTEM }
enum MemoryKind { EPISODE FACT ENTITY SUMMARY }
enum HitStatus { CURRENT SUPERSEDED PLANNED DUE ARCHIVED }
enum FactKind { FACT PREFERENCE EVENT DECISION CONSTRAINT TASK PROCEDURE REASONING PATTERN }
enum EpisodeState { PENDING EXTRACTED SKIPPED FAILED }
enum Polarity { POSITIVE NEGATIVE }
enum Modality { ASSERTED PLANNED HYPOTHETICAL ASKED }
interface Node { id: ID! }
type Mutation { remember(input: RememberInput!): RememberResult! }
input RememberInput { groupId: String!, sessionId: String, requestId: String, episodes: [EpisodeInput!]!,
  waitFor: WaitFor = STORED, timeoutMs: Int = 30000 }
input EpisodeInput { content: String!, role: Role = USER, actor: String, validAt: DateTime, externalId: String,
  source: String, sourceDescription: String, importance: Float, metadata: JSON, timeZone: String,
  participants: [String!], toolName: String, toolCallId: String, toolArgs: JSON, doNotExtract: Boolean = false }
type RememberPayload { episodes: [Episode!]!, stored: Int!, duplicates: Int! }
type InvalidInput { message: String!, field: String!, allowed: String! }
union RememberResult = RememberPayload | InvalidInput
union RecallResult = RecallPayload | InvalidInput
type Query {
  recall(input: RecallInput!): RecallResult!
  facts(filter: FactFilter!, first: Int = 50, after: String): FactConnection!
  node(id: ID!): Node
}
input RouteWeights { vector: Float }
input RecallInput { groupIds: [String!]!, query: String!, context: [String!], limit: Int = 5, kinds: [MemoryKind!],
  minScore: Float, now: DateTime, asOf: DateTime, knownAt: DateTime, from: DateTime, to: DateTime,
  weights: RouteWeights, sessionIds: [String!], factKinds: [FactKind!], predicates: [String!],
  includeArchived: Boolean = false, tokenBudget: Int, rerank: Boolean }
type RecallPayload { recallId: ID!, hits: [RecallHit!]!, tokens: Int!, abstained: Boolean!, tookMs: Float! }
type RecallHit { id: ID!, status: HitStatus!, kind: MemoryKind!, score: Float!, text: String!, tokens: Int!,
  routes: [RouteScore!]!, episode: Episode, fact: Fact, entity: Entity, summary: Summary }
type RouteScore { score: Float! }
type Summary implements Node { id: ID! }
type Entity implements Node { id: ID! }
type FactConnection { edges: [FactEdge!]!, pageInfo: PageInfo! }
type FactEdge { node: Fact!, cursor: String! }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
input FactFilter { groupIds: [String!]!, text: String, entity: String, predicates: [String!], kinds: [FactKind!],
  sessionIds: [String!], asOf: DateTime, knownAt: DateTime, includeInvalid: Boolean = false,
  includeArchived: Boolean = false }
type FactVersion { validAt: DateTime, invalidAt: DateTime, createdAt: DateTime!, expiredAt: DateTime }
type Fact implements Node { id: ID!, factId: ID!, text: String!, kind: FactKind!, predicate: String!,
  subject: Entity!, object: Entity, value: String, polarity: Polarity!, modality: Modality!,
  occursFrom: DateTime, occursTo: DateTime, validAt: DateTime, invalidAt: DateTime, createdAt: DateTime!,
  expiredAt: DateTime, versions: [FactVersion!]!, confidence: Float!, importance: Float!, mentionCount: Int!,
  extractor: String!, evidence: [Evidence!]! }
type Evidence { episode: Episode!, quote: String!, start: Int!, end: Int! }
type Episode implements Node { id: ID!, externalId: String, sessionId: String, groupId: String!, content: String!,
  role: Role!, actor: String, validAt: DateTime!, createdAt: DateTime!, state: EpisodeState! }
"""


def _breaks(old: GraphQLSchema) -> list[str]:
    return [change.description for change in find_breaking_changes(old, schema.graphql)]


def test_the_committed_sdl_is_the_schema() -> None:
    assert SDL_FILE.read_text(encoding="utf-8") == sdl(), "run: python -m service.graphql.export"


def test_the_committed_sdl_builds() -> None:
    assert build_schema(SDL_FILE.read_text(encoding="utf-8")).query_type is not None


def test_nothing_published_breaks() -> None:
    assert _breaks(build_schema(BASELINE.read_text(encoding="utf-8"))) == []


def test_the_design_is_kept() -> None:
    assert _breaks(build_schema(CONTRACT)) == []


def test_a_break_would_be_found() -> None:
    old = build_schema(BASELINE.read_text(encoding="utf-8") + "\nextend type Fact { formerField: String }")
    assert _breaks(old) == ["Field Fact.formerField was removed."]


def test_federation_and_uploads_are_off() -> None:
    assert {"_Service", "_Entity", "Upload"}.isdisjoint(schema.graphql.type_map)


def test_every_type_is_described() -> None:
    roots = {"Query", "Mutation"}
    silent = [
        name
        for name, kind in schema.graphql.type_map.items()
        if not name.startswith("__") and name not in roots and not kind.description and not name.endswith("Result")
    ]
    assert silent == []
