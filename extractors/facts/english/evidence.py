"""The stretch of text that states a clause."""

from __future__ import annotations

from spacy.tokens import Token

from extractors.facts.english.clauses import Clause


def evidence(clause: Clause) -> tuple[int, int]:
    """The stretch of the content that states the clause, its coordinated and reported neighbours left out."""
    tokens: list[Token] = []
    stack = [clause.matrix]
    while stack:
        token = stack.pop()
        tokens.append(token)
        for child in token.children:
            own_clause = child.dep_ in ("conj", "parataxis", "advcl", "ccomp") and child.pos_ in ("VERB", "AUX")
            if not own_clause and not (token == clause.matrix and child.dep_ in ("cc", "punct", "intj")):
                stack.append(child)
    tokens.extend(subject for subject in clause.subjects if subject.sent.start == clause.matrix.sent.start)
    return min(t.idx for t in tokens), max(t.idx + len(t) for t in tokens)
