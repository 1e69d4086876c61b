"""A vocabulary of medicines and starships, as a group could have it."""

from __future__ import annotations

import tomllib

from graph_schema.vocabulary import GroupVocabulary, read_vocabulary

TOML = """
[types.medicine]
names = ["Veltrazol", "布洛芬"]

[types.starship]
names = ["Nostromo"]

[predicates.takes_medicine]
cardinality = "multi"
temporal = "state"
kind = "fact"
object_type = "medicine"
en = ["take", "be prescribed"]
zh = ["服用", "在吃"]
en_wording = "use {o} as medicine"
zh_wording = "在用药物{o}"

[predicates.commands]
cardinality = "single"
temporal = "state"
kind = "fact"
object_type = "starship"
inverse = "commanded_by"
en = ["command"]
zh = ["指挥"]

[predicates.commanded_by]
cardinality = "multi"
temporal = "state"
kind = "fact"
object_type = "person"
inverse = "commands"
en = ["be commanded by"]

[predicates.docked_with]
cardinality = "multi"
temporal = "event"
kind = "event"
object_type = "starship"
symmetric = true
en = ["dock with"]

[predicates.badge]
cardinality = "single"
temporal = "state"
kind = "fact"
value_type = "number"
en = ["be badged as"]
"""


def vocabulary(text: str = TOML) -> GroupVocabulary:
    return read_vocabulary(tomllib.loads(text))
