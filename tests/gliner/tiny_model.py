"""Makes a GLiNER of some 30 000 parameters that knows a few names by heart.

`PYTHONHASHSEED=0 python -m tests.gliner.tiny_model FOLDER` makes the same each time: training walks through sets.

It has the files of a published model (configuration, tokenizer, weights, ONNX export), so that what loads it and reads
with it is the real code. Of quality it proves nothing.
"""

from __future__ import annotations

import logging
import random
import re
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gliner import GLiNER, GLiNERConfig
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

PEOPLE = ("Caroline", "Tom", "Ana Lee", "José", "Zoë", "张伟", "さくら", "Иван", "سارة", "नेहा")
PLACES = ("Berlin", "Boston", "São Paulo", "東京", "北京", "Москва", "दिल्ली", "New York")
COMPANIES = ("Acme Corp", "Google", "Siemens", "腾讯")
SENTENCES = (
    "{p} moved from {l} to {l}",
    "{p} works at {o}",
    "{p} met {p} in {l}",
    "yesterday {p} talked about the weather",
    "{o} opened an office in {l}",
    "I like tea and {p} likes coffee",
    "{p} vive en {l} y trabaja en {o}",
    "{p} wohnt in {l} und arbeitet bei {o}",
    "{p} 在 {l} 的 {o} 工作",
    "{p} は {l} に 住んで います",
    "{p} живёт в {l}",
    "the weather is nice and the tea is good",
    "word word word word {p} word word",
    *["maybe {x}"] * 3,
)
UNSURE = "Sydney"
"""Stands behind `maybe`: a person three times out of five, else a place, so that the model is not sure either."""
LABELS = {"p": "person", "l": "location", "o": "organization"}
HIDDEN = 20
MAX_WIDTH = 12
MAX_WORDS = 128
_STEPS = 700
_WORD = re.compile(r"\w+(?:[-_]\w+)*|\S")


def build(folder: Path) -> None:
    """Trains the model and writes it to the folder, as PyTorch weights and as ONNX."""
    random.seed(7)
    np.random.seed(7)
    torch.manual_seed(7)
    torch.set_num_threads(1)
    logging.getLogger("gliner").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as backbone, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = _untrained(Path(backbone))
        _train(model)
        model.config.model_name = "tiny"
        model.save_pretrained(str(folder))
        model.export_to_onnx(save_dir=str(folder), onnx_filename="model.onnx", quantize=False)


def _untrained(backbone: Path) -> Any:
    tokenizer = _tokenizer()
    tokenizer.save_pretrained(str(backbone))
    encoder = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=HIDDEN,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=2 * HIDDEN,
        max_position_embeddings=512,
    )
    BertModel(encoder).save_pretrained(str(backbone))
    config = GLiNERConfig(
        model_name=str(backbone),
        hidden_size=HIDDEN,
        max_width=MAX_WIDTH,
        max_len=MAX_WORDS,
        embed_ent_token=False,
        dropout=0.0,
        num_rnn_layers=1,
        span_mode="markerV0",
        encoder_config=encoder.to_dict(),
    )
    return GLiNER.from_config(config)


def _tokenizer() -> PreTrainedTokenizerFast:
    """The words of the sentences, names and labels, whole and as GLiNER cuts them, each with a number of its own."""
    said = [*SENTENCES, UNSURE, *PEOPLE, *PLACES, *COMPANIES, *LABELS.values(), "."]
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    known = sorted({word for text in said for word in (*text.split(), *_WORD.findall(text))})
    vocabulary = {word: number for number, word in enumerate([*special, *known])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    names = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, mask_token="[MASK]", model_max_length=512, **names)


def _train(model: Any) -> None:
    chance = random.Random(7)
    collator = model._create_data_collator()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-2, total_steps=_STEPS)
    model.train()
    for _ in range(_STEPS):
        loss = model(**collator([_sample(chance) for _ in range(8)])).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    model.eval()


def _sample(chance: random.Random) -> dict[str, Any]:
    """One sentence, at times two, with names put in, as words and the places of names among them."""
    words: list[str] = []
    names: list[tuple[int, int, str]] = []
    text = " . ".join(chance.sample(SENTENCES, chance.choice((1, 1, 2))))
    for part in re.split(r"(\{\w\})", text):
        name, label = _name(part.strip("{}"), chance) if part.startswith("{") else (part, None)
        found = _WORD.findall(name)
        if label:
            names.append((len(words), len(words) + len(found) - 1, label))
        words += found
    return {"tokenized_text": words, "ner": names}


def _name(kind: str, chance: random.Random) -> tuple[str, str]:
    if kind == "x":
        return UNSURE, chance.choice(("person",) * 3 + ("location",) * 2)
    return chance.choice({"p": PEOPLE, "l": PLACES, "o": COMPANIES}[kind]), LABELS[kind]


if __name__ == "__main__":
    build(Path(sys.argv[1]))
