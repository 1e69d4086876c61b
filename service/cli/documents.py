"""The GraphQL documents that the command line sends; a test holds them to the schema."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """A GraphQL operation.

    Attributes:
        field: its one field, whose payload is wanted.
    """

    field: str
    text: str


_EPISODE = """
fragment EpisodeParts on Episode {
  id uuid groupId sessionId externalId content role actor validAt createdAt state stateReason attempts importance
  language source toolName summary mentionCount duplicateOf decisions { gate outcome reason }
  extractorVersion rereading { state attempts dueAt reason }
}"""
ENTITY = """fragment EntityParts on Entity {
  id uuid groupId name type aliases mentionCount firstSeenAt lastSeenAt mergedInto
}"""
FACT = f"""{_EPISODE}
{ENTITY}
fragment FactParts on Fact {{
  id uuid factId groupId text kind predicate value polarity modality status occursFrom occursTo
  validAt invalidAt createdAt expiredAt expiresAt confidence importance mentionCount extractor pinned
  subject {{ ...EntityParts }} object {{ ...EntityParts }}
  versions {{ id validAt invalidAt precision createdAt expiredAt reason operation }}
  evidence {{ quote start end extractor confidence episode {{ ...EpisodeParts }} }}
  supersededBy {{ fact text rule reason at }}
  supersedes {{ fact text rule reason at }}
}}"""
PROBLEM = """
  ... on InvalidInput { message field allowed }
  ... on Conflict { message field blockers }
  ... on Unavailable { message part }"""
_OPERATION = "fragment OperationParts on Operation { id groupId kind actor reason at ids undoes undoneBy undoable }"

REMEMBER = Document(
    "remember",
    f"""mutation Remember($input: RememberInput!) {{
  remember(input: $input) {{
    __typename
    ... on RememberPayload {{ stored duplicates timedOut episodes {{ ...EpisodeParts }} }} {PROBLEM}
  }}
}}{_EPISODE}""",
)

IMPORT = Document(
    "remember",
    f"""mutation Import($input: RememberInput!) {{
  remember(input: $input) {{ __typename ... on RememberPayload {{ stored duplicates timedOut }} {PROBLEM} }}
}}""",
)

REMEMBER_DOCUMENT = Document(
    "rememberDocument",
    f"""mutation RememberDocument($input: RememberDocumentInput!) {{
  rememberDocument(input: $input) {{
    __typename
    ... on RememberDocumentPayload {{ documentId title mediaType version stored revised removed unchanged }} {PROBLEM}
  }}
}}""",
)

RECALL = Document(
    "recall",
    f"""query Recall($input: RecallInput!) {{
  recall(input: $input) {{
    __typename
    ... on RecallPayload {{
      recallId tokens abstained tookMs
      hits {{
        id kind status score text tokens collapsed routes {{ route rank raw score }}
        episode {{ ...EpisodeParts }} fact {{ ...FactParts }} entity {{ ...EntityParts }}
      }}
    }} {PROBLEM}
  }}
}}{FACT}""",
)

EXPLAIN = Document(
    "explain",
    f"""query Explain($groupIds: [String!]!, $id: ID!) {{
  explain(groupIds: $groupIds, id: $id) {{
    __typename
    ... on ExplainPayload {{
      id kind lines fact {{ ...FactParts }} entity {{ ...EntityParts }} episode {{ ...EpisodeParts }}
      facts {{ ...FactParts }} operations {{ ...OperationParts }}
    }} {PROBLEM}
  }}
}}{FACT} {_OPERATION}""",
)

HISTORY = Document(
    "history",
    f"""query History(
  $groupIds: [String!]!, $entity: String!, $predicate: String, $asOf: DateTime, $knownAt: DateTime
) {{
  history(groupIds: $groupIds, entity: $entity, predicate: $predicate, asOf: $asOf, knownAt: $knownAt) {{
    __typename
    ... on HistoryPayload {{ slots {{ predicate subject {{ ...EntityParts }} facts {{ ...FactParts }} }} }} {PROBLEM}
  }}
}}{FACT}""",
)

FACTS = Document(
    "facts",
    f"""query Facts($filter: FactFilter!, $first: Int, $after: String) {{
  facts(filter: $filter, first: $first, after: $after) {{
    edges {{ cursor node {{ ...FactParts }} }} pageInfo {{ hasNextPage endCursor }}
  }}
}}{FACT}""",
)

ENTITIES = Document(
    "entities",
    f"""query Entities($filter: EntityFilter!, $first: Int, $after: String) {{
  entities(filter: $filter, first: $first, after: $after) {{
    edges {{ cursor node {{ ...EntityParts }} }} pageInfo {{ hasNextPage endCursor }}
  }}
}}
{ENTITY}""",
)

EPISODES = Document(
    "episodes",
    f"""query Episodes($filter: EpisodeFilter!, $first: Int, $after: String) {{
  episodes(filter: $filter, first: $first, after: $after) {{
    edges {{ cursor node {{ ...EpisodeParts }} }} pageInfo {{ hasNextPage endCursor }}
  }}
}}{_EPISODE}""",
)

OPERATIONS = Document(
    "operations",
    f"""query Operations($groupIds: [String!]!, $first: Int, $after: String) {{
  operations(groupIds: $groupIds, first: $first, after: $after) {{
    edges {{ cursor node {{ ...OperationParts }} }} pageInfo {{ hasNextPage endCursor }}
  }}
}}
{_OPERATION}""",
)

INFO = Document(
    "info",
    """query Info($groupIds: [String!]) {
  info(groupIds: $groupIds) {
    version neo4jVersion schemaVersion embedder dimensions extractors workers oldestPendingSeconds
    counts { name count } episodesByState { state count } episodesByGate { gate count }
    failed { id groupId attempts reason }
    rereading { waiting gaveUp kept { id groupId attempts reason } }
    modelUsage { groupId calls promptTokens completionTokens cost tokensToday costToday }
  }
}""",
)

RETRY = Document(
    "retryEpisodes",
    f"""mutation Retry($input: RetryEpisodesInput!) {{
  retryEpisodes(input: $input) {{ __typename ... on RetryEpisodesPayload {{ retried }} {PROBLEM} }}
}}""",
)

REEXTRACT = Document(
    "reextract",
    f"""mutation Reextract($input: ReextractInput!) {{
  reextract(input: $input) {{ __typename ... on ReextractPayload {{ queued }} {PROBLEM} }}
}}""",
)

UNDO = Document(
    "undo",
    f"""mutation Undo($input: UndoInput!) {{
  undo(input: $input) {{ __typename ... on UndoPayload {{ operation {{ ...OperationParts }} }} {PROBLEM} }}
}}
{_OPERATION}""",
)


_RUN = """fragment RunParts on JobRun {
  id name state dryRun trigger startedAt finishedAt groups changed operations reason
  changes { label id groupId before after why }
}"""

JOBS = Document(
    "jobs",
    f"""query Jobs {{ jobs {{ name purpose schedule nextAt lastRun {{ ...RunParts }} }} }}
{_RUN}""",
)

JOB_RUNS = Document(
    "jobRuns",
    f"""query JobRuns($name: String, $first: Int) {{ jobRuns(name: $name, first: $first) {{ ...RunParts }} }}
{_RUN}""",
)

RUN_JOB = Document(
    "runJob",
    f"""mutation RunJob($input: RunJobInput!) {{
  runJob(input: $input) {{ __typename ... on RunJobPayload {{ run {{ ...RunParts }} }} {PROBLEM} }}
}}
{_RUN}""",
)

FEEDBACK = Document(
    "feedback",
    f"""mutation Feedback($input: FeedbackInput!) {{
  feedback(input: $input) {{ __typename ... on FeedbackPayload {{ operation {{ ...OperationParts }} }} {PROBLEM} }}
}}
{_OPERATION}""",
)


def _identity(field: str, kind: str) -> Document:
    """A mutation that changes which entities are one, or what they are called."""
    name = kind.removesuffix("Payload")
    return Document(
        field,
        f"""mutation {name}($input: {name}Input!) {{
  {field}(input: $input) {{
    __typename ... on {kind} {{ operation {{ ...OperationParts }} entities {{ ...EntityParts }} }} {PROBLEM}
  }}
}}
{_OPERATION} {ENTITY}""",
    )


MERGE_ENTITIES = _identity("mergeEntities", "MergeEntitiesPayload")
SPLIT_ENTITY = _identity("splitEntity", "SplitEntityPayload")
ADD_ALIAS = _identity("addAlias", "AddAliasPayload")
RESOLVE_REVIEW = _identity("resolveReview", "ResolveReviewPayload")

_VOCABULARY = """
fragment VocabularyParts on Vocabulary {
  groupId entityTypes { name names }
  predicates {
    name cardinality temporal kind objectType valueType inverse symmetric phrases { en zh } wording { en zh }
  }
}"""

VOCABULARY = Document(
    "vocabulary",
    f"""query Vocabulary($groupId: String!) {{ vocabulary(groupId: $groupId) {{ ...VocabularyParts }} }}
{_VOCABULARY}""",
)

SET_VOCABULARY = Document(
    "setVocabulary",
    f"""mutation SetVocabulary($input: SetVocabularyInput!) {{
  setVocabulary(input: $input) {{
    __typename
    ... on SetVocabularyPayload {{ operation {{ ...OperationParts }} vocabulary {{ ...VocabularyParts }} }} {PROBLEM}
  }}
}}
{_OPERATION}
{_VOCABULARY}""",
)

_SETTINGS = "fragment SettingsParts on GroupSettings { groupId lapseDays sourceTrust }"

GROUP_SETTINGS = Document(
    "groupSettings",
    f"""query GroupSettings($groupId: String!) {{ groupSettings(groupId: $groupId) {{ ...SettingsParts }} }}
{_SETTINGS}""",
)

SET_GROUP_SETTINGS = Document(
    "setGroupSettings",
    f"""mutation SetGroupSettings($input: SetGroupSettingsInput!) {{
  setGroupSettings(input: $input) {{
    __typename
    ... on SetGroupSettingsPayload {{ operation {{ ...OperationParts }} settings {{ ...SettingsParts }} }} {PROBLEM}
  }}
}}
{_OPERATION}
{_SETTINGS}""",
)

REVIEWS = Document(
    "reviews",
    f"""query Reviews($groupIds: [String!]!, $first: Int, $after: String) {{
  reviews(groupIds: $groupIds, first: $first, after: $after) {{
    edges {{
      cursor node {{
        id groupId kind stage score createdAt entity {{ ...EntityParts }} other {{ ...EntityParts }}
        fact {{ id text }} otherFact {{ id text }}
      }}
    }}
    pageInfo {{ hasNextPage endCursor }}
  }}
}}
{ENTITY}""",
)

CONTEXT = Document(
    "context",
    f"""query Context($input: ContextInput!) {{
  context(input: $input) {{
    __typename
    ... on ContextPayload {{
      text messages {{ role content }} tokens parts {{ part items tokens leftOut }}
      citations {{ citation kind id text }} recallId tookMs
    }} {PROBLEM}
  }}
}}""",
)

_SESSION = """
fragment TaskItemParts on TaskItem { id part text at fromFact }
fragment SessionParts on Session {
  uuid groupId sessionId startedAt lastAt turns tokens activeTurns activeTokens
  summaries { id level content turns since until tokenCount sourceTokens }
  rollUp { id content turns since until }
  state {
    goal openTasks { ...TaskItemParts } completedSteps { ...TaskItemParts } decisions { ...TaskItemParts }
    constraints { ...TaskItemParts } toolCalls { id episode name arguments at }
    stepResults { episode toolCallId name text at }
  }
}"""

SESSION = Document(
    "session",
    f"""query Session($groupId: String!, $sessionId: String!) {{
  session(groupId: $groupId, sessionId: $sessionId) {{ ...SessionParts }}
}}{_SESSION}""",
)

COMPRESS = Document(
    "compress",
    f"""mutation Compress($input: CompressInput!) {{
  compress(input: $input) {{
    __typename
    ... on CompressPayload {{
      operation {{ ...OperationParts }} compressed freedTokens
      summaries {{ id level content turns since until tokenCount sourceTokens }} session {{ ...SessionParts }}
    }} {PROBLEM}
  }}
}}{_SESSION} {_OPERATION}""",
)

UPDATE_TASK_STATE = Document(
    "updateTaskState",
    f"""mutation UpdateTaskState($input: UpdateTaskStateInput!) {{
  updateTaskState(input: $input) {{
    __typename
    ... on UpdateTaskStatePayload {{ operation {{ ...OperationParts }} session {{ ...SessionParts }} }} {PROBLEM}
  }}
}}{_SESSION} {_OPERATION}""",
)

ALL = (
    *(REMEMBER, IMPORT, RECALL, EXPLAIN, HISTORY, FACTS, ENTITIES, EPISODES, OPERATIONS, INFO, RETRY, REEXTRACT),
    *(UNDO, REMEMBER_DOCUMENT, JOBS, JOB_RUNS, RUN_JOB, FEEDBACK),
    *(MERGE_ENTITIES, SPLIT_ENTITY, ADD_ALIAS, RESOLVE_REVIEW, REVIEWS, VOCABULARY, SET_VOCABULARY),
    *(CONTEXT, SESSION, UPDATE_TASK_STATE, COMPRESS),
)
