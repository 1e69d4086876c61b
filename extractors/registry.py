"""The components there are, by name, and the pipeline that is used unless another is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from extractors.component import Component
from extractors.facts.component import FactComponent
from extractors.language import LanguageComponent
from extractors.mentions.chinese import ChineseMentions
from extractors.mentions.english import EnglishMentions
from extractors.mentions.reconcile import ReconcileMentions
from extractors.mentions.rules import RuleMentions
from extractors.pipeline import Pipeline, PipelineError
from extractors.segment import SegmentComponent
from extractors.time.component import TimeComponent

COMPONENTS: dict[str, Callable[[], Component]] = {
    "language": LanguageComponent,
    "segments": SegmentComponent,
    "mentions.rules": RuleMentions,
    "mentions.english": EnglishMentions,
    "mentions.chinese": ChineseMentions,
    "mentions.reconcile": ReconcileMentions,
    "times": TimeComponent,
    "facts": FactComponent,
}
"""What makes each component, in the order of the default pipeline."""


def build_pipeline(names: Sequence[str], name: str = "rules") -> Pipeline:
    """The named components as one extractor.

    Args:
        names: keys of `COMPONENTS`, in the order they are to run.
        name: the extractor's name.

    Raises:
        PipelineError: a name is unknown, or the components do not fit together.
    """
    unknown = [component for component in names if component not in COMPONENTS]
    if unknown:
        raise PipelineError(f"no component is named {', '.join(unknown)}; available: {', '.join(COMPONENTS)}")
    return Pipeline([COMPONENTS[component]() for component in names], name)


def default_pipeline() -> Pipeline:
    """Language, sentences, mentions, times and facts, by rules and local models alone."""
    return build_pipeline(tuple(COMPONENTS))
