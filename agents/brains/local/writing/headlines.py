"""A story's headline: its own title, or what happened where that only announces. Pure.

The words are those of the title and of the sentences that the item quotes; where none
of them tells it in one plain clause, the title stays.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise

from agents.brains.local.writing.titles import title_of
from newsletter.research.names import is_variant
from newsletter.research.newsworthiness import DOES
from newsletter.research.summary import announcing, sentence_quality
from newsletter.research.summary.rewording import capitalised
from newsletter.text.language import is_english
from newsletter.text.words import MONTH

_MOST_CHARACTERS = 90
_FEWEST_CHARACTERS = 20
_MOST_NAME_WORDS = 6


_LONGEST_KIND = 3  # characters


def headline(
    title: str,
    sentences: Sequence[str],
    banned: Collection[str] = (),
    stands: Callable[[str], bool] = lambda _: True,
    publisher: str = "",
) -> str:
    """What stands over the item: the title, unless it only says that there is something.

    `sentences` are those that the item quotes, then others of its source; `stands` tells whether
    a line of them would stand on its evidence.
    """
    whole = title_of(title)
    name = announcing.without_announcing(whole)
    is_introduced = announcing.is_introduced(whole)
    called = _FOR_WHOM.split(name)[0] if name != whole else name
    # "UI" of "Launching UI for kettles" is a kind of thing: a sentence about it may be of any.
    is_kind = called != name and called.isupper() and len(called) <= _LONGEST_KIND
    if is_kind or not (is_name(called) or (name != whole and _is_coined(called))):
        is_told = is_introduced and len(name.split()) >= _FEWEST_BEHIND_NAME
        is_told = is_told or _says_what_it_is(whole, name)
        told = capitalised(name.rstrip(". "))
        return told if is_told and not sentence_quality.has_any(told, banned) else whole
    # "The Anthropic Institute" is no product of that name.
    is_theirs = whole.endswith(f"The {name}") and name.startswith(f"{publisher} ")
    by = "" if is_theirs else publisher
    lines = _lines(name, called, sentences, by, is_introduced=is_introduced)
    fit = (one for one in lines if one and not sentence_quality.has_any(one, banned))
    otherwise = (
        capitalised(name.rstrip(". ")) if _says_what_it_is(whole, name) else whole
    )
    return next(filter(stands, fit), otherwise)


# "Claude Sonnet 5 on AWS: the most capable of its line", "Aura, a stove for boats".
_SUBTITLE = re.compile(r"[:,] (?=(?:\S+ ){2,}\S)")


def _says_what_it_is(title: str, name: str) -> bool:
    """Does the title itself say what it announces?"""
    return announcing.is_announced(title) and bool(_SUBTITLE.search(name))


def _lines(
    name: str,
    called: str,
    sentences: Sequence[str],
    publisher: str,
    *,
    is_introduced: bool,
) -> Iterator[str]:
    """What may be told of a name, the best first: what it is, who brings it, what it does."""
    said = [one.strip("“”") for one in sentences]
    # "layoffs" may be a common word, "gpt-oss" is none.
    is_brought = not (name.isalpha() and name.islower())
    yield from (_appositive(called, one) for one in said)
    yield from (_clause(called, one, by_maker=True) for one in said[:1])
    if is_introduced and is_brought:
        yield _brought(publisher, name)
    for one in said:
        yield _clause(called, one)
        yield _clause(called, one, by_maker=True)
    if is_brought and any(_brings(called, one) for one in sentences):
        yield _brought(publisher, name)
    if is_introduced and is_brought and "." in publisher:
        yield name


# Behind it stands what a publisher brings: "we're releasing", "by introducing our".
_BRINGING = re.compile(
    r"\b(?:introduc|releas|launch|announc|unveil|open[- ]sourc)(?:e|es|ed|ing)? "
    r"(?:(?:the|our|an?|new) )*\Z",
    re.IGNORECASE,
)


_OURS = re.compile(r"\b(?:[Ww]e|[Oo]ur)\b")
_OTHERS_WORDS = re.compile(r"[“”\"«»]")


def _speaks_of_itself(sentence: str) -> bool:
    """Whether a text says "we" there, and quotes nobody."""
    return bool(_OURS.search(sentence)) and not _OTHERS_WORDS.search(sentence)


def _brings(name: str, sentence: str) -> bool:
    """Whether a publisher says there of itself that it brings the thing."""
    named = re.finditer(rf"(?<!\w){_pattern(name)}(?![\w-])", sentence)
    return _speaks_of_itself(sentence) and any(
        _BRINGING.search(sentence[: found.start()]) for found in named
    )


def _brought(publisher: str, name: str) -> str:
    """`OpenAI introduces GPT-Live`; a site's address introduces nothing."""
    # "OpenAI introduces OpenAI Privacy Filter" says who twice; but 3 of "Mistral 3" is no name.
    rest = name.removeprefix(f"{publisher} ")
    told = f"{publisher} introduces {rest if rest[0].isupper() else name}".rstrip(". ")
    is_said = publisher and "." not in publisher and len(told) <= _MOST_CHARACTERS
    return told if is_said and is_english(told) else ""


_FOR_WHOM = re.compile(r"\s(?:for|in|on|by|from|with)\s")
# Scripts that are written without blanks.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
# Hebrew, Arabic, Hindi, Thai, Korean: letters without capitals, and mostly with blanks.
_CASELESS = re.compile(r"[\u0590-\u06ff\u0900-\u0eff\uac00-\ud7af]")
# Small words within a name, and between the parties of a case.
_NAME_WORDS = frozenset(
    ["for", "of", "the", "and", "in", "on", "a", "by", "with", "to", "v.", "v", "vs.", "c."]
)  # fmt: skip


def is_name(text: str) -> bool:
    """Written as a name is: one word, or a few with capitals or figures; a case's too, and
    which of several it is ("GPT-5.5 mini").

    "Elgin Opens Bridge" may be one: whoever asks looks for a sentence that begins so.
    """
    words = text.split()
    return (
        not _UNSPACED.search(text)  # there nobody can tell a name from a clause
        and not (len(words) > 1 and _CASELESS.search(text))
        and len(words) <= _MOST_NAME_WORDS
        and all(
            not word.islower()
            or word in _NAME_WORDS
            or any(map(str.isdigit, word))
            or is_variant(before, word)
            for before, word in pairwise(("", *words))
        )
    )


def _is_coined(text: str) -> bool:
    """What is announced as a name, however it is written: "ripgrep", "uv 0.9"."""
    first, *others = text.split()
    return first.isascii() and all(any(map(str.isdigit, word)) for word in others)


def is_bare(title: str) -> bool:
    """A name alone, or that it is there: "Claude Opus 4.1", "v0.12.0", "Kettle 2 ist da"."""
    name = announcing.without_announcing(title)
    return (
        is_name(name)
        and not _DOES_SOMETHING.match(name)
        and (len(name.split()) == 1 or sentence_quality.names_a_thing(name))
    )


# "Anthropic Files for IPO", "AI Slop Is Here": a clause with a capital at each word.
_DOES_SOMETHING = re.compile(
    rf"(?:\S+ ){{1,3}}(?:(?:Is|Are|Was|Were|Has|Have|Will|Can) \S|(?i:{DOES.pattern}) \S)"
)


_DAY = rf"(?:\d{{1,2}} {MONTH}|{MONTH} \d{{1,2}})(?:,? \d{{4}})?"
_ON_A_DAY = re.compile(rf",? on {_DAY}(?=[ ,.;:—–]|\Z)", re.IGNORECASE)
# Where a clause ends, or what follows may be left out.
_CLAUSE_END = re.compile(
    r"[;:—–(]|\s-\s|[.!?]\Z|"
    r", (?:which|with|and|that|so|but|while|where|available|designed|built|including|"
    r"plus|licensed|released|optimi[sz]ed|based|using|up|down|compared|twice|about|not|ahead|"
    r"even|alongside|[a-z]{3,}ing|who|whose|after|before|because|although|though|since|when|if|"
    r"across|without|within|under|over|like|such|according|all|both|"
    r"its|an?|the|from|for|as|at|in|on|to|by|der|die|das|den|dem|deren?|dessen|qui|que|"
    r"dont|où|che|cui|waar|dat)(?![\w-])(?!(?:, [\w-]+)*,? (?:and|or|und|et|y|e|en)\b)(?! [\w-]+(?:, [\w-]+)* (?:and|or|und|et|y|e|en) )"
)
# What is not certain, praise, and words that another sentence or a speaker explains.
_DOUBTFUL = re.compile(
    r"\b(?:most|best|first|only|fastest|strongest|smartest|largest|leading|world|ever|"
    r"powerful|premium|our|my|we|us|I|one of|it|them|they|this|"
    r"these|those|both|everything|exactly|same|opposite|also|your?|you[’']\w+|is where|trending|"
    r"ultimate|complete|(?:is|are|was|were) (?:now )?(?:available|released|launched)|"
    r"may|might|could|plans?|soon|will|hopes?|"
    r"wir|uns|unsere?[mnrs]?|ich|größte[nrs]?|beste[nrs]?|erste[nrs]?|einzige[nrs]?|soll|"
    r"könnte|wird|es|nous|notre|nos|meilleure?s?|première?s?|pourrait|sera|"
    r"nuestr[oa]s?|mejor|primer[oa]?|podría|será|nostr[oaie]|migliore|prim[oa]|potrebbe|"
    r"wij|ons|onze|beste|eerste|zal|nosso|nossa|melhor|primeir[oa]|poderia)\b",
    re.IGNORECASE,
)
_ARTICLE = (
    r"(?:(?:The|Our|New|Der|Die|Das|Le|La|Les|El|Los|Las|Il|Lo|De|Het|O|A) |L['’])"
)
# A verb behind a name, so that the clause is one: in English by its form, elsewhere any
# small word that cannot stand between two nouns.
_VERB = (
    r"(?:(?:now|also|jetzt|nun) )?(?!(?:and|or|for|in|with|by|of|to|at|on|from|as|und|oder|"
    r"für|mit|von|aus|bei|zu|et|ou|de|du|des|pour|avec|par|en|sur|y|con|del?|para|por|"
    r"e|di|per|da|met|van|voor|do|dos|com|is|was|has|plus|versus|vs)\b)[a-zà-ÿ]+"
)
_ENGLISH_VERB = r"(?:(?:now|also) )?(?:is|are|has|have|can|made|cut|ran|gave|brings|let|[a-z]+(?:s|ed))"
_MAKER = r"[A-ZÀ-Þ][\w.&'’-]*(?: [A-ZÀ-Þ][\w.&'’-]*){0,3}"
_BRINGS = (
    r"(?:(?:has|have|today|just|officially|hat|haben|a|ont|ha|han|heeft) ){0,2}"
    r"(?:releases|released|made|launch(?:ed|es)|introduc(?:ed|es)|unveil(?:ed|s)|open-sourced|"
    r"publish(?:ed|es)|ship(?:ped|s)|bringt|veröffentlicht|zeigt|lance|lancé|présente|"
    r"présenté|dévoile|dévoilé|sort|lanza|lanzado|presenta|presentado|lancia|lanciato|"
    r"brengt|lança|lançou|apresenta|(?=[^.]{0,80} (?:vorgestellt|veröffentlicht)\b))"
)
_FEWEST_BEHIND_NAME = 3  # words
# What tells nothing of a thing: "a new release", "a full rebuild".
_VAGUE = re.compile(
    r"(?:an?|eine?|une?|una?|uma?|een) (?:\w+ )?(?:rebuild|release|update|version|way|paradigm|brand|Version|Ausgabe)\b"
)
# Behind these stands no subject: "In Go 1.27, a method …".
_NOT_BEHIND = (
    r"(?<!\bin )(?<!\bof )(?<!\bon )(?<!\bby )(?<!\bto )(?<!\bfor )(?<!\bwith )(?<!\bfrom )"
    r"(?<!\blike )(?<!\bsince )(?<!\bafter )(?<!\bbefore )(?<!\bim )(?<!\bmit )(?<!\bvon )"
    r"(?<!\bdans )(?<!\bavec )(?<!\ben )(?<!\bcon )(?<!\bde )"
)


# As it is typed, and as typesetters keep it together.
_HYPHEN = "[-\u2010\u2011]"


def _pattern(name: str) -> str:
    """How a sentence says the name: without its article, in either case, "v2" as "2"."""
    words = re.sub(rf"\A{_ARTICLE}", "", name, flags=re.IGNORECASE).split()
    return r"\s".join(
        rf"(?:v|version )?{re.escape(word.lstrip('vV'))}"
        if re.fullmatch(r"[vV]?\d[\w.]*", word)
        else re.escape(word).replace(r"\-", _HYPHEN)
        for word in words
    )


# "Sift in public beta: a search API".
_STAGE = r"(?: in (?:(?:public|private|open|closed|early|research) )?(?:alpha|beta|preview))?"
# Where the sentence goes on behind what it says of the thing: ", a queue, runs on".
_PREDICATE = re.compile(
    r", (?:now |also )?(?:[a-z]+(?:s|ed)|can|ist|est|es) (?!and |or )"
)


def _appositive(name: str, sentence: str) -> str:
    """`Sift: a search API made for agents`, where a sentence says what it is."""
    called = _pattern(name)
    found = re.search(
        rf"(?:\A{_ARTICLE}?{called}(?:\s\([^)]*\))?\s(?:is|are|ist|est|es|è|é)\s|"
        rf"{_NOT_BEHIND}(?<!\w){called}(?:\s\([^)]*\))?(?:,? (?:on {_DAY}|today|this week))?{_STAGE}[,:] )"
        r"(?P<what>(?:an?|eine?|une?|una|uno|uma?|een)\s.+)",
        sentence,
        re.IGNORECASE,
    )
    if not found:
        return ""
    what = _cut(_PREDICATE.split(found["what"])[0], f"{name}: ")
    is_said = len(what.split()) >= _FEWEST_BEHIND_NAME and not (
        _DOUBTFUL.search(what) or _VAGUE.search(what)
    )
    return f"{capitalised(name)}: {what}" if is_said else ""


def _clause(name: str, sentence: str, *, by_maker: bool = False) -> str:
    """`OpenAI made GPT-5 available in its API`: the sentence's own first clause.

    It begins with the name, or says who brings it.
    """
    said = _ON_A_DAY.sub("", sentence.strip("\"' "))
    if _UNSPACED.search(said):
        return ""
    called = _pattern(name)
    verb = _ENGLISH_VERB if is_english(said) else _VERB
    begins = (
        rf"{_MAKER} {_BRINGS} ?(?:[\w’-]+ ){{0,4}}?(?i:{called})(?!\w)"
        if by_maker
        else rf"(?:{_ARTICLE})?(?i:{called}) (?={verb}\b)"
    )
    clause = _cut(said) if re.match(begins, said) else ""
    if len(clause) > _MOST_CHARACTERS:
        return ""
    behind = len(clause.split()) - len(name.split())
    is_told = (
        len(clause) >= _FEWEST_CHARACTERS
        and behind >= _FEWEST_BEHIND_NAME
        and not _DOUBTFUL.search(clause)
        and not _VAGUE.search(clause)
        and clause.count("“") == clause.count("”")
    )
    return capitalised(clause) if is_told else ""


# "that …", "built for …": what may be left out behind a thing.
_RELATIVE = re.compile(
    r",? (?:that|which|where)\b|"
    r" (?:built|designed|made|trained|optimi[sz]ed) (?:for|to|on|by|with|in|from)\b"
)


def _cut(text: str, before: str = "") -> str:
    """Up to where the clause ends; nothing where that is in a list.

    Behind `before` a thing that is too long to tell stands without its relative clause.
    """
    end = _CLAUSE_END.search(text)
    if end and end.group() == "(":  # within the clause
        return ""
    clause = (text[: end.start()] if end else text).rstrip(" .,!?")
    if before and len(before) + len(clause) > _MOST_CHARACTERS:
        clause = _RELATIVE.split(clause)[0]
        if len(before) + len(clause) > _MOST_CHARACTERS:
            return ""
    is_whole = clause == text.rstrip(" .,!?")
    return "" if ", " in clause and not is_whole else clause
