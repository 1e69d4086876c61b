"""Chinese words of time: one script and width for all of them, numbers, units, parts of the day, feasts."""

from __future__ import annotations

import re

_FOLDED = str.maketrans(
    "個週禮點鐘後號時間過兩從歲開來內還對現剛晝節陽聖誕國慶勞動兒萬聖為於這當數許長終結止贏０１２３４５６７８９：／－～〜—–−．",
    "个周礼点钟后号时间过两从岁开来内还对现刚昼节阳圣诞国庆劳动儿万圣为于这当数许长终结止赢0123456789:/-~~---.",
)

DIGITS = "零〇一二三四五六七八九"
_VALUES = {
    **{char: value for value, char in enumerate("一二三四五六七八九", 1)},
    "零": 0,
    "〇": 0,
    "两": 2,
    "日": 7,
    "天": 7,
}
NUMBER = r"(?:\d+(?:\.\d+)?|[零〇一二三四五六七八九十百千两]+|半|几|数)"
UNIT_WORDS = {
    "秒": "second",
    "秒钟": "second",
    "分钟": "minute",
    "分": "minute",
    "小时": "hour",
    "钟头": "hour",
    "刻钟": "quarter hour",
    "天": "day",
    "日": "day",
    "晚": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "季度": "quarter",
    "年": "year",
    "年代": "decade",
    "世纪": "century",
    "周末": "weekend",
    "工作日": "business day",
    "时": "hour",
}
UNIT = (
    r"(?:秒钟?|分钟|小时|钟头|刻钟|天|日(?!本)|周(?![末岁])|(?:星期|礼拜)(?![一二三四五六日天\d])"
    r"|月|季度|年(?![代份])|世纪|工作日)"
)

PARTS_OF_DAY = {
    **dict.fromkeys(("凌晨", "拂晓"), ("DA", 0, 6)),
    **dict.fromkeys(("清晨", "清早", "大清早", "一大早", "早晨", "早上", "早间", "上午", "早"), ("MO", 8, 12)),
    **dict.fromkeys(("中午", "正午", "晌午"), ("MI", 11, 13)),
    **dict.fromkeys(("下午", "午后", "午间"), ("AF", 12, 16)),
    **dict.fromkeys(("傍晚", "黄昏"), ("EV", 16, 20)),
    **dict.fromkeys(("晚上", "晚间", "夜里", "夜间", "夜晚", "今夜", "晚"), ("NI", 18, 24)),
    **dict.fromkeys(("深夜", "半夜", "午夜"), ("NI", 22, 24)),
    **dict.fromkeys(("白天",), ("DT", 8, 18)),
}
PART = "|".join(sorted((part for part in PARTS_OF_DAY if len(part) > 1), key=len, reverse=True))

DAYS = {
    "大前天": -3,
    "前天": -2,
    "前日": -2,
    "昨天": -1,
    "昨日": -1,
    "昨儿": -1,
    "今天": 0,
    "今日": 0,
    "今儿": 0,
    "当天": 0,
    "当日": 0,
    "本日": 0,
    "明天": 1,
    "明日": 1,
    "明儿": 1,
    "次日": 1,
    "第二天": 1,
    "后天": 2,
    "大后天": 3,
    "翌日": 1,
}
SHORT_DAYS = {"今": 0, "昨": -1, "明": 1, "当": 0, "前": -2}
YEARS = {
    "大前年": -3,
    "前年": -2,
    "去年": -1,
    "上年": -1,
    "今年": 0,
    "本年": 0,
    "当年": 0,
    "明年": 1,
    "来年": 1,
    "后年": 2,
    "大后年": 3,
    "上一年": -1,
    "下一年": 1,
    "这一年": 0,
}
SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
REIGNS = {
    "顺治": 1644,
    "康熙": 1662,
    "雍正": 1723,
    "乾隆": 1736,
    "嘉庆": 1796,
    "道光": 1821,
    "咸丰": 1851,
    "同治": 1862,
    "光绪": 1875,
    "宣统": 1909,
    "民国": 1912,
    "昭和": 1926,
    "平成": 1989,
    "令和": 2019,
    "贞观": 627,
    "神龙": 705,
    "开元": 713,
    "洪武": 1368,
    "永乐": 1403,
    "万历": 1573,
    "崇祯": 1628,
}
"""First year of each reign or era."""
FIXED_FEASTS = {
    "元旦": (1, 1),
    "情人节": (2, 14),
    "妇女节": (3, 8),
    "三八节": (3, 8),
    "植树节": (3, 12),
    "愚人节": (4, 1),
    "劳动节": (5, 1),
    "五一": (5, 1),
    "青年节": (5, 4),
    "儿童节": (6, 1),
    "六一": (6, 1),
    "建党节": (7, 1),
    "建军节": (8, 1),
    "教师节": (9, 10),
    "国庆节": (10, 1),
    "国庆": (10, 1),
    "十一": (10, 1),
    "万圣节": (10, 31),
    "光棍节": (11, 11),
    "双十一": (11, 11),
    "双十二": (12, 12),
    "平安夜": (12, 24),
    "圣诞节": (12, 25),
    "圣诞": (12, 25),
    "跨年夜": (12, 31),
    "元旦节": (1, 1),
    "五一节": (5, 1),
    "五一劳动节": (5, 1),
    "六一儿童节": (6, 1),
    "十一国庆节": (10, 1),
}
LIBRARY_FEASTS = {
    "春节": "春节",
    "大年初一": "春节",
    "元宵节": "元宵节",
    "元宵": "元宵节",
    "清明节": "清明节",
    "清明": "清明节",
    "端午节": "端午节",
    "端午": "端午节",
    "七夕节": "七夕节",
    "七夕": "七夕节",
    "中秋节": "中秋节",
    "中秋": "中秋节",
    "重阳节": "重阳节",
    "重阳": "重阳节",
    "母亲节": "母亲节",
    "父亲节": "父亲节",
    "感恩节": "感恩节",
    "冬至": "冬至",
    "夏至": "夏至",
    "立春": "立春",
    "立夏": "立夏",
    "立秋": "立秋",
    "立冬": "立冬",
    "除夕": "春节",
    "大年三十": "春节",
}
"""Feasts of the moon, the sun and the n-th Sunday, by the names of jionlp-time; New Year's Eve is the day before."""
EVES = ("除夕", "大年三十")


def fold(text: str) -> str:
    """The text in simplified characters and half width, as far as words of time go; its length is kept."""
    return text.translate(_FOLDED)


def number(text: str) -> float:
    """The value of digits or numerals: `12`, `十二`, `二零二三`, `半` is a half, `几` three."""
    if text in ("几", "数"):
        return 3
    if text == "半":
        return 0.5
    if re.fullmatch(r"\d+(?:\.\d+)?", text):
        return float(text)
    if not re.search(r"[十百千]", text):
        return float("".join(str(_VALUES.get(char, 0)) for char in text) or 0)
    total, current = 0, 0
    for char in text:
        if char in "十百千":
            total += (current or 1) * {"十": 10, "百": 100, "千": 1000}[char]
            current = 0
        else:
            current = _VALUES.get(char, 0)
    return total + current


def counts_years(text: str) -> bool:
    """Whether a number before 年 counts years: 两年, 10年; not 2018年, 零八年 or 二零一八年."""
    if text.isdecimal():
        return len(text) < 4 and not text.startswith("0")
    return len(text) == 1 or bool(re.search(r"[十百千]", text))


def weekday(char: str) -> int:
    """The weekday of `一` to `日`, `天` or a digit, 0 for Monday."""
    return (int(char) if char.isdecimal() else _VALUES[char]) - 1
