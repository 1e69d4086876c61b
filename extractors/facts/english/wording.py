"""English sentences for claims: "Ana lives in Rome", "Bob no longer works at Stripe"."""

from __future__ import annotations

from extractors.facts.claim import Claim
from extractors.facts.dates import english_date
from extractors.facts.english.conjugation import is_plural, past, present
from extractors.facts.scene import Scene
from graph_schema.model import Modality, Polarity
from graph_schema.predicates import Catalogue

_PHRASES = {
    "from": "be from {o}",
    "nationality": "be {o}",
    "has_pet": "have {o} as a pet",
    "parent_of": "be a parent of {o}",
    "child_of": "be a child of {o}",
    "sibling_of": "be a sibling of {o}",
    "relative_of": "be a relative of {o}",
    "friend_of": "be a friend of {o}",
    "colleague_of": "be a colleague of {o}",
    "neighbour_of": "be a neighbour of {o}",
    "roommate_of": "live with {o}",
    "has_manager": "have {o} as manager",
    "partner_of": "be a partner of {o}",
    "engaged_to": "be engaged to {o}",
    "marital_status": "be {o}",
    "is_a": "be {a}",
    "named": "be named {o}",
    "nickname": "be called {o}",
    "has_age": "be {o} years old",
    "has_condition": "have {o}",
    "has_diet": "be {o}",
    "works_as": "work as {a}",
    "likes": "like {o}",
    "enjoyed": "enjoy {o}",
    "eats": "eat {o}",
    "goal": "have the goal to {o}",
    "todo": "have to {o}",
    "has_constraint": "have the rule: {o}",
    "has_appointment": "have {a}",
    "scheduled_for": "be scheduled for {o}",
    "due": "be due {o}",
    "plans": "plan {o}",
    "needs": "need {o}",
    "eta": "be expected {o}",
    "costs": "cost {o}",
    "budget": "have a budget of {o}",
    "decided": "decide on {o}",
    "moved_to": "move to {o}",
    "visited": "visit {o}",
    "practises": "practise {o}",
    "graduated_from": "graduate from {o}",
    "left": "leave {o}",
    "born_in": "be born in {o}",
    "led_by": "be led by {o}",
    "status": "have the status {o}",
}
_ATTRIBUTES = {"has_name": "name", "phone": "phone number", "has_blood_type": "blood type", "owner": "owner"}
_VOWELS = "aeiou"


def english_wording(claim: Claim, scene: Scene) -> str:
    """The claim as one English sentence without a full stop; a dated event or plan names its day."""
    text = _attribute(claim) if _is_attribute(claim) else _sentence(claim, scene)
    date = english_date(claim.occurs, scene.turn.time_zone) if claim.occurs else ""
    if claim.predicate in ("due", "scheduled_for", "eta"):
        return f"{text} ({date.removeprefix('on ')})" if date else text
    return f"{text} {date}" if date else text


def english_habit(subject: str, predicate: str, spoken: str, catalogue: Catalogue) -> str:
    """What somebody does again and again, without when: "Ana buys an oat latte".

    Args:
        subject: who does it.
        predicate: what was done.
        spoken: its object, with its article.
        catalogue: for predicates without a phrase of their own here.
    """
    if predicate == "did":
        return f"{subject} {spoken}"
    pattern = _PHRASES.get(predicate) or _pattern(predicate, catalogue)
    verb, _, rest = pattern.replace("{o}", spoken).replace("{a}", _with_article(spoken)).partition(" ")
    return f"{subject} {present(verb, plural=is_plural(subject))} {rest}".strip()


def _is_attribute(claim: Claim) -> bool:
    return claim.attribute or claim.predicate in _ATTRIBUTES or claim.predicate.startswith("favourite_")


def _attribute(claim: Claim) -> str:
    name = _ATTRIBUTES.get(claim.predicate, claim.predicate.replace("_", " "))
    verb = "was" if claim.past else "is"
    negation = " not" if claim.polarity is Polarity.NEGATIVE else ""
    return f"{claim.subject.name}'s {name} {verb}{negation} {claim.object_name}"


def _sentence(claim: Claim, scene: Scene) -> str:
    if claim.predicate == "did":
        return f"{claim.subject.name} {claim.object_name}"
    pattern = claim.phrase or _PHRASES.get(claim.predicate) or _catalogued(claim, scene)
    filled = pattern.replace("{o}", claim.spoken or claim.object_name).replace("{a}", _with_article(claim.object_name))
    filled = filled.replace("years old years old", "years old")
    verb, _, rest = filled.partition(" ")
    return f"{claim.subject.name} {_conjugated(verb, claim)} {rest}".strip()


def _catalogued(claim: Claim, scene: Scene) -> str:
    return _pattern(claim.predicate, scene.catalogue)


def _pattern(predicate: str, catalogue: Catalogue) -> str:
    entry = catalogue.get(predicate)
    known = entry.synonyms.get("en", ())
    return entry.wordings.get("en") or f"{known[0] if known else predicate.replace('_', ' ')} {{o}}"


def _with_article(name: str) -> str:
    if not name[:1].islower() or name.split()[0] in ("a", "an", "the", "two", "three", "some"):
        return name
    return f"{'an' if name[0] in _VOWELS else 'a'} {name}"


def _conjugated(verb: str, claim: Claim) -> str:
    plural = is_plural(claim.subject.name)
    negative = claim.polarity is Polarity.NEGATIVE
    if claim.modality is Modality.PLANNED and claim.predicate not in ("todo", "plans"):
        return (
            ("do not plan to " if plural else "does not plan to ") + verb
            if negative
            else f"plan{'' if plural else 's'} to {verb}"
        )
    if claim.ended:
        return f"no longer {present(verb, plural=plural)}"
    if claim.past:
        return past(verb, plural=plural, negative=negative)
    if negative:
        if verb == "be":
            return "are not" if plural else "is not"
        return f"{'do' if plural else 'does'} not {verb}"
    return present(verb, plural=plural)
