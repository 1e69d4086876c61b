"""Which clauses of a Chinese sentence state something: not those that ask, suppose, wish, disown or tell a story."""

from __future__ import annotations

import re

_ASKING_WORDS = (
    r"什么|哪[里儿个些位家种年天一]|谁|怎么|怎样|如何|何时|何处|多少|几[点个岁号月年天]|为什么|为何|是否|"
    r"难道|莫非|岂[不能会]|难不成|该不会"
)
_A_NOT_A = r"(?!动不动|时不时)([\u4e00-\u9fff])[不没]\1"
ASKED = re.compile(
    r"[？?]|吗\s*[。！!~～]*$|[么嘛]\s*[。！!~～]*$|呢\s*[。！!~～]*$|(?:对|是|没错|好|行|可以|不是)吧\s*[。！!~～]*$|真的假的|^什么[，,]|^你(?:觉得|说)呢|会吧[，,]|怎么可能|"
    r"(?:是不是|对不对|好不好|行不行|能不能|会不会|可不可以)\s*[。！!~～]*$"
)
"""A sentence that asks as a whole."""
_ASKS = re.compile(
    rf"{_ASKING_WORDS}|{_A_NOT_A}|吗(?![啡丁])|(?<![都也还])[了过](?!.*[都也还]).*没有?$|不$|"
    r"(?:[是在住去吃喝买用坐选学养叫爱姓跟]|喜欢).+(?<![我你他她们])还是.|呢还是|到底.*呢"
)
_OWN_QUESTION = re.compile(r"^(?:那|那么)?[你您](?!说|觉得|知道|记得|信|猜|确定|看|认为|听说|明白|清楚|相信|敢|能告诉)")
"""A question to the other about himself leaves what was said before it as it was."""
_SUPPOSED = re.compile(
    r"^等(?!级|于|候)|一旦|假使|倘|即便|就算|早知道|想象|设想|梦见|梦到|假装|如果|要是|要不是|若不是|假如|假若|假设|万一|若是|^若|除非|只要|的话|"
    r"即使|哪怕|不管|无论|^我(?:很|真|有点)?怕(?=.{1,8}(?:会|不|了|被|把|从|要|没|是|改))|^(?:我)?(?:不|记不)(?:太)?记得|^没有?人(?:相信|信|知道)|^网上说|^网传|比如|比方|例如|譬如"
)
_TOLD = re.compile(r"^(?:在)?(?:这部|那部|这本)?(?:电影|小说|游戏|故事|梦|剧|书|动画|剧本)(?:里面|里|中)")
_WISHED = re.compile(r"就好了|(?:该|有)多好|多好[啊呀]?$|真希望|恨不得|巴不得")
_UNDONE = re.compile(r"开玩笑的?(?:[啦哈呢吧]|$)|逗你(?:玩)?[的呢]|骗你的|闹着玩的|也说不定|还差不多|与否")
"""What takes back, at its end, all that a sentence said."""
_DISOWNED = re.compile(
    r"才怪|是假的|是错的|不是真的|是谣言|是不对的|(?:说法|传言|传闻|谣言|消息)(?:是|不|没|有误|错)|的(?:说法|传闻|谣言)|^说.+的(?:人|说法)|^(?:并)?不是(?=[我他她]|.{2,3}[住养买去在])"
)


def stated(texts: list[str], after: str) -> list[bool]:
    """Whether each clause of a sentence states something.

    Args:
        texts: the clauses in order.
        after: the character that follows the sentence.
    """
    whole = "，".join(texts) + after
    if _WISHED.search(whole) or _TOLD.match(whole) or _UNDONE.search(whole.rstrip("。！!~ ")):
        return [False] * len(texts)
    found = _unsupposed(texts)
    if ASKED.search(whole):
        last = len(texts) - 1
        own = last > 0 and _OWN_QUESTION.match(texts[last]) is not None and not ASKED.search("，".join(texts[:last]))
        return [own and index < last and keeps for index, keeps in enumerate(found)]
    return found


def _unsupposed(texts: list[str]) -> list[bool]:
    found: list[bool] = []
    for index, text in enumerate(texts):
        if _SUPPOSED.search(text):
            last = index == len(texts) - 1
            if found and (last or text.startswith("除非")):
                found[-1] = False
            return found + [False] * (len(texts) - index)
        found.append(not _ASKS.search(text) and not _DISOWNED.search(text))
    return found
