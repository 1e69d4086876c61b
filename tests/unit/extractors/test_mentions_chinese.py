from __future__ import annotations

import pickle
from datetime import UTC, datetime

import numpy as np
import pytest

from extractors.candidates import Turn
from extractors.mentions import cutword_model
from extractors.registry import build_pipeline
from graph_schema.model import Role

PIPELINE = build_pipeline(["language", "segments", "mentions.rules", "mentions.chinese", "mentions.reconcile"])


def found(content: str, actor: str | None = None) -> dict[str, tuple[str, str]]:
    turn = Turn(content, Role.USER, datetime(2023, 6, 15, tzinfo=UTC), actor=actor)
    return {mention.text: (mention.type, mention.name) for mention in PIPELINE.extract([turn])[0].mentions}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("张伟昨天在腾讯公司上班，他住在上海。", {"张伟": "person", "腾讯公司": "organization", "上海": "location"}),
        ("李明下周去东京参加世界人工智能大会。", {"李明": "person", "东京": "location", "世界人工智能大会": "event"}),
        ("我刚看完《三体》，很好看。", {"三体": "work"}),
        ("我在OpenAI工作，用Python写代码。", {"OpenAI": "organization", "Python": "thing"}),
        ("😀小王和陈静在西湖边散步", {"小王": "person", "陈静": "person", "西湖": "location"}),
    ],
)
def test_names(content: str, expected: dict[str, str]):
    mentions = found(content)
    assert {surface: mentions[surface][0] for surface in expected if surface in mentions} == expected


def test_relatives_belong_to_the_speaker():
    assert found("我妈妈喜欢吃火锅", actor="李雷")["我妈妈"] == ("person", "李雷的妈妈")


@pytest.mark.parametrize("content", ["我昨天去了学校和车站", "公主和球员都来了", "他们自己说的", "两侧的南面"])
def test_common_nouns_and_pronouns_are_no_names(content: str):
    assert not {kind for kind, _ in found(content).values()} & {"person", "location", "organization"}


def test_batched_tagging_equals_tagging_alone():
    sentences = [list("张伟在北京"), list("我喜欢上海的生煎包和西湖"), list("好")]
    tagger = cutword_model.tagger()
    assert tagger.tag(sentences) == [tagger.tag([pieces])[0] for pieces in sentences]


def test_weights_are_read_without_running_code(tmp_path):
    import zipfile

    path = tmp_path / "evil.pth"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("m/data.pkl", pickle.dumps(np.array))
    with pytest.raises(pickle.UnpicklingError, match="no tensor"):
        cutword_model._read_weights(path)  # pyright: ignore[reportPrivateUsage]
