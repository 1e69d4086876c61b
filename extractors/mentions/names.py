"""How a surface becomes a canonical name, and the word lists that mention rules share."""

from __future__ import annotations

import re

from extractors.words import words

_LEADING = re.compile(r"^(?:the|a|an|my|your|his|her|its|our|their|this|that|these|those|some)(?:\s+|$)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(?:['’]s|['’])$")
_EDGES = " \t\r\n\"“”‘’'`.,;:!?()[]{}<>*_~…。，、！？；：（）【】-–—|/\\"
_CLOSING = {")": "(", "]": "["}

KINSHIP = words("""
    mother mom mum mommy mama father dad daddy papa parents sister brother sibling son daughter child kids
    wife husband spouse partner boyfriend girlfriend fiance fiancé fiancee fiancée grandmother grandma granny
    grandfather grandpa grandparents aunt uncle cousin niece nephew stepmother stepmom stepfather stepdad
    stepson stepdaughter stepsister stepbrother mother-in-law father-in-law sister-in-law brother-in-law
    son-in-law daughter-in-law godmother godfather grandson granddaughter boss manager roommate flatmate
    neighbor neighbour landlord therapist doctor dentist mentor
""")
PETS = words("""
    dog puppy cat kitten hamster rabbit bunny parrot horse pony turtle tortoise goldfish lizard pet
""")
TITLES = words("""
    mr mrs ms miss mx dr prof professor sir madam lady lord judge captain president senator
""")
ORGANIZATION_ENDS = words("""
    inc incorporated ltd limited llc llp plc corp corporation co company gmbh ag bv nv oy ab sa spa srl group
    holdings university college institute school academy bank hospital clinic foundation association society
    council committee agency ministry department labs laboratories technologies systems software studios
    airlines airways union club federation
""")
LOCATION_ENDS = words("""
    street st avenue ave road rd boulevard lane square park beach lake river mountain mountains valley island
    islands bay airport station bridge canyon falls forest desert county city village museum
""")
EVENT_ENDS = words("""
    festival conference summit marathon cup olympics tournament championship parade expo concert con hackathon
    convention
""")
NO_NAMES = words("""
    i i'm ok okay hey hi hello wow yay haha lol lmao omg thanks thank thx congrats congratulations yeah yes no
    nope yep oh ah hmm sure great awesome nice cool sorry please bye dear god jesus gosh damn btw fyi asap tbh
    imo idk mom's dad's lgbtq covid monday tuesday wednesday thursday friday saturday sunday january february
    march april may june july august september october november december today tomorrow yesterday tonight am
    pm
""")


def canonical(surface: str) -> str:
    """The name without determiner, possessive, quotes and surrounding punctuation, its spaces single."""
    start, end = trimmed(surface)
    return " ".join(surface[start:end].split())


def trimmed(surface: str, determiners: bool = True) -> tuple[int, int]:
    """Where the name itself starts and ends within the surface; equal when nothing is left.

    Args:
        surface: as it stands in the text.
        determiners: whether English articles and possessives at its ends are no part of it.
    """
    start, end = 0, len(surface)
    while True:
        before = (start, end)
        while start < end and surface[start] in _EDGES:
            start += 1
        while (
            start < end
            and surface[end - 1] in _EDGES
            and not _closes(surface[start:end])
            and not _abbreviates(surface[start:end])
        ):
            end -= 1
        leading = _LEADING.match(surface, start, end) if determiners else None
        if leading:
            start = leading.end()
        possessive = _POSSESSIVE.search(surface[start:end]) if determiners else None
        if possessive:
            end = start + possessive.start()
        if (start, end) == before:
            return start, end


def _closes(text: str) -> bool:
    """Whether the last character is a bracket that was opened inside the text."""
    return text[-1] in _CLOSING and _CLOSING[text[-1]] in text


def _abbreviates(text: str) -> bool:
    """Whether the last character is the dot of an abbreviation, as in `Acme Inc.` it is."""
    return text.endswith(".") and (
        text.count(".") > 1 or text[:-1].split()[-1].lower() in ("inc", "ltd", "corp", "co", "jr", "sr")
    )
