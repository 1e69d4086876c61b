"""The GraphQL documents of `everwhen timeline`, `graph` and `sessions`, and of `recall --why-not`."""

from __future__ import annotations

from service.cli.documents import ENTITY, FACT, PROBLEM, Document

TIMELINE = Document(
    "timeline",
    f"""query Timeline($filter: TimelineFilter!, $first: Int, $after: String) {{
  timeline(filter: $filter, first: $first, after: $after) {{
    edges {{
      cursor node {{
        id kind at learnedAt rule reason operation
        fact {{ ...FactParts }} other {{ id text }} entity {{ ...EntityParts }}
      }}
    }}
    pageInfo {{ hasNextPage endCursor }}
  }}
}}{FACT}""",
)

GRAPH = Document(
    "graph",
    f"""query Graph($input: GraphInput!) {{
  graph(input: $input) {{
    __typename
    ... on GraphPayload {{
      cut nodes {{ entity {{ ...EntityParts }} depth degree weight expanded }}
      edges {{ id source target predicate text fact validAt invalidAt createdAt expiredAt }}
    }} {PROBLEM}
  }}
}}
{ENTITY}""",
)

SESSIONS = Document(
    "sessions",
    """query Sessions($groupIds: [String!]!, $from: DateTime, $to: DateTime, $first: Int, $after: String) {
  sessions(groupIds: $groupIds, from: $from, to: $to, first: $first, after: $after) {
    edges { cursor node { uuid groupId sessionId startedAt lastAt turns tokens } }
    pageInfo { hasNextPage endCursor }
  }
}""",
)

WHY_NOT = Document(
    "whyNot",
    f"""query WhyNot($input: RecallInput!, $id: ID!) {{
  whyNot(input: $input, id: $id) {{
    __typename
    ... on WhyNotPayload {{
      id kind stage lines outside rank candidates score relevance collapsedInto tokens
      direct {{ route rank score depth }} routes {{ route rank raw score }}
    }} {PROBLEM}
  }}
}}""",
)

ALL = (TIMELINE, GRAPH, SESSIONS, WHY_NOT)
