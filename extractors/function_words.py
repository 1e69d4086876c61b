"""The commonest words of languages in Latin script, by which short texts are told from English ones and apart."""

from __future__ import annotations

from extractors.words import words

FUNCTION_WORDS: dict[str, frozenset[str]] = {
    "es": words("""
        el la los las un una unos unas de del al y o pero que no sí si en con por para sin sobre es son está están
        soy estoy era fue hay mi mis tu tus su sus me te se le lo nos yo tú él ella nosotros ellos usted ustedes
        muy más también ya ahora hoy mañana ayer qué quién cómo cuándo dónde este esta esto ese esa eso como cuando
        porque gracias hola tengo tiene quiero quieres puedo gusta gustan vivo trabajo trabaja a
    """),
    "pt": words("""
        o os a as um uma uns umas de do da dos das e ou mas que não sim se em no na nos nas com por para sem sobre
        é são está estão sou estou era foi há meu minha meus minhas seu sua seus suas me te lhe eu você vocês ele
        ela nós eles elas muito mais também já agora hoje amanhã ontem quem como quando onde este esta isto esse
        isso porque obrigado obrigada olá tenho tem quero posso gosto moro trabalho trabalha vamos ao à
    """),
    "fr": words("""
        le la les un une des du de d et ou mais que qui ne pas non oui si en dans avec par pour sans sur est sont
        suis es était a ai as ont mon ma mes ton ta tes son sa ses notre votre leur me te se je j tu il elle on nous
        vous ils elles très plus aussi déjà maintenant aujourd demain hier quoi comment quand où ce cet cette ces
        parce merci bonjour salut veux peux aime habite travaille au aux chez y à
    """),
    "de": words("""
        der die das den dem des ein eine einen einem einer und oder aber dass nicht kein keine keinen ja nein in im
        mit für ohne auf an am um von vom zu zum zur bei nach aus ist sind bin bist war waren hat habe hast haben
        mein meine meinen dein deine sein seine unser unsere ich du er sie es wir ihr mich mir dich dir ihn ihm uns
        sehr mehr auch schon jetzt heute morgen gestern was wer wie wann wo dieser diese dieses weil danke hallo
        will kann mag wohne arbeite arbeitet so man
    """),
    "it": words("""
        il lo la i gli le un uno una di del della dei delle al alla e o ma che non sì no se in nel nella con per
        senza su è sono sei era mio mia miei mie tuo tua suo sua mi ti si ci vi io tu lui lei noi voi loro molto più
        anche già ora adesso oggi domani ieri chi come quando dove questo questa quello quella perché grazie ciao ho
        hai abbiamo voglio posso piace vivo lavoro lavora a ad
    """),
    "nl": words("""
        de het een en of maar dat niet geen ja nee in met voor zonder op aan om van naar bij uit is zijn ben bent was
        waren heeft heb hebben mijn jouw je jij ik hij zij ze wij we jullie mij me jou hem haar ons onze zeer meer ook
        al nu vandaag morgen gisteren wat wie hoe wanneer waar deze dit die omdat dank hallo wil kan woon werk werkt er
    """),
    "tr": words("""
        bir ve veya ama değil evet hayır için ile ben sen o biz siz onlar bu şu benim senin onun bizim bana sana var
        yok çok daha da de ki mi mı mu mü ne kim nasıl nerede bugün yarın dün şimdi teşekkürler merhaba gibi kadar
    """),
    "pl": words("""
        i a w we z ze na do od o po za nie tak się jest są jestem był była mój moja moje twój ja ty on ona my wy oni mi
        ci mnie ciebie co kto jak kiedy gdzie ten ta że ale czy bardzo też już dzisiaj dziś jutro wczoraj dziękuję
        cześć mam ma
    """),
}
"""Words by language; what languages share stands in each."""
