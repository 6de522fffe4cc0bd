"""What a profile's prose asks for: what is wanted, what is not, and which words say neither. Pure.

A wish is a line; "No celebrity gossip." is a sentence that takes something away. A country
says where and not what ("Salud en Chile"): of a Chilean paper every other page names Chile.
"""

# ruff: noqa: RUF001  words of many languages, in their own letters

import re
from collections.abc import Sequence
from functools import cache

from babel import Locale

from newsletter.text.language import without_subject
from newsletter.text.similarity import stem, terms

# Who reads, and that they want it: no subject. "Readers want news of bees."
_OF_READERS_WORDS = """
    reader readers subscribers audience people everyone anyone ordinary want wants wanted
    interested interests know news latest newsletter against am everything anything something thing
    things decide decides decided happen happens happened found
    leser leserinnen wollen möchten interessieren lecteurs lectrices veulent cherchent
    suivent aiment lectores quieren buscan interesa siguen lettori vogliono seguono
    leitores querem seguem lezers willen volgen läsare читатели хотят интересует интересуют
    okurlar istiyoruz ilgileniyoruz
    nachrichten meldungen berichten noticias notícias actualidad atualidade actualité
    actualités informations notizie attualità nieuws nyheter nyheterna новости haber
    haberler haberleri
    소식 소식을 소식은 소식이 뉴스 뉴스를 기사 기사를 원합니다 원해요 궁금합니다 관심 관심이 독자
    독자는 독자들 독자들은 관한 대한 관련 관련된 및 그리고"""
_OF_READERS = frozenset(map(stem, _OF_READERS_WORDS.split()))
_VERBS = (
    "want|follow|love|like|enjoy|need|look for|care about|changes?|affects?|matters?"
)
# What there is news of in every field: a bank has a launch and a policy, as rockets do.
_OF_ANY_SUBJECT_WORDS = """
    access agency announcement approach best big business center centre change company content
    contract control cost data deal decision development device effect executive expert
    finding fine firm follow funding future government group growth impact important industry
    information institution issue launch lead leader level member move official officer
    organisation organization part people performance plan platform policy practice problem
    process product professional program programme project provider public quality release
    report review risk rule service side size source standard startup state supply support
    system team technology time tool trend update user worker world write"""
OF_ANY_SUBJECT = frozenset(map(stem, _OF_ANY_SUBJECT_WORDS.split()))
# The same where only its place tells: "war" is a subject, "I follow war" says so, and
# "love songs", "health care" and "dark matter" are three.
_SAID_OF_READERS = re.compile(
    r"\b(?:i am|i['’]m|we are|(?:readers|subscribers) are)\s+(?:an?\s+)?"
    rf"\w+(?:\s+and\s+\w+)?\s+(?:who|and)\s+(?=(?:{_VERBS})\b)|"
    rf"\b(?:i|we|they|you|who|that|readers|people|subscribers)\s+(?:{_VERBS})\b|"
    # What was built, what is planned: of whatever it is.
    r"\bwhat\s+(?:was|were|is|are|gets?)\s+\w+",
    re.IGNORECASE,
)

# From here to the next heading all is less wanted.
_LESS_OF = re.compile(r"(?:#+\s*|[-*]\s+)?less of\b", re.IGNORECASE)
# So begins a sentence of what is not wanted; not "No. 1", "No Man's Sky", "Not only".
_NONE_OF = re.compile(
    r"(?:#+\s*|[-*•]\s+)?(?:"
    r"(?:[Nn]o|NO|[Nn]ot|[Ww]ithout|[Nn]ever|[Nn]othing|[Aa]void|[Ss]kip)"
    r"(?!\s+(?:only|just|matter|less|longer)\b)(?=\s*:|\s*$|\s+[\da-zà-ÿ])|"
    r"(?:[Ii]|[Ww]e|[Tt]hey|[Rr]eaders)?\s*(?:do not|don['’]t) want\b|"
    r"(?:[Kk]ein(?:e|en|er|em)?|[Nn]ichts|[Oo]hne|[Ww]eniger|[Pp]as d(?:e\b|es\b|u\b|['’])|"
    r"[Ss]ans|[Rr]ien sur|[Aa]ucune?|[Mm]oins de|[Nn]ada de|[Ss]in|[Nn]ing[uú]na?|[Mm]enos|"
    r"[Ss]enza|[Nn]iente|[Nn]essuna?|[Ss]em|[Nn]enhuma?|[Gg]een|[Nn]iets|[Zz]onder|"
    r"[Бб]ез|[Нн]икаких|[Нн]е (?:нужн[аоы]?|надо|интерес\w+))"
    r"(?<=['’]|\w)(?=[^\w-]|(?<=['’])\w)|"
    # Inga is a name, too.
    r"(?:[Ii]ng(?:a|en|et|enting)|[Uu]tan|[Uu]den|[Uu]ten|[Bb]ez|[ŻżZz]adnych)"
    r"(?=\s*:|\s+[^\W_A-Z])|"
    # Chinese, which has no blanks: "do not want", "do not want to see", "leave out".
    r"(?:不要|不想看|不需要|不看|无需|排除)"
    r")(?:\s+(?:about|on|of|über|de|von|over|om|su|про|о|об)\b)?:?"
)
# The same in languages that put it last: Turkish, Korean, Japanese. All of the sentence.
_NOT_AT_THE_END = re.compile(
    r"\s(?:istemiyoru[mz]|istemiyorlar|istenmiyor|ilgilenmiyoru[mz]|olmasın|hariç)\b"
    r"|[은는이가을를도]?\s?(?:제외(?:해\s?주세요|합니다)?|빼\s?주세요|사절|원하지\s?않(?:습니다|아요|음)"
    r"|(?:필요|관심)\s?없(?:습니다|어요|음))"
    r"|[はをがも]?(?:不要|いらない|いりません|要らない|除く|除いて(?:ください)?|除外(?:する|します)?"
    r"|必要(?:ない|ありません)|興味(?:は|が)?(?:ない|ありません))(?:です)?"
)
_LAST_MARKS = " .!。！"
# "Not wanted", "Not interested in".
_NOT_WANTED = re.compile(r"\s*(?:wanted|interested in|for (?:us|me|them))\b:?", re.I)
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])(?=\S)")
# Those in Latin letters, in which it was measured (`Profile._proves`).
_NAMED_IN = re.findall(r"\w+", "da de es fr it nb nl pl pt sv tr")
_COUNTRY = re.compile(r"[^\W\d_]{4,}")
_AS_WRITTEN = re.compile(r"(?:\b(we?|ze?) )?\b([^\W\d_]+)", re.IGNORECASE)
# Where names are declined they begin alike, but for two letters: Polska, w Polsce.
_FEWEST_ALIKE, _MOST_OTHER, _MOST_LONGER = 4, 2, 3


def halves(text: str) -> tuple[list[str], list[str]]:
    """The lines that say what is wanted, and those, up to a heading, of what is not."""
    wanted: list[str] = []
    unwanted: list[str] = []
    is_wanted = True
    for line in text.splitlines():
        is_wanted = is_wanted or line.startswith("#")
        kept: list[str] = []
        for sentence in _SENTENCE_END.split(line.strip()):
            taken, ends = _taken_away(sentence)
            is_wanted = is_wanted and not ends
            if taken is None and is_wanted:
                kept.append(sentence)
            else:
                unwanted.append(sentence if taken is None else taken)
        if kept:
            wanted.append(" ".join(kept))
    return wanted, unwanted


def _taken_away(sentence: str) -> tuple[str | None, bool]:
    """What a sentence says is not wanted, if it does; and whether what follows is not."""
    if less := _LESS_OF.match(sentence):
        return sentence[less.end() :], True
    if not (none := _NONE_OF.match(sentence)):
        return _without_its_end(sentence), False
    rest = sentence[none.end() :]
    if more := _NOT_WANTED.match(rest):
        rest = rest[more.end() :]
    return rest, sentence.startswith("#") or not rest.strip(" .:")


def _without_its_end(sentence: str) -> str | None:
    """What a sentence does not want that says so at its end; None where it does not."""
    bare = sentence.rstrip(_LAST_MARKS)
    for found in _NOT_AT_THE_END.finditer(bare):
        if found.end() == len(bare) and found.start():
            return bare[: found.start()]
    return None


def subjects_of(lines: Sequence[str]) -> list[str]:
    """The terms of some lines that name a subject."""
    quiet = _OF_READERS | {stem(word) for word in without_subject("\n".join(lines))}
    said = (_SAID_OF_READERS.sub(",", line) for line in lines)
    return [
        term for line in said for term in terms(line) if quiet.isdisjoint(term.split())
    ]


def places_in(lines: Sequence[str]) -> frozenset[str]:
    """The words of some lines, as terms, that are names of countries."""
    named = {
        word.lower()
        for line in lines
        for before, word in _AS_WRITTEN.findall(line)
        if not word.islower() and _is_country(word.lower(), is_declined=bool(before))
    }
    return frozenset(term for word in named for term in terms(word))


def _is_country(word: str, *, is_declined: bool) -> bool:
    known = _countries()
    if word in known or not is_declined:
        return word in known
    return any(
        word.startswith(name[: max(_FEWEST_ALIKE, len(name) - _MOST_OTHER)])
        and len(word) - len(name) <= _MOST_LONGER
        for name in known
    )


@cache
def _countries() -> frozenset[str]:
    """The names of one word, in lower case."""
    return frozenset(
        name.lower()
        for language in _NAMED_IN
        for code, name in Locale.parse(language).territories.items()
        if code.isalpha() and _COUNTRY.fullmatch(name)
    )
