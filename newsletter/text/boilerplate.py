"""Boilerplate removal: what feeds and pages put around a text and is not of it. Pure.

Footers behind a text, lines about the page itself, and what is glued before a first
sentence: a copy of the title, a dateline, a byline, a button. Each question is silent
where it is in doubt.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from newsletter.text.language import is_english
from newsletter.text.similarity import terms
from newsletter.text.sites import site_of
from newsletter.text.words import length_in_words, words_of

# Where the markup of a link was lost with the blanks around it: "The postBridge closes".
_OR_GLUED = r"(?:\s|(?=[A-Z]))"
# What WordPress sets behind an entry of its feed, in the languages that issues have:
# https://translate.wordpress.org/projects/wp-plugins/wordpress-seo/
_SHARED_FROM = (
    r"(?:The (?:post|article|story|entry)|Der Beitrag|L['’]article|Cet article|La entrada|El artículo|"
    rf"L['’]articolo|Het bericht|O post|O artigo){_OR_GLUED}.{{1,500}}?"
    r"(?<!dis)(?:appeared first on|first appeared on|(?:erschien|ist) zuerst (?:auf|bei|erschienen)|"
    r"est apparu en premier sur|(?:se publicó|apareció) primero en|"
    r"(?:è apparso per primo su|proviene da)|verscheen eerst op|apareceu primeiro em)"
    rf"{_OR_GLUED}"
)
_READ_ON = (
    r"(?:Continue reading|Read (?:more|the (?:full|rest|whole))|Keep reading|Weiterlesen|"
    r"Mehr lesen|Lire la suite|Seguir leyendo|Leer más|Continua a leggere|Leggi tutto|"
    r"Lees (?:meer|verder)|Leia mais|Continue lendo)\b"
)
_FOOTER = re.compile(
    rf"(?:\A|(?<=\s)|(?<=[.!?…\]”\"’)]))"
    rf"(?:{_SHARED_FROM}[^\n]{{1,200}}|"
    rf"{_READ_ON}[^.!?\n]{{0,200}}[.…\])»→>]{{0,3}})\s*\Z"
)
# The longest footer: a title, the name of a site and the words between them.
_FOOTER_CHARACTERS = 800


def without_footer(text: str) -> str:
    """The text without "The post … appeared first on …" or "Continue reading …" behind it."""
    start = max(0, len(text) - _FOOTER_CHARACTERS)
    while found := _FOOTER.search(text, start):
        text = text[: found.start()].rstrip()
        start = max(0, len(text) - _FOOTER_CHARACTERS)
    return text


# What may stand before the name of a site behind a title.
_BAR = re.compile(r"\s[|–—·»-]\s")
_FEWEST_BEFORE_NAME = 4


def title_alone(title: str, site: str, url: str = "") -> str:
    """The title without the site's own name behind a bar.

    Whatever its outlet is called, what is at `valepost.com` may say "The Vale Post".
    """
    bar = next(reversed([*_BAR.finditer(title)]), None)
    if bar is None:
        return title
    head, tail = title[: bar.start()], _in_one(title[bar.end() :])
    domain = site_of(url)
    is_name = tail in map(_in_one, (site, domain, domain.partition(".")[0]))
    is_rest = length_in_words(head) >= _FEWEST_BEFORE_NAME
    return head.rstrip() if tail and is_name and is_rest else title


def _in_one(name: str) -> str:
    """A name as domains have it: without blanks and marks, and without its article."""
    return "".join(words_of(name)).removeprefix("the")


_THIS_TEXT = (
    r"(?:this|our) (?:story|article|post|interview|piece|essay|column|episode|"
    r"transcript|report|excerpt|conversation|q&a)"
)
# Lines of a page about itself, asked of a text in lower case.
_ABOUT_THE_PAGE = re.compile(
    rf"\A\W{{0,3}}(?:{_THIS_TEXT} (?:was |is |has been |have been )?(?:(?:originally|first|"
    r"lightly|slightly|also) )?(?:appeared|published|edited|condensed|updated|corrected|"
    r"republished|syndicated|adapted from|produced (?:by|in)|is part of|part of a series)\b|"
    r"(?:continue|keep) reading\b|"
    # What was changed in it, and when.
    r"(?:updated?|corrections?|clarification|editor['’]s note)"
    r"(?:\W[^.!?:]{0,24}\d[^.!?:]{0,8})?: ?"
    rf"(?:{_THIS_TEXT}|(?:we['’]ve |we have )?(?:added|updated|corrected|clarified))\b)|"
    r"\b(?:"
    rf"a version of {_THIS_TEXT}\b|"
    r"edited for (?:length|clarity|brevity)|"
    r"(?:get|sign|sent|send|delivered|straight|directly|receive)\b.{0,60}\b(?:in|to) your inbox|"
    r"earn (?:a |an )?(?:small )?(?:affiliate )?commissions?\b|"
    r"contains? affiliate links\b|you(?:['’]re| are) (?:seeing|receiving|reading) this because|"
    r"listen to this (?:article|story|episode)|save this story|today['’]s edition of|"
    r"become an? (?:\w+ )?(?:member|subscriber|supporter) (?:today|now|and|for|to)\b|"
    r"support (?:independent|our) (?:arts |local )?(?:journalism|publishing|reporting|work)\b|"
    r"trinity audio|audio playback is not supported|for further actions, you may consider|"
    r"(?:views|opinions) expressed (?:here|in this|are)\b)"
)
_WELCOME = re.compile(r"\A\W{0,2}(?:Hello and )?[Ww]elcome (?:back )?to\b")
# "Reporting by Ann Roe", "By Ann Roe The council met": where her name ends nobody can tell.
_CREDITED = re.compile(
    r"\b(?:[Rr]eporting|[Ee]diting) by [A-Z][\w.'’-]+ [A-Z]|"
    r"\A\W{0,3}By (?:[A-Z][\w.'’/-]+ ){2,4}(?:[A-Z]|on \d|[|·•–—-] )"
)
# How a Japanese sender takes leave: "We shall endeavour to meet your expectations."
_TAKES_LEAVE = re.compile(
    r"ご期待(?:に(?:添|沿|応|お応)|ください)|お楽しみに|努めて(?:まい|参)ります|"
    r"(?:今後とも|引き続き)[^。]{0,40}お願い(?:いた|致|申し上げ|し)"
)
_SHARED = re.compile(_SHARED_FROM)


def is_boilerplate(text: str) -> bool:
    """A line of the page about itself: who wrote it, where it first stood, how to go on."""
    return bool(
        "©" in text
        or _ABOUT_THE_PAGE.search(text.lower())
        or _WELCOME.match(text)
        or _SHARED.search(text)
        or _CREDITED.search(text)
        or _TAKES_LEAVE.search(text)
        or _STAMP_ALONE.fullmatch(text)
        or is_about_sender(text)
    )


_SENDER = re.compile(
    r"\A\W{0,3}(?:(?:About|ABOUT|Über(?: die| das| den)?|À propos (?:de |du |des |d['’])|Acerca de|Sobre|A proposito di|Over)"
    r" ?(?P<name>[A-ZÀ-Þ][\w'’-]*)[^.:!?\n]{0,58}?(?:\s?[:\uff1a]?\s(?P=name)\b|[\s*_]{0,3}\Z)|"
    r"(?:(?:Press|Media) contacts?|Notes to editors|Pressekontakt|Contacts? presse|"
    r"Contacto de prensa|Contatti stampa|Perscontact)\b|"
    r"(?:会社概要|会社情報|企業情報|企業概要|本件に関する|お問い?合わ?せ先|報道関係))"
)


def is_about_sender(text: str) -> bool:
    """ "About Lexi", "Pressekontakt": behind it a press release tells of its sender alone."""
    return bool(_SENDER.match(text))


# --- Before the first sentence ------------------------------------------------------------

# "August 18, 2026", "14. Mai 2026", "14 de mayo de 2026", "2026-05-14", "2026年5月14日".
_DAY = (
    r"(?:[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d|"
    r"\d{1,2}\.? (?:de )?[A-Za-zäéû]{3,9}[.,]? (?:de )?(?:19|20)\d\d|"
    r"(?:19|20)\d\d-\d\d-\d\d|(?:19|20)\d\d年\d{1,2}月\d{1,2}日)"
)
_WEEKDAY = r"(?:[A-Z][a-zäáéç-]{2,12},? )?"
_TIME = r"(?:(?:at )?\d{1,2}:\d\d(?: ?[AaPp]\.?[Mm]\.?)?(?: [A-Z]{3,4}\b)?)"
_STAMP = (
    r"(?:(?:(?:Last |First )?(?:[Pp]ublished|[Uu]pdated|[Pp]osted)(?: on| at)?|"
    r"Veröffentlicht(?: am)?|Aktualisiert(?: am)?|Stand|Publié le|Mis à jour le|Publicado(?: el| em)?|"
    r"Actualizado(?: el)?|Atualizado(?: em)?|Pubblicato il|Aggiornato il|Gepubliceerd op|"
    r"Bijgewerkt op):? )?"
    rf"(?:{_TIME},? )?{_WEEKDAY}{_DAY}(?:,?(?: [-–·])? {_TIME})?"
)
# A day and an hour, and nothing else.
_STAMP_ALONE = re.compile(rf"\W*{_STAMP}\W*")
# Where and when a report was filed, and by whom: "Paris, 3 May 2026 —", "LISBON (AP) —",
# "BOISE, Idaho, Aug. 3 (GLOBE NEWSWIRE) --", "Wien (dpa) -", "Wien – ", "New York, NY –", "Lima.- ".
_NAMED = r"[A-ZÀ-Þ][\w.'’-]+(?:[ /][A-ZÀ-Þ][\w.'’-]+){0,3}"
_REGION = r"[A-Z][\w.'’]+(?: [A-Z][\w.'’]+){0,2}"
_PLACE = rf"{_NAMED}(?:, {_REGION})?"
_CAPITALS = (
    r"(?:[A-ZÀ-Þ]{4,}|[A-ZÀ-Þ]{2,3}\.? [A-ZÀ-Þ]{3,})(?:[ -][A-ZÀ-Þ.]{2,}){0,3}"
    rf"(?:(?:,| and| AND| &) {_REGION}){{0,3}}"
)
_FILED_ON = rf"(?:{_DAY}|[A-Z][a-z]{{2,8}}\.? \d{{1,2}})"
_AGENCY = r"\([^\W\d_][^()\d\n]{1,40}\)"
_DASH, _HYPHEN, _STOP = r"(?:\s?[—–]\s?|\s--\s)", r"\s-\s", r"\.\s?[-–—]\s"
_DATELINE = (
    rf"(?:(?:(?:{_CAPITALS}|{_PLACE}),? )?(?:{_FILED_ON},? )?{_AGENCY}(?:{_DASH}|{_HYPHEN}|{_STOP})|"
    rf"{_PLACE}(?:,|{_DASH})\s?{_WEEKDAY}{_DAY}(?:{_DASH}|{_HYPHEN}|-\s)|"
    rf"{_CAPITALS}(?:,? {_FILED_ON})?(?:{_DASH}|{_STOP})|[A-Z]{{5,}}:\s|"
    rf"{_NAMED}(?:, (?:[A-Z]{{2}}|D\.C\.){_DASH}|{_STOP}))"
)
# Marked as bold where a name could run on into the sentence: "By Ann Roe The council …".
_BYLINE = (
    r"(?:\*\*(?:By|Von|Par|Por|Di|Door) [^*\n]{3,80}\*\*|"
    r"By [A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+){1,2} ?[|·•]|"
    rf"By [A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+){{1,2}} (?:[-–] )?(?={_DAY}))"
)
_BUTTONS = (
    r"(?:Save this story|Listen to this (?:article|story)|Share (?:this|on \w+)|"
    r"\d{1,2} min(?:ute)?s? read|Jump to comments?|Skip to (?:main )?content)\.?"
)
_CREDIT = (
    r"(?:Photo|Image|Photograph|Illustration|Foto|Bild)s?(?: [Cc]redits?)?\s?(?::| by) "
    r"[^.!?:]{2,60}?/ ?(?:Getty(?: Images)?|AP|Reuters|AFP|Alamy|Shutterstock|Unsplash)"
)
# "Ann Roe Jul 27, 2026 39 8 8 Share It …": how often it was liked, answered and passed on.
_COUNTED = rf"[^\n]{{2,80}}? {_DAY}(?: ∙ Paid)?(?: \d{{1,6}}){{1,4}} Share\b"
# "Abstract We present …", "Introduction Kettles …", "TL;DR — …", a rule that a page drew: "--- …".
_LABEL = (
    r"(?:(?:Abstract|ABSTRACT)(?:\s?[:.—–-]\s|\s(?=(?:We|This|In|Our|The|Recent)\b))|"
    r"Introduction\s(?=[A-Z])|TL;?DR\s?[:.—–-]?\s|[-–—]{3}\s)"
)
_LEAD_IN = re.compile(
    rf"[\s>|*_#]*(?:{_LABEL}|{_STAMP}(?=[\s*|·•–—:])|{_BYLINE}|{_COUNTED}|{_BUTTONS}|{_CREDIT})"
    r"[\s|·•–—-]*"
)
# A Chinese agency, the day, 电 or 消息 (wire, news), perhaps the reporter in brackets.
_CHINESE_DATELINE = (
    r"[A-Za-z\u4e00-\u9fff·]{2,16}[\uff0c,]?\s?(?:(?:19|20)\d\d\s?年\s?)?"
    r"(?:\d{1,2}\s?月\s?)?\d{1,2}\s?日(?:[上下中]午|凌晨|[早晚]间?)?\s?(?:消息|电|電|讯|訊)"
    r"(?:\s?[\uff08(](?:记者|記者|作者|通讯员|编译)[^\uff09)\n]{1,40}[\uff09)][\s\uff0c,\uff1a:]*|[\s\uff0c,\uff1a:]+)"
)
_FILED = re.compile(rf"[\s>|*_#]*(?:{_DATELINE}|{_CHINESE_DATELINE})[\s|·•–—-]*")
# "Wien – ": so 476 of 1,015 German texts begin. Of six English sentences one is filed there, and
# "Somebody – Roe forgets who – said so" loses its subject.
_FILED_ABROAD = re.compile(
    rf"[\s>|*_#]*(?!(?:The|Der|Die|Das|Eine?) ){_NAMED}\s–\s[\s|·•–—-]*"
)
_BEGINS = re.compile(r"[\"'“‘«(\[*_]*(?:[A-ZÀ-Þ0-9]|[a-z]+[A-Z]|[^\x00-\u024f\s])")
# A shorter title may be the name with which the sentence begins.
_FEWEST_TITLE_WORDS = 5
_MOST_LEAD_INS = 6


def lead_in(text: str, title: str, *, is_early: bool = True) -> int:
    """How many characters before the sentence are none of it: "<Title> 3 May 2026 It …".

    What is left begins as a sentence does; otherwise nothing is a lead-in. Only where a
    text begins has it a dateline: what looks so later explains a word ("MACD — A …").
    """
    position = 0
    kinds = [_LEAD_IN]
    if is_early:
        kinds += [_FILED] if is_english(text) else [_FILED, _FILED_ABROAD]
    for _ in range(_MOST_LEAD_INS):
        end = _behind_title(text, position, _said_by(title))
        if end < 0:
            matched = (kind.match(text, position) for kind in kinds)
            found = next(filter(None, matched), None)
            end = found.end() if found else -1
        if end < 0 or not _BEGINS.match(text, end):
            break
        position = end
    return position


_GAP = re.compile(r"[\W_]{0,6}")
_WORD = re.compile(r"\w+")


def _behind_title(text: str, position: int, title: Sequence[str]) -> int:
    """Where the title ends that stands there, however it is punctuated; else -1."""
    if not title:
        return -1
    for word in title:
        gap = _GAP.match(text, position)
        found = _WORD.match(text, gap.end() if gap else position)
        if not found or found.group().casefold() != word:
            return -1
        position = found.end()
    gap = _GAP_BEHIND.match(text, position)
    return gap.end() if gap else -1


# Up to what opens the sentence itself.
_GAP_BEHIND = re.compile(r"[^\w\s\"“‘(\[*]{0,3}[\s|·•:–—-]{1,6}")


@lru_cache(maxsize=256)
def _said_by(title: str) -> tuple[str, ...]:
    """A title's words; none where it is a name, or itself the cut beginning of the text."""
    said = tuple(word.casefold() for word in _WORD.findall(title))
    is_cut = title.rstrip().endswith(("…", "..."))
    return () if is_cut or len(said) < _FEWEST_TITLE_WORDS else said


# --- A picture's line -----------------------------------------------------------------------

_PICTURE = re.compile(
    r"\A\W{0,3}(?:[1-9]\d?/[1-9]\d? (?=[\"“A-Z])|FILE ?[-–—:] |Image (?:source|caption), |\(?(?:Photo|Image|Foto)s? "
    r"(?:courtesy|submitted|by|credit))"
)


# "(Ann Roe/Vale Press)", "(City of Vale photo)": whose the picture is.
_WHOSE = re.compile(
    r"\s{0,2}\((?:[^()\n]{0,60}(?:\b[Pp]hotos?\b|[Cc]ourtesy|Screen(?:shot|grab))[^()\n]{0,60}|"
    r"(?=[^()/]*/?[^()]* )[A-Z][\w.'’ -]{3,40}/ ?[A-Z][\w.'’ -]{2,40})\)"
)


def is_of_picture(text: str, after: str = "") -> bool:
    """ "1/3 The harbour in May.", or what is followed by "(Ann Roe/Vale Press)": a caption."""
    return bool(_PICTURE.match(text) or _WHOSE.match(after))


# --- The title once more --------------------------------------------------------------------

# So few words beside those of the title tell nothing that it does not.
_FEW_WORDS = 3
# So much of its terms, and no others, are the title without what is left out.
_MOST_OF_IT = 0.6


def only_says_title(text: str, title: str) -> bool:
    """Is the sentence the title again, with a few words about it?"""
    said, of_title = words_of(text), words_of(title)
    if len(of_title) < _FEWEST_TITLE_WORDS:
        return False
    is_copy = f" {' '.join(of_title)} " in f" {' '.join(said)} "
    return is_copy and len(said) - len(of_title) <= _FEW_WORDS


def adds_nothing(text: str, title: str) -> bool:
    """Is it the title again, with a few words in it, or in another order, or less of it?

    A figure that the title has not adds something.
    """
    said, of_title = words_of(text), words_of(title)
    if len(of_title) < _FEWEST_TITLE_WORDS:
        return False
    if only_says_title(text, title):
        return True
    if _figures(said) - _figures(of_title):
        return False
    rest = iter(said)
    is_copy = all(word in rest for word in of_title)
    if is_copy and len(said) - len(of_title) <= _FEW_WORDS:
        return True
    told, known = frozenset(_single(text)), frozenset(_single(title))
    return told <= known and len(told) >= _MOST_OF_IT * len(known)


def _figures(said: Sequence[str]) -> frozenset[str]:
    return frozenset(word for word in said if word[0].isdecimal())


def _single(text: str) -> list[str]:
    """Its terms of one word."""
    return [one for one in terms(text) if " " not in one]
