"""Turns in languages that no rule of ours reads: tagged, nothing wrong asserted, no mention that is none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractors.candidates import Turn
from extractors.document import Document
from extractors.language import detect
from extractors.registry import default_pipeline
from graph_schema.model import Role

TURNS: dict[str, tuple[str, ...]] = {
    "es": (
        "Me llamo Lucía y vivo en Valencia desde 2019.",
        "Mi hermano Javier trabaja en Telefónica.",
        "No me gusta el café.",
        "¿Quieres ir a Madrid mañana?",
        "No tengo tiempo hoy.",
        "Mañana no voy a la oficina, me siento mal.",
    ),
    "de": (
        "Ich heiße Jürgen und wohne seit März in Hamburg.",
        "Meine Schwester Katrin arbeitet bei Siemens.",
        "Ich mag keinen Kaffee.",
        "Hast du morgen Zeit?",
        "Der Termin ist am Montag um 15 Uhr.",
        "Das war gut, ich will mehr.",
    ),
    "fr": (
        "Je m'appelle Élodie et j'habite à Lyon.",
        "Mon frère Julien travaille chez Airbus.",
        "Je n'aime pas le café.",
        "On se voit demain à Paris ?",
        "Le rendez-vous est lundi à 15 h.",
    ),
    "pt": (
        "Meu nome é João e moro em São Paulo desde março.",
        "Minha irmã Mariana trabalha na Petrobras.",
        "Não gosto de café.",
        "Vamos a Lisboa amanhã?",
        "Ontem falei com a Ana.",
    ),
    "tr": (
        "Benim adım Ayşe ve İstanbul'da yaşıyorum.",
        "Kardeşim Mehmet Garanti'de çalışıyor.",
        "Kahve sevmiyorum.",
        "Yarın Ankara'ya gidelim mi?",
        "Dün Elif ile görüştüm.",
    ),
    "vi": (
        "Tôi tên là Nguyễn Văn An và sống ở Hà Nội.",
        "Anh trai tôi làm việc ở Viettel.",
        "Tôi không thích cà phê.",
        "Ngày mai đi Đà Nẵng nhé?",
        "Hôm qua tôi gặp chị Lan.",
    ),
    "ja": (
        "私の名前はさくらで、東京に住んでいます。",
        "兄の田中はトヨタで働いています。",
        "コーヒーは好きじゃない。",
        "明日、大阪に行きますか？",
        "昨日鈴木さんと会議をしました。",
    ),
    "ko": (
        "저는 김민수이고 서울에 살아요.",
        "제 누나는 삼성에서 일해요.",
        "커피를 안 좋아해요.",
        "내일 부산에 갈까요?",
        "어제 박지영 씨와 회의했어요.",
    ),
    "ru": (
        "Меня зовут Анна, я живу в Москве.",
        "Мой брат Иван работает в Яндексе.",
        "Я не люблю кофе.",
        "Поедем завтра в Казань?",
        "Вчера мы встречались с Олегом.",
    ),
    "ar": (
        "اسمي ليلى وأعيش في القاهرة.",
        "يعمل أخي أحمد في أرامكو.",
        "لا أحب القهوة.",
        "هل نلتقي غدا في دبي؟",
        "اجتمعت أمس مع سارة.",
    ),
    "hi": (
        "मेरा नाम नेहा है और मैं दिल्ली में रहती हूँ।",
        "मेरा भाई राहुल इन्फोसिस में काम करता है।",
        "मुझे कॉफ़ी पसंद नहीं है।",
        "क्या हम कल मुंबई चलें?",
        "कल मैं प्रिया से मिली।",
    ),
    "th": (
        "ฉันชื่อสมหญิงและอาศัยอยู่ที่กรุงเทพฯ",
        "พี่ชายของฉันทำงานที่ Google",
        "ฉันไม่ชอบกาแฟ",
        "พรุ่งนี้ไปเชียงใหม่กันไหม",
        "เมื่อวานเจอสมชาย",
    ),
}
FORMS = "ana@example.com, https://example.com/a, OPS-482"
"""What form gives away in any language, and the types it has."""


def read(contents: list[str], role: Role = Role.USER) -> list[Document]:
    at = datetime(2024, 5, 2, 9, tzinfo=UTC)
    found = default_pipeline().documents([Turn(text, role, at, "Europe/Berlin", "Ana", ("Tom",)) for text in contents])
    assert all(isinstance(document, Document) for document in found), found
    return [document for document in found if isinstance(document, Document)]


@pytest.mark.parametrize("language", TURNS)
@pytest.mark.parametrize("role", [Role.USER, Role.ASSISTANT, Role.TOOL])
def test_turns_are_tagged_and_nothing_is_asserted(language: str, role: Role):
    texts = [*TURNS[language], " ".join(TURNS[language]), "\n".join(TURNS[language])]
    documents = read(texts, role)
    assert {document.content: document.language for document in documents} == dict.fromkeys(texts, language)
    assert [document.facts for document in documents] == [[]] * len(texts)
    assert [
        sentence for document in documents for sentence in document.sentences if sentence.language in ("en", "zh")
    ] == []


@pytest.mark.parametrize("language", TURNS)
def test_mentions_are_names_by_form_or_of_those_present(language: str):
    texts = [f"{text} {FORMS}" for text in TURNS[language]]
    for document in read(texts):
        found = {(mention.text, mention.type) for mention in document.mentions}
        named = {("Ana", "person")} if "Ana" in document.content.split(FORMS)[0] else set[tuple[str, str]]()
        assert found == named | {
            ("ana@example.com", "email"),
            ("https://example.com/a", "url"),
            ("OPS-482", "ticket"),
        }
        assert all(document.content[m.start : m.end] == m.text for m in document.mentions)
        assert document.facts == []


@pytest.mark.parametrize(
    "text",
    [
        "No problem, see you in Rome.",
        "Me too, no doubt.",
        "He met Van de Berg",
        "The war was over.",
        "Die Hard is on.",
        "Plus , it 's super healthy !",
        "Ah ha ha, yeah, JUST DOING IT!",
        "We went to El Paso and La Paz",
    ],
)
def test_english_with_foreign_words_stays_english(text: str):
    assert detect(text) == "en"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Mi madre no está en casa.", "es"),
        ("O meu pai é médico.", "pt"),
        ("Je ne sais pas.", "fr"),
        ("Wir fahren morgen nach Wien.", "de"),
        ("Non lo so.", "it"),
        ("Mijn vader is arts.", "nl"),
        ("Jutro jadę do Gdańska.", "pl"),
    ],
)
def test_short_sentences_with_words_that_english_has_too(text: str, language: str):
    assert detect(text) == language
