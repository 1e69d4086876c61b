"""English verb forms."""

from __future__ import annotations

_PAST = dict(
    pair.split(":")
    for pair in [
        "be:was",
        "have:had",
        "do:did",
        "go:went",
        "buy:bought",
        "sell:sold",
        "leave:left",
        "win:won",
        "meet:met",
        "read:read",
        "write:wrote",
        "run:ran",
        "take:took",
        "make:made",
        "get:got",
        "give:gave",
        "come:came",
        "become:became",
        "begin:began",
        "break:broke",
        "bring:brought",
        "build:built",
        "catch:caught",
        "choose:chose",
        "cut:cut",
        "draw:drew",
        "drink:drank",
        "drive:drove",
        "eat:ate",
        "fall:fell",
        "feel:felt",
        "fight:fought",
        "find:found",
        "fly:flew",
        "grow:grew",
        "hear:heard",
        "hit:hit",
        "hold:held",
        "hurt:hurt",
        "keep:kept",
        "know:knew",
        "lead:led",
        "lend:lent",
        "lose:lost",
        "pay:paid",
        "put:put",
        "quit:quit",
        "ride:rode",
        "see:saw",
        "send:sent",
        "set:set",
        "shoot:shot",
        "sing:sang",
        "sleep:slept",
        "speak:spoke",
        "spend:spent",
        "swim:swam",
        "teach:taught",
        "tell:told",
        "think:thought",
        "throw:threw",
        "wear:wore",
        "bake:baked",
        "host:hosted",
        "stop:stopped",
        "plan:planned",
        "adopt:adopted",
        "visit:visited",
        "enter:entered",
        "open:opened",
        "offer:offered",
        "refer:referred",
        "volunteer:volunteered",
        "order:ordered",
        "deliver:delivered",
        "discover:discovered",
        "edit:edited",
        "audit:audited",
        "sign:signed",
        "steal:stole",
        "wake:woke",
        "wind:wound",
        "understand:understood",
        "stick:stuck",
        "forget:forgot",
        "forgive:forgave",
        "hide:hid",
        "bite:bit",
        "blow:blew",
        "feed:fed",
        "lay:laid",
        "light:lit",
        "shake:shook",
    ]
)
"""Past tenses that the rules below do not form."""
_VOWELS = "aeiou"
_PLURALS = frozenset(
    {"parents", "kids", "children", "grandparents", "friends", "sons", "daughters", "siblings", "colleagues"}
)


def is_plural(name: str) -> bool:
    """Whether a subject takes the plural ("Ana's parents")."""
    last = name.split()[-1]
    return last in _PLURALS


def present(verb: str, *, plural: bool) -> str:
    """Third person of the simple present."""
    if plural:
        return "are" if verb == "be" else verb
    if verb in ("be", "have", "do", "go"):
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + "s"


def past(verb: str, *, plural: bool, negative: bool) -> str:
    """Third person of the simple past, affirmed or denied."""
    if verb == "be":
        return ("were" if plural else "was") + (" not" if negative else "")
    if negative:
        return f"did not {verb}"
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ied"
    short = len(verb) <= 4 and verb[-1] not in "aeiouwxyhk" and verb[-2:-1] in _VOWELS and verb[-3:-2] not in _VOWELS
    return verb + verb[-1] + "ed" if short and len(verb) > 2 else verb + "ed"
