"""Closed lists of English verbs and function words: what states, hedges, wants, begins, and carries no fact."""

from __future__ import annotations

from extractors.words import words

HEDGES = words(
    "think guess believe hope suppose wonder say tell hear imagine reckon assume bet swear doubt wish know ask admit"
)
"""Matrix verbs that may follow what they report or put in doubt: "he lives in Oslo, I think"."""

REPORTING = words(
    """
    say tell mention announce confirm report explain add note know realize realise learn hear see notice remember
    inform discover remind write text share mean
    """
)
"""Matrix verbs whose complement clause is taken as stated."""

INTENDING = frozenset(["plan", "intend", "go", "aim", "prepare", "promise", "agree", "arrange"])
WANTING = frozenset(["want", "wish", "hope"])
OBLIGING = frozenset(["need", "have", "get"])
LIKING = frozenset(["like", "love", "enjoy", "hate", "dislike", "prefer", "adore"])
BEGINNING = frozenset(["start", "begin"])
CONTINUING = frozenset(["keep", "continue", "manage"])
STOPPING = frozenset(["stop", "quit", "cease"])

BARE_INFINITIVE = frozenset(["help", "let", "make", "dare", "go", "come", "see", "hear", "watch", "have", "do"])
"""Verbs that take an infinitive without "to"."""

UNCERTAIN_ADVERBS = frozenset(
    [
        "maybe",
        "perhaps",
        "probably",
        "possibly",
        "hopefully",
        "apparently",
        "supposedly",
        "allegedly",
        "almost",
        "nearly",
    ]
)
UNCERTAIN_MODALS = frozenset(["must", "would", "could", "might", "may", "should", "shall", "'d", "ought"])
CONDITIONAL_MARKS = frozenset(["provided", "assuming", "supposing", "if", "unless", "whether", "lest", "once", "till"])
STATING_MARKS = words(
    """
    because since as while after although though cause 'cause that so when where
    """
)

EMPTY_VERBS = words(
    """
    be have do get make take give let go come see say tell know think feel seem look sound mean want need keep put
    try help thank guess hope wish believe suppose bet appreciate understand agree hear talk speak care happen
    show bring wonder remember forget imagine realize realise matter deserve suggest recommend deal turn find call
    ask share sing end love like enjoy start begin stop continue remind set hold hang check congratulate swear
    focus stay inspire inspires
    """
)
"""Verbs that make no fact by themselves; listed phrases with them still do."""

MENTAL = words(
    """
    be feel think know want need love like hate enjoy hear realise realize seem look sound mean hope wish believe guess
    remember forget wonder imagine say tell mention ask speak talk chat thank appreciate understand agree suppose bet
    happen start begin stop continue keep try help let make deserve matter care
    """
)
"""Verbs that tell no deed, dated or not."""

OF_A_PLACE = words(
    """
    volunteer compete apply perform donate subscribe enroll intern train register practise practice exhibit present
    argue struggle participate speak sign climb swim surf hike camp stay
    """
)
"""Verbs outside the catalogue that make a fact with a preposition alone ("volunteer at", "apply to")."""

EMPTY_OBJECTS = words(
    """
    it that this these those them everything something anything nothing someone everyone anyone lot lots bit thing
    things one ones stuff time way part kind sort deal moment chance difference sense fun day point look what
    which who while ton step word support mind love life luck feeling reason bunch couple all each other another
    yourself himself herself themselves myself ourselves itself place job work best favor sure world memory heart
    importance power need
    """
)

VAGUE_DEEDS = words(
    """
    have be see get know hear think feel do make help let say tell keep give share chat talk show thank add look
    try believe wait stay come find join continue start stop ask hang catch enjoy check bring support encourage inspire
    motivate remember mention
    """
)
"""Deeds too vague to be wanted, liked or owed by themselves; with a full object they still are."""

ABSTRACT = words(
    """
    week weekend day month year blast conversation chat talk laugh cry break look thought feeling word message
    detail challenge people path grit unknown hurdle journey idea question problem issue value experience
    opportunity passion goal joy smile positivity vibe energy progress effort change success strength courage
    creativity inspiration motivation struggle hope stress truth line limit kindness connection conversation
    nature stuff advice tip input page side mood spirit view hand eye head hour minute lesson skill potential
    obstacle difficulty future past focus mindset vision freedom bond balance peace happiness beauty comfort
    relief sight impact attention action risk turn step use care interest door
    """
)
"""Objects that make no fact of an unlisted verb."""

OF_THINGS = words(
    """
    located_in costs due scheduled_for eta uses includes part_of amount assignee status version led_by named
    deployed_to runs_on depends_on required_by compatible_with approved_by reviewed_by caused_by owner weight
    """
)
"""Predicates that a thing may be the subject of."""

ONLY_OF_THINGS = words("deployed_to runs_on depends_on required_by compatible_with approved_by reviewed_by caused_by")
"""Predicates that nobody is the subject of."""

ACTIVITIES = words(
    """
    volunteer compete mentor teach coach collect run swim cook bake paint sing ride drive wear grow host rent film
    record edit draw dance knit sew hike climb surf ski skate tutor breed photograph garden code program podcast
    blog manage supervise commute exercise meditate smoke vape drink subscribe donate struggle
    """
)
"""Verbs outside the catalogue whose present tense tells what someone does."""

NO_DEEDS = words(
    """
    notice cross hit face carry lift leave reach raise capture fill follow lead break push pull hug pat beat blow
    miss earn cheer skip hurt scare surprise impress touch move motivate pass cover finish welcome cherish embrace
    experience express spend strengthen overcome learn celebrate mention compliment cause affect improve power
    shine check
    """
) - {"celebrate", "earn"}
"""Verbs outside the catalogue whose past tense is mostly a figure of speech."""

HUMAN_VERBS = words(
    """
    live work lead like love hate enjoy move marry speak play study say tell want prefer decide adopt buy visit
    travel graduate join quit manage paint eat drink learn meet teach engage divorce retire
    run head own supervise report sell win cook date
    """
)
"""Verbs whose unknown capitalised subject is taken for a person."""

GENERIC = words(
    """
    beach ocean sea mountain mountains outdoors snow rain sun summer winter autumn fall spring city countryside
    piano violin guitar theater theatre cinema opera gym internet night morning water sky stars moon forest desert
    """
)
"""Nouns that "the" does not make particular: "I love the beach"."""

SAME_IN_PAST = frozenset({"read", "put", "set", "cut", "hit", "quit", "cost", "let", "beat", "hurt", "shut"})
"""Verbs whose past looks like their present."""

WITH_CAN = frozenset({"speaks", "plays", "eats"})
"""Predicates that "can" still states."""

DOINGS = words(
    """
    book send create schedule order cancel update delete add reserve file deploy fix install write save upload
    rename remove submit purchase pay transfer draft email post commit merge configure enable disable restart move
    rebook refund
    """
)
"""Past actions of an assistant that are worth keeping."""

INCHOATIVE = frozenset(
    (
        "get a job at", "land a job at", "be hired by", "become", "be promoted to", "get promoted to", "switch to",
        "grow up in", "be raised in", "migrate to", "move in with", "become friends with", "get engaged to",
        "start a job at", "start at", "take over", "be diagnosed with", "turn",
        "be reassigned to", "be handed over to", "be handed to", "be transferred to",
        "start working at", "take a job at", "accept a job at", "sign on with", "be born on", "be assigned to",
        "be moved to",
        "be rescheduled to", "be postponed to", "get divorced from",
    )
)  # fmt: skip
"""Phrases whose past tense begins a state rather than ends it."""
