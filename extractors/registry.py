"""The components there are, by name, and the pipelines that the local extractors make of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from extractors.component import Component
from extractors.facts.component import FactComponent
from extractors.language import LanguageComponent
from extractors.mentions.chinese import ChineseMentions
from extractors.mentions.english import EnglishMentions
from extractors.mentions.gliner.component import NAME as GLINER
from extractors.mentions.reconcile import ReconcileMentions
from extractors.mentions.rules import RuleMentions
from extractors.pipeline import Pipeline, PipelineError
from extractors.segment import PlainSegments, SegmentComponent
from extractors.time.component import TimeComponent


def _needs_model() -> Component:
    raise PipelineError(f"{GLINER} needs a model: give what makes it, `build_gliner` of its settings")


COMPONENTS: dict[str, Callable[[], Component]] = {
    "language": LanguageComponent,
    "segments.plain": PlainSegments,
    "segments": SegmentComponent,
    "mentions.rules": RuleMentions,
    "mentions.english": EnglishMentions,
    "mentions.chinese": ChineseMentions,
    GLINER: _needs_model,
    "mentions.reconcile": ReconcileMentions,
    "times": TimeComponent,
    "facts": FactComponent,
}
"""What makes each component, in the order in which components run."""

RULES = "rules"
EXTRACTORS: dict[str, tuple[str, ...]] = {
    RULES: ("language", "segments.plain", "mentions.rules", "mentions.chinese", "mentions.reconcile", "times", "facts"),
    "spacy": ("segments", "mentions.english"),
    "gliner": (GLINER,),
}
"""Components that each local extractor adds to the pipeline."""
DEFAULT = (RULES, "spacy")
_REPLACES = {"segments": "segments.plain"}
"""A component that takes another's place where both are asked for."""


def build_pipeline(
    names: Sequence[str], name: str = RULES, made: Mapping[str, Callable[[], Component]] | None = None
) -> Pipeline:
    """The named components as one extractor.

    Args:
        names: keys of `COMPONENTS` or of `made`, in the order they are to run.
        name: the extractor's name.
        made: what makes components that need more than their name.

    Raises:
        PipelineError: a name is unknown, or the components do not fit together.
    """
    makers = {**COMPONENTS, **(made or {})}
    unknown = [component for component in names if component not in makers]
    if unknown:
        raise PipelineError(f"no component is named {', '.join(unknown)}; available: {', '.join(makers)}")
    return Pipeline([makers[component]() for component in names], name)


def local_pipeline(extractors: Sequence[str], made: Mapping[str, Callable[[], Component]] | None = None) -> Pipeline:
    """The local extractors as one pipeline; their components run in the order of `COMPONENTS`, whatever theirs.

    Args:
        extractors: keys of `EXTRACTORS`; `rules` is always among them.
        made: what makes components that need more than their name.

    Raises:
        PipelineError: an extractor is unknown.
    """
    unknown = [name for name in extractors if name not in EXTRACTORS]
    if unknown:
        raise PipelineError(f"no local extractor is named {', '.join(unknown)}; available: {', '.join(EXTRACTORS)}")
    wanted = {component for name in (RULES, *extractors) for component in EXTRACTORS[name]}
    wanted -= {replaced for component, replaced in _REPLACES.items() if component in wanted}
    return build_pipeline([component for component in COMPONENTS if component in wanted], made=made)


def default_pipeline() -> Pipeline:
    """Language, sentences, mentions, times and facts, by rules and local models alone."""
    return local_pipeline(DEFAULT)
