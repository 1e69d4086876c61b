"""Closed lists of English nouns and adjectives: relations, trades, places, things, attributes."""

from __future__ import annotations

from extractors.words import words

RELATIONS: dict[str, str] = {
    **dict.fromkeys(("mother", "father", "mom", "mum", "dad", "mama", "papa", "mommy", "daddy", "parent"), "child_of"),
    **dict.fromkeys(("son", "daughter", "child", "kid", "baby", "stepson", "stepdaughter", "toddler"), "parent_of"),
    **dict.fromkeys(("sister", "brother", "sibling", "twin", "sis", "bro", "stepsister", "stepbrother"), "sibling_of"),
    **dict.fromkeys(("wife", "husband", "spouse", "hubby"), "married_to"),
    **dict.fromkeys(("fiancé", "fiancée", "fiance", "fiancee"), "engaged_to"),
    **dict.fromkeys(("boyfriend", "girlfriend", "partner"), "partner_of"),
    **dict.fromkeys(("friend", "buddy", "pal", "bestie", "mate"), "friend_of"),
    **dict.fromkeys(("colleague", "coworker", "co-worker", "teammate", "workmate"), "colleague_of"),
    **dict.fromkeys(("boss", "manager", "supervisor"), "has_manager"),
    **dict.fromkeys(("roommate", "flatmate", "housemate"), "roommate_of"),
    **dict.fromkeys(("neighbor", "neighbour"), "neighbour_of"),
    **dict.fromkeys(
        ("aunt", "uncle", "cousin", "niece", "nephew", "grandmother", "grandfather", "grandma", "grandpa", "granny"),
        "relative_of",
    ),
    **dict.fromkeys(
        ("grandson", "granddaughter", "grandparent", "grandchild", "godmother", "godfather"), "relative_of"
    ),
}
"""Noun for a person by relation to an owner → predicate that holds from the owner to that person."""

PETS = words(
    """
    dog cat puppy kitten kitty pup rabbit bunny hamster parrot turtle tortoise goldfish horse pony snake bird
    lizard gecko ferret
    """
)

FEMALE = words(
    """
    mother mom mum mama mommy daughter sister sis wife girlfriend fiancée fiancee aunt niece grandmother grandma
    granny granddaughter stepsister stepdaughter godmother woman girl lady
    """
)
MALE = words(
    """
    father dad papa daddy son brother bro husband hubby boyfriend fiancé fiance uncle nephew grandfather grandpa
    grandson stepbrother stepson godfather man boy guy
    """
)

UNDOING = frozenset(["ex", "former", "late", "previous", "old", "future", "ex-"])
"""Modifiers under which a relation does not hold now."""

TRADES = words(
    """
    accountant actor actress analyst architect artist attorney author baker banker barber barista bartender
    biologist boss builder butcher carpenter cashier ceo chef chemist cleaner clerk coach cook consultant
    contractor counselor counsellor cto dancer data-scientist dentist designer developer director doctor driver
    economist editor electrician engineer entrepreneur farmer firefighter fisherman florist founder freelancer
    gardener geologist hairdresser historian illustrator instructor intern janitor journalist judge lawyer
    lecturer librarian lifeguard manager marketer mathematician mechanic midwife musician nanny novelist nurse
    nutritionist officer paramedic pharmacist photographer physicist physiotherapist pilot plumber podcaster poet
    policeman politician pediatrician producer professor programmer psychiatrist psychologist realtor receptionist
    recruiter reporter researcher sailor salesman scientist sculptor secretary singer soldier specialist
    statistician streamer student supervisor surgeon teacher technician therapist trainer translator tutor vet
    veterinarian videographer waiter waitress welder writer zoologist miner mason roofer tailor jeweller jeweler
    watchmaker translator interpreter beekeeper shepherd fisher logger postman mailman firewoman policewoman detective
    diplomat ambassador senator mayor minister priest pastor rabbi imam monk nun dean principal headmaster headteacher
    caretaker concierge bouncer bodyguard courier cyclist-courier trucker stewardess steward conductor drummer guitarist
    violinist cellist pianist composer comedian magician model stylist optician optometrist radiologist cardiologist
    oncologist neurologist dermatologist gynecologist urologist anesthesiologist dentist orthodontist chiropractor
    osteopath masseur dietitian dietician pathologist botanist ecologist meteorologist astronomer archaeologist
    anthropologist sociologist linguist philosopher philologist actuary auditor bookkeeper broker trader underwriter
    banker controller treasurer bursar purchaser buyer merchandiser salesperson saleswoman shopkeeper grocer
    greengrocer fishmonger winemaker brewer sommelier confectioner blacksmith locksmith potter glazier tiler
    plasterer bricklayer joiner machinist toolmaker surveyor planner draughtsman cartographer geographer copywriter
    columnist blogger vlogger proofreader publisher curator archivist animator cinematographer screenwriter dramatist
    paralegal notary magistrate prosecutor solicitor barrister sergeant lieutenant captain colonel sysadmin tester
    administrator ranger zookeeper jockey referee umpire goalkeeper footballer golfer swimmer
    """
)

PERSON_NOUNS = words(
    """
    mother father mom dad parent vegetarian vegan pescatarian introvert extrovert beginner veteran immigrant
    refugee orphan feminist christian muslim buddhist atheist hindu citizen resident native widow widower twin
    gamer runner cyclist vegan swimmer climber collector volunteer activist foodie
    """
)

DIETS = frozenset(
    ["vegetarian", "vegan", "pescatarian", "keto", "halal", "kosher", "gluten-free", "dairy-free", "plant-based"]
)
MARITAL = frozenset(["single", "married", "divorced", "engaged", "widowed", "separated"])
CONDITIONS = words(
    """
    diabetic asthmatic colorblind colour-blind color-blind dyslexic autistic pregnant deaf blind epileptic anemic
    celiac coeliac lactose-intolerant left-handed nearsighted
    """
)
CONDITION_NOUNS = words(
    """
    allergy asthma diabetes adhd autism migraine arthritis cancer depression anxiety insomnia eczema epilepsy flu
    covid cold fever anemia hypertension scoliosis dyslexia
    """
)
POSSESSIONS = words(
    """
    car bike bicycle motorcycle motorbike house apartment flat condo cabin boat laptop computer phone camera
    guitar piano violin drone van truck farm garden restaurant shop store business company bakery studio cottage
    tesla
    """
)
APPOINTMENTS = words(
    """
    meeting appointment interview exam flight call date presentation checkup check-up deadline class surgery
    reservation dinner lunch party wedding concert recital game match gig test audition tournament competition
    session trip demo review launch rehearsal workshop kickoff standup retrospective webinar training ceremony lecture
    seminar
    """
)
HAPPENINGS = words(
    """
    concert conference meeting group class course workshop parade festival wedding party show game match museum
    event funeral ceremony exhibition fair meetup lecture seminar talk play opera reunion interview race retreat
    session gig graduation camp hackathon protest march rally tournament competition appointment
    """
)
THINGS = words(
    """
    project meeting deadline budget launch release order server ticket report sprint team company office product
    app website conference event flight train package delivery invoice subscription contract database api service
    deployment appointment interview party wedding exam course class rent lease bug issue task milestone demo
    presentation price fee password store restaurant hotel school library museum concert review workshop rehearsal
    lab studio workshop printer machine archive kitchen interview demo kickoff retro standup sprint ceremony
    tour lecture seminar webinar training ticket item model
    """
)
"""Definite nouns ("the project") that may be the subject of a listed predicate."""

ORGANISATIONS = words(
    """
    team company startup firm department school university business club band agency shop restaurant store
    """
)

ATTRIBUTES: dict[str, str] = {
    "name": "has_name",
    "full name": "has_name",
    "nickname": "nickname",
    "email": "email",
    "e-mail": "email",
    "mail": "email",
    "email address": "email",
    "phone": "phone",
    "number": "phone",
    "phone number": "phone",
    "cell number": "phone",
    "birthday": "birthday",
    "date of birth": "birthday",
    "age": "has_age",
    "address": "address",
    "home address": "address",
    "hometown": "from",
    "home town": "from",
    "job": "works_as",
    "occupation": "works_as",
    "profession": "works_as",
    "job title": "works_as",
    "title": "works_as",
    "role": "works_as",
    "employer": "works_at",
    "major": "studies",
    "goal": "goal",
    "dream": "goal",
    "aim": "goal",
    "ambition": "goal",
    "budget": "budget",
    "deadline": "due",
    "due date": "due",
    "status": "status",
    "price": "costs",
    "cost": "costs",
    "fee": "costs",
    "total": "amount",
    "amount": "amount",
    "balance": "balance",
    "quantity": "quantity",
    "height": "height",
    "weight": "weight",
    "rent": "rent",
    "salary": "salary",
    "version": "version",
    "priority": "priority",
    "assignee": "assignee",
    "blood type": "has_blood_type",
    "nationality": "nationality",
    "native language": "speaks",
    "mother tongue": "speaks",
    "first language": "speaks",
    "username": "username",
    "user name": "username",
    "time zone": "time_zone",
    "timezone": "time_zone",
    "hobby": "likes",
    "passion": "loves",
    "owner": "owner",
    "lead": "led_by",
    "leader": "led_by",
    "team lead": "led_by",
    "doctor": "doctor",
    "dentist": "dentist",
    "therapist": "therapist",
    "teacher": "teacher",
    "coach": "coach",
    "shoe size": "shoe_size",
    "zodiac sign": "zodiac_sign",
    "gender": "gender",
    "pronouns": "pronouns",
    "religion": "religion",
    "emergency contact": "emergency_contact",
    "website": "website",
    "homepage": "website",
    "blog": "website",
    "license plate": "license_plate",
    "licence plate": "license_plate",
    "repository": "repository",
    "port": "port",
    "duration": "duration",
    "capacity": "capacity",
    "currency": "currency",
    "region": "region",
    "branch": "branch",
}
"""Noun in "my X is Y" or "Bob's X is Y" → predicate of its owner."""
