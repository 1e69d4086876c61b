"""Chinese sentences for claims: 安娜住在上海, 用户不再喜欢咖啡."""

from __future__ import annotations

from extractors.candidates import EntityRef
from extractors.facts.chinese import lexicon as lx
from extractors.facts.claim import Claim
from extractors.facts.dates import chinese_date
from extractors.facts.scene import ASSISTANT, USER, Scene
from graph_schema.model import Modality, Polarity
from graph_schema.predicates import Catalogue, Temporal

_PATTERNS = {
    "works_at": "在{o}工作",
    "studies_at": "在{o}上学",
    "works_as": "是{o}",
    "allergic_to": "对{o}过敏",
    "married_to": "与{o}是夫妻",
    "married": "与{o}结婚",
    "divorced": "与{o}离婚",
    "engaged_to": "与{o}订婚",
    "partner_of": "与{o}是恋人",
    "broke_up_with": "与{o}分手",
    "met": "见{o}",
    "roommate_of": "与{o}同住",
    "friend_of": "与{o}是朋友",
    "colleague_of": "与{o}是同事",
    "neighbour_of": "与{o}是邻居",
    "sibling_of": "与{o}是兄弟姐妹",
    "relative_of": "与{o}是亲戚",
    "parent_of": "有孩子{o}",
    "child_of": "的父母是{o}",
    "has_manager": "的上司是{o}",
    "has_pet": "养{o}",
    "is_a": "是{o}",
    "has_age": "{o}",
    "has_diet": "是素食者",
    "has_condition": "患有{o}",
    "speaks": "会说{o}",
    "learned": "学{o}",
    "likes": "喜欢{o}",
    "loves": "热爱{o}",
    "moved_to": "搬到{o}",
    "visited": "去{o}",
    "bought": "买{o}",
    "sold": "卖掉{o}",
    "adopted": "领养{o}",
    "joined": "加入{o}",
    "left": "离开{o}",
    "attended": "参加{o}",
    "finished": "完成{o}",
    "won": "获得{o}",
    "decided": "决定{o}",
    "wants": "想{o}",
    "todo": "需要{o}",
    "has_constraint": "要求：{o}",
    "leads": "负责{o}",
    "works_on": "负责{o}",
    "from": "来自{o}",
    "scheduled_for": "定在{o}",
    "due": "的截止日期是{o}",
    "goal": "的目标是{o}",
    "birthday": "的生日是{o}",
    "uses": "使用{o}",
}
_VERBAL = frozenset(
    {"has_age", "works_as", "studies", "likes", "goal", "from", "speaks", "due", "birthday", "led_by", "has_degree"}
)
"""Predicates that a noun names but a verb words better."""
_ATTRIBUTES = {
    **{name: noun for noun, name in reversed(lx.ATTRIBUTES.items()) if name not in _VERBAL},
    "has_name": "名字",
    "nickname": "昵称",
    "email": "邮箱",
    "phone": "电话",
    "address": "地址",
    "has_blood_type": "血型",
    "nationality": "国籍",
    "budget": "预算",
    "status": "状态",
    "costs": "价格",
    "version": "版本",
    "priority": "优先级",
    "led_by": "负责人",
    "solved_by": "解决办法",
    "concluded": "结论",
}
_PARTICLE_LESS = ("的", "是", "与", "对", "有")


def chinese_wording(claim: Claim, scene: Scene) -> str:
    """The claim as one Chinese sentence without a full stop; a dated event or plan names its day."""
    subject, target = _named(claim.subject, scene), _target(claim, scene)
    date = (
        chinese_date(claim.occurs, scene.turn.time_zone)
        if claim.occurs and claim.predicate not in ("due", "scheduled_for")
        else ""
    )
    if claim.phrase and claim.phrase.endswith("是"):
        return f"{subject}{claim.phrase}{target}"
    if claim.predicate in _ATTRIBUTES:
        return (
            f"{subject}的{_ATTRIBUTES[claim.predicate]}{'不' if claim.polarity is Polarity.NEGATIVE else ''}是{target}"
        )
    if claim.predicate in ("did", "plans"):
        return f"{subject}{'打算' if claim.predicate == 'plans' else ''}{date}{target}"
    pattern = f"{claim.phrase}{{o}}" if claim.phrase else _PATTERNS.get(claim.predicate) or _catalogued(claim, scene)
    return f"{subject}{_body(pattern, claim, scene, date).replace('{o}', target)}"


def chinese_habit(subject: str, predicate: str, spoken: str, when: str, catalogue: Catalogue) -> str:
    """What somebody does again and again: 小李大多数早上买燕麦拿铁; `when` stands before the verb."""
    if predicate == "did":
        return f"{subject}{when}{spoken}"
    pattern = _PATTERNS.get(predicate) or _pattern(predicate, catalogue)
    return f"{subject}{when}{pattern.replace('{o}', spoken)}"


def _body(pattern: str, claim: Claim, scene: Scene, date: str) -> str:
    if claim.predicate in ("todo", "has_constraint") or pattern.startswith("的"):
        return f"{date}{pattern}"
    event = scene.catalogue.get(claim.predicate).temporal is Temporal.EVENT
    negative = claim.polarity is Polarity.NEGATIVE
    if claim.modality is Modality.PLANNED:
        return f"{'不打算' if negative else '打算'}{date}{pattern}"
    if claim.ended:
        return f"不再{pattern}"
    if negative:
        return f"{date}{'没有' if event or pattern.startswith('养') else '不'}{pattern}"
    if claim.past and not event:
        return f"曾经{pattern}"
    done = (
        event
        and "{o}" in pattern
        and not pattern.startswith(_PARTICLE_LESS)
        and claim.predicate not in ("decided", "learned", "graduated_from")
    )
    return f"{date}{pattern.replace('{o}', '了{o}') if done and '了' not in pattern else pattern}"


def _catalogued(claim: Claim, scene: Scene) -> str:
    return _pattern(claim.predicate, scene.catalogue)


def _pattern(predicate: str, catalogue: Catalogue) -> str:
    entry = catalogue.get(predicate)
    known = entry.synonyms.get("zh", ())
    return entry.wordings.get("zh") or f"{known[0].rstrip('了') if known else predicate}{{o}}"


def _named(entity: EntityRef, scene: Scene) -> str:
    names = {USER: "用户", ASSISTANT: "助手"}
    if entity.reference is not entity.reference.NAMED:
        return names.get(entity.name, entity.name)
    return f"用户{entity.name[1:]}" if entity.name.startswith("我的") and not scene.turn.actor else entity.name


def _target(claim: Claim, scene: Scene) -> str:
    return claim.object if isinstance(claim.object, str) else _named(claim.object, scene)
