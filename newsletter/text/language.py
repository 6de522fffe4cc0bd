"""Languages: which one a text is in, and which way one is written (RTL). Pure.

Told by the commonest words, or by the script where it is not the Latin one; languages
of one script, such as Russian and Ukrainian, are not told apart.
"""

# ruff: noqa: RUF001  words of many languages, in their own letters

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH_WORDS = """
    the of and to in is that it for with as was on are by this be from at an or not
    have its has we our your you how what why can new into now without their"""
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_OTHERS_WORDS = """
    der die das und ist nicht mit ein eine den dem zu auf für von im sich wie man aus
    bei wird werden auch oder nach eigenen le la les et des un une du en est que pour
    dans qui sur avec par au aux ce cette el los las y una por con del se su al como
    para il lo gli di che non per sono della dei nel het een van niet met zijn op te
    och att som på av är inte og til det o os as em uma não com do da no na
    się nie że jest dla przez są przy oraz który która które"""
_OTHERS = frozenset(_OTHERS_WORDS.split())
# The commonest words of those that are written in Latin letters.
_WORDS = {
    language: frozenset(words.split())
    for language, words in {
        "da": """og i at det en den til er som på de med han af for ikke der var sig et
            har om vi havde fra eller kan din kun mere nu også""",
        "de": """der die das und ist nicht mit ein eine einen den dem des zu auf für von
            im in sich wie man aus bei wird werden auch oder nach eigenen wer sind es hat haben zum zur als vom
            dass mehr aber sie""",
        "es": """el la los las un una de y en que por con del se su al como para es lo no
            más qué cómo sin sobre""",
        "fr": """le la les des un une du de en et est que qui pour dans sur avec par au aux
            ce cette il ne pas plus sont l d""",
        "it": """il lo la i gli le di e che non per con una un sono della del dei nel sul
            da si è più come""",
        "nl": """de het een en van niet met zijn op te dat in is voor aan die er naar ook
            bij om als worden""",
        "no": """og i at det en den til er som på de med han av for ikke der var seg et har
            om vi hadde fra eller kan din kun mer nå også""",
        "pl": """i w na z się nie do to że jest o jak po co tak za od który która które dla
            przez są już przy""",
        "pt": """o a os as um uma de do da dos das em no na que não e para com por se mais
            como ao é""",
        "sv": """och att det i en som på är av för med den till inte om ett han sig så har
            de kan var från eller egen nu också""",
    }.items()
}
# The commonest words of all of these: they say nothing about a subject.
FUNCTION_WORDS = frozenset().union(_ENGLISH, _OTHERS, *_WORDS.values())
# Common words of German, French, Spanish, Italian, Dutch, Portuguese, Swedish, Danish and
# Norwegian, Turkish and Russian that name no subject, though they hold no sentence together.
_FILLERS = """
    aber alle allem allen aller alles als also andere anderen ans beim bereits bis bisher
    dabei dafür damit dann daran darauf daraus dass davon dazu denn deren dessen diese
    diesem diesen dieser dieses doch dort durch einem einer eines einige erst erste ersten
    etwa euro gab geben gegen geht gibt ganz gewesen gut habe hatte heute hier hin hinter
    ihm ihn ihnen ihr ihre ihrem ihren ihrer immer jahr jahre jahren jeder jetzt kein keine
    keinen kommen kommt können könnte konnte kann laut machen macht mal mehrere mehr mit
    muss müssen nachdem neben neue neuen neuer neues noch nun nur ob ohne prozent rund schon
    seien sein seine seinem seinen seiner seit selbst so sogar soll sollen sollte sondern
    sowie sagt sagte stehen steht tag trotz um und uns unter viel viele vor war waren was
    weil weiter weitere wenn weniger wieder will wir wo wurde wurden würde während zeigt
    zuvor zwei zwischen über
    afin ainsi alors ans après aucun aussi autre autres avait avant avoir beaucoup bien
    car ceci cela celle celui ces ceux chaque chez comme comment contre déjà depuis
    derrière deux dire dit doit donc dont encore entre était étaient être eu fait faire
    faut font fois grand grande hier ici ils jour jours leur leurs lors lorsque mais même
    mieux mois moins monde ni nos notre nous nouveau nouveaux nouvel nouvelle nouvelles on ont ou où
    parce part parmi pendant peu peut peuvent plusieurs pourrait premier première puis
    quand quatre quel quelle rien sa sans sans selon sera ses seul si soit son sous
    toujours tous tout toute toutes très trois va vers veut voici votre vous année années
    ahora antes año años aunque cada contra cuando desde después día dos durante ella ellos
    entre era está están esta este esto fue ha había hace hacia han hasta hay la le les
    mejor mientras mismo mucho muy nos nueva nuevas nuevo nuevos otra otro otros parte
    pero poco porque primer primera puede pueden quien según ser será si sido sin
    solo sus también tanto tiene tienen todo todos tras tres u ya
    alla alle anche ancora anno anni ai agli altri altro aveva ben cosa così dai dal dalla
    degli delle dopo dove due essere fa fare fino fra gli ha hanno ieri loro ma mentre
    molto negli nella nelle nuova nuovi nuovo oggi ogni poi prima primo può quando quanto
    quella quello questa questi questo sarà secondo sempre senza sia solo stata stato
    sua sue suo suoi tra tre tutti tutto un agli coi dagli nei niente noi sugli sui sulla
    sulle nostra nostre nostri nostro
    alle andere bij dan dat deze dit door een eerste geen gaat hebben heeft hun jaar kan
    kunnen maar meer moet na nieuw nieuwe nog onder ons over tegen toch tot tussen tweede
    uit veel volgens waar wat we wel wordt zich zij zo zou alleen elke hoe iedere omdat ons
    onze vooral waarom wij zoals zonder
    ainda ano anos antes até com depois desde disse dois entre essa esse esta este foi
    foram há isso já maior mas mesmo muito nos nova novas novo novos onde ou outra
    outros pela pelo primeira quando quem sem ser será seu seus sobre sua suas também tem
    todos três ter vai nós nossa nossas nosso nossos
    alla andra bara efter eftersom finns från hur inga ingen inget inom många mellan mycket
    någon några när oss ska utan vill våra vår vårt än är även över blir denna dessa fick får
    gör göra kommer nya nytt säger två vara varit år året
    andre disse efter fik fikk gjør gør kommer nye når siger sier uden uten være været vært
    ama ancak bir biz bizim bu çok daha diye gibi göre için ile kadar nasıl neden olan
    olarak olduğu önce sonra şu ve veya ya
    а без бы был была были быть в вам вас весь во вот все всё вы где да для до его ее её
    если есть ещё еще же за и из или им их к как когда кто ли мы на над нам нас наш наша
    наши не него нет них но о об он она они от по под после при про с свои со так также то
    только у уже чем что чтобы эта эти это этот"""
FILLERS = frozenset(_FILLERS.split())
# What is an English word or name too tells no language by itself.
_ENGLISH_TOO_WORDS = """
    ai al also art au ben bis car co con come comment dai dan den die dire dit do door dove
    due el em era eu euro fare fin font gut han hat hay her hier hin his ha ici kan las los
    ma mal man men met mit more no non nova nun on op os over part pour per plus premier
    prima primer primo sale ser sie sin so sole solo son sue sur tag tak till tot tour tout
    tra van var war was we wie will"""
_FOREIGN_ALONE = (_OTHERS | FILLERS).union(*_WORDS.values()) - _ENGLISH
_FOREIGN_ALONE -= frozenset(_ENGLISH_TOO_WORDS.split())
_WITHIN_ENGLISH = frozenset(["a", "as", "do", "i", "o", "y"])
_NO_SUBJECT = FILLERS - frozenset(_ENGLISH_TOO_WORDS.split())
_ENGLISH_ALONE = _ENGLISH - _OTHERS.union(FILLERS, *_WORDS.values())
# "And" and "or": all that may stand between two nouns.
_JOINING = frozenset(["en", "et", "oder", "och", "og", "ou", "und"])
# The scripts of the others, as Unicode names them; a text has some of the first.
_SCRIPTS = {
    "ar": ("ARABIC",),
    "bg": ("CYRILLIC",),
    "el": ("GREEK",),
    "fa": ("ARABIC",),
    "he": ("HEBREW",),
    "hi": ("DEVANAGARI",),
    "ja": ("HIRAGANA", "KATAKANA", "CJK"),
    "ko": ("HANGUL", "CJK"),
    "ru": ("CYRILLIC",),
    "sr": ("CYRILLIC",),
    "th": ("THAI",),
    "uk": ("CYRILLIC",),
    "ur": ("ARABIC",),
    "zh": ("CJK",),
}
# One of each script, where its languages are not told apart.
_ONE_OF_EACH = ("ar", "el", "he", "hi", "ja", "ko", "ru", "th", "zh")
# Those that set no space between words.
UNSPACED = frozenset({"ja", "th", "zh"})
IN_LATIN_LETTERS = frozenset({"en", *_WORDS})
# A newsletter's language is one of these, with or without a country or a script.
KNOWN = tuple(sorted({"en", *_WORDS, *_SCRIPTS}))
# Fewer words of a language may be a name: "Les Houches and De La Rue".
_FEWEST_WORDS = 2
# Letters of scripts that English is not written in: a share above this is not English.
_MOST_FOREIGN = 0.3
_FIRST_FOREIGN_LETTER = 0x0370
# Languages, and scripts, that are written from right to left (BCP 47, lower case).
_RIGHT_TO_LEFT = frozenset(
    [
        "ar",
        "arc",
        "ckb",
        "dv",
        "fa",
        "he",
        "iw",
        "ji",
        "ks",
        "nqo",
        "ps",
        "sd",
        "syr",
        "ug",
        "ur",
        "yi",
        "arab",
        "hebr",
        "thaa",
        "syrc",
        "nkoo",
    ]
)


def direction_of(language: str) -> str:
    """How HTML names the direction of `language` (BCP 47): ltr or rtl."""
    first, *others = language.lower().replace("_", "-").split("-")
    script = next((part for part in others if len(part) == 4), "")  # az-Arab, ar-Latn
    return "rtl" if (script or first) in _RIGHT_TO_LEFT else "ltr"


def is_known(language: str) -> bool:
    """Whether texts in `language` (BCP 47) can be told from others."""
    return primary(language) in KNOWN


def primary(language: str) -> str:
    """ "pt" of pt-BR (BCP 47); "no" of both written forms of Norwegian."""
    name = language.lower().replace("_", "-").split("-")[0]
    return "no" if name in ("nb", "nn") else name


def language_of(text: str) -> str:
    """The language that a longer text is in; "en" for what may pass as English, "" if none."""
    if is_english(text):
        return "en"
    return next((one for one in (*_WORDS, *_ONE_OF_EACH) if is_in(text, one)), "")


# Titles within a few lines of one language have so many common words of another by chance.
_MANY_WORDS = 5


def other_than(text: str, language: str) -> str:
    """The language that a text is in, neither `language` (BCP 47) nor English; "" if unsure."""
    told = language_of(text)
    if told in ("", "en", primary(language)) or is_in(text, language):
        return ""
    common = sum(word in _WORDS.get(told, ()) for word in _WORD.findall(text.lower()))
    return told if told in _SCRIPTS or common >= _MANY_WORDS else ""


def is_in(text: str, language: str) -> bool:
    """Whether a text is in `language` (BCP 47); a name alone is English."""
    name = primary(language)
    if name in _SCRIPTS:
        return _is_written_in(text, _SCRIPTS[name])
    if name not in _WORDS:
        return is_english(text)
    words = _WORD.findall(text.lower())
    own = sum(word in _WORDS[name] for word in words)
    return own >= _FEWEST_WORDS and all(
        own >= sum(word in common for word in words)
        for common in (_ENGLISH, *_WORDS.values())
    )


def told_language(text: str, language: str) -> str:
    """Which of two a text is in: `language` (BCP 47), English ("en"), or "", untold.

    A few names and nouns tell none, but where English is all there is to choose.
    """
    if primary(language) == "en":
        return "en" if is_english(text) else ""
    if is_in(text, language):
        return language
    words = _WORD.findall(text.lower())
    english = sum(word in _ENGLISH for word in words)
    return "en" if english >= _FEWEST_WORDS and is_english(text) else ""


def _is_written_in(text: str, scripts: tuple[str, ...]) -> bool:
    names = [unicodedata.name(letter, "") for letter in text if letter.isalpha()]
    foreign = [name for name in names if not name.startswith("LATIN")]
    return (
        len(foreign) > _MOST_FOREIGN * len(names)
        and any(name.startswith(scripts[0]) for name in foreign)
        and sum(name.startswith(scripts) for name in foreign) > len(foreign) / 2
    )


def without_subject(text: str) -> frozenset[str]:
    """Which words name no subject in a short text: nouns and a few words between.

    Words between nouns ("und", "la") are those of its language, if it is not English.
    """
    words = _WORD.findall(text.lower())
    english = sum(word in _ENGLISH_ALONE for word in words)
    foreign = sum(word in _FOREIGN_ALONE for word in words)
    return FUNCTION_WORDS | _NO_SUBJECT if foreign > english else _JOINING


def is_foreign(text: str) -> bool:
    """Whether prose or a list is in another language than English; a name or two is not.

    Told by common words, and by letters that English does without.
    """
    words = _WORD.findall(text.lower())
    english = sum(word in _ENGLISH_ALONE for word in words)
    foreign = sum(word in _FOREIGN_ALONE or not word.isascii() for word in words)
    return foreign > max(english, _FEWEST_WORDS - 1)


def shows_no_language(text: str) -> bool:
    """Whether a list of nouns has no word that tells English from others."""
    words = _WORD.findall(text.lower())
    return not is_foreign(text) and _ENGLISH_ALONE.isdisjoint(words)


def is_plainly_foreign(text: str) -> bool:
    """The same, told by two words at least that stand in no English sentence.

    "No server, no account, just a page and a button" has words of Portuguese.
    """
    words = set(_WORD.findall(text.lower())) - _WITHIN_ENGLISH
    told = [word for word in words if word in _FOREIGN_ALONE or not word.isascii()]
    return len(told) >= _FEWEST_WORDS and is_foreign(text)


@lru_cache(maxsize=1024)
def is_english(text: str) -> bool:
    """Whether a text may pass as English; a name alone may."""
    if not text.isascii() and _is_mostly_foreign(text):
        return False
    words = _WORD.findall(text.lower())
    english = sum(word in _ENGLISH for word in words)
    other = sum(word in _OTHERS for word in words)
    return other < 2 or english >= other


def _is_mostly_foreign(text: str) -> bool:
    letters = [letter for letter in text if letter.isalpha()]
    foreign = sum(ord(letter) >= _FIRST_FOREIGN_LETTER for letter in letters)
    return foreign > _MOST_FOREIGN * len(letters)
