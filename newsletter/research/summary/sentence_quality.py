"""Sentence scoring by cue phrases: contribution, evidence, or nothing. Pure."""

import re
from collections.abc import Iterable, Sequence

from newsletter.research.summary.announcing import name_of
from newsletter.standards.banned import found_in
from newsletter.text import blemishes, boilerplate
from newsletter.text.plain import has_address, has_markup
from newsletter.text.sentences import Sentence, numbers, points_back
from newsletter.text.words import length_in_words

FEWEST_WORDS, MOST_WORDS = 6, 60

# Those that take either case are asked of a text in lower case: with `re.IGNORECASE`
# each alternative is tried at every word, which takes four times as long.

_SPEAKER = (
    r"\b(?:we|this (?:paper|work|study|article|report|survey)|(?:the )?authors)\b"
)
_SPEAKING = re.compile(_SPEAKER)
_CONTRIBUTES = re.compile(
    rf"{_SPEAKER}.{{0,60}}?\b(?:describ\w+|stud(?:y|ies)|investigat\w+|design\w*|buil[dt]s?|"
    r"formali[sz]\w+|argu\w+|survey\w*|review\w*|evaluat\w+|examin\w+|analy[sz]\w+|"
    r"explor\w+|creat\w+|provid\w+|offer\w*|contribut\w+|construct\w*|train\w*|"
    r"demonstrat\w+|show\w*|address\w*|tackl\w+|ask\w*|revisit\w*|identif\w+|conduct\w*|compar\w+)\b"
)
_INTRODUCES = re.compile(
    rf"{_SPEAKER}.{{0,40}}?\b(?:introduc\w+|propos\w+|present\w*|releas\w+|develop\w*|"
    r"open-sourc\w+|formulat\w+)\b"
)
_SHIPS = re.compile(
    r"\b(?:introduc\w+|announc\w+|releas\w+|launch\w*|ship(?:s|ped|ping)?|unveil\w*|"
    r"open[- ]?sourc\w+|now (?:supports?|lets?)|made \S+ available|began to offer|present(?:s|ed)|"
    r"publish(?:es|ed)|adds?|added|rolling out|today)\b"
)
_SHOWS = re.compile(
    r"\b(?:outperform\w*|achiev\w+|improv\w+|reduc\w+|increas\w+|exceed\w*|surpass\w*|"
    r"match(?:es|ing)|experiments?|results?|(?:we|authors|they) (?:find|found|show|"
    r"observe)|find that|"
    r"reveals?|evaluat\w+|benchmarks?|faster|cheaper|fewer|lower|higher|accuracy|"
    r"speed-?up|gains?|compared (?:to|with)|scores?|down to|takes? about|supports?|costs?|prices?|up to)\b"
)
_PRICE = re.compile(
    r"[$€£]\s?\d|\b(?:free (?:for|of|on|up|plan|tier)|is free|at no (?:extra )?c(?:ost|harge)|"
    r"per (?:month|seat|user|million|hour)|a month|costs? (?:the same|nothing))\b"
)
_TO_BE_HAD = re.compile(
    r"\b(?:(?:is|are) (?:now |generally )*available|licen[sc]e|open[- ]weight|weights|"
    r"public (?:beta|preview)|pip install|on all plans|rolling out)\b"
)
_MEASURED = re.compile(
    r"\d\s?(?:%|×|x\b)|[$€£]\s?\d|\b(?:points?|times (?:as|faster|fewer|cheaper|less)|"
    r"tokens? per second|accuracy|recall|precision)\b"
)
_BACKGROUND = re.compile(
    r"^(?:\W*)(?:Large language models|LLMs|Recent|Existing|Current|Traditional|"
    r"Previous|Prior|Numerous|Many|Various|Several (?:studies|works)|While|Although|Despite|With the|As |In recent|Modern|Today['’]s|"
    r"Most|Yet|However)\b|\b(?:remains? (?:a|an|largely|challenging|unclear|under)|"
    r"have (?:shown|demonstrated|emerged|become|achieved)|"
    r"has (?:shown|demonstrated|emerged|become|attracted)|is (?:crucial|essential|"
    r"critical|important)|often (?:fail|struggle|suffer|rely)\w*)\b",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(
    r"\b(?:subscrib\w+|cookies?|newsletter|sign up|sign in|log in|read more|learn more|"
    r"read the (?:full|docs|paper|post)|click|follow us|all rights reserved|"
    r"privacy policy|terms of (?:use|service)|min(?:ute)? read|posted (?:by|on|in)|"
    r"photo|image credit|join (?:us|our)|register (?:for|now|here)|table of contents|"
    r"acknowledg\w+|thank(?:s| you)|we['’]re hiring|get started|contact (?:us|sales)|"
    r"share this|see (?:figure|fig|table|below|above|the|our|also)|(?:figure|table) \d|"
    r"stay tuned|round-?up|check out|head over|follow along|skip to|javascript|loading|"
    r"ignore (?:all|any|previous|the above|prior)|you are an? (?:ai|assistant)|"
    r"accepted (?:at|to|by)|code, |(?:code|data|datasets?|models?|project page|demo|"
    r"weights|materials?|resources?|implementation|repository) (?:\w+ ){0,4}"
    r"(?:is|are|will be|can be) (?:\w+ ){0,2}(?:available|released|found|accessible))\b"
)
# "(2) It scales": an entry of a list, or a part of a list that goes on elsewhere; "O(1)",
# "SU(2)" and "socket(7)" are none.
_PART_OF_LIST = re.compile(
    r"^\(?(?:\d{1,2}|[ivx]{1,4}|[a-d])\)\s|(?<!\w)\((?:1|i|a)\)(?!.*\((?:2|ii|b)\))|"
    r"^(?!.*(?<!\w)\((?:1|i|a)\)).*(?<!\w)\((?:[2-9]|ii|iii|iv|[bc])\)"
)
_OUTLOOK = re.compile(
    r"\b(?:pav\w+ the way|l(?:ay|ays|aying) (?:a |the )?(?:solid )?(?:groundwork|foundation)|"
    r"new perspectives?|underscor\w+|highlight\w* (?:the|its|their) (?:potential|"
    r"importance|need|effectiveness|necessity)|promising (?:direction|step|future|path)|"
    r"significant step|endless|open(?:ing|s)? the door|position\w* \w+ as|"
    r"future (?:work|research|directions?|studies)|(?:we|authors|they) (?:hope|"
    r"believe|discuss|envision)|open challenges|world-class|unprecedented|is the first|(?:aims?|"
    r"serves?) to (?:inform|inspire|provide|foster)|more (?:powerful|general)|"
    r"establish\w* (?:a new|itself)|clear path|chart\w* a (?:path|course)|valuable insights?|"
    r"(?:demonstrat\w+|show\w*|verif\w+|validat\w+|reveal\w*) the (?:\w+ )?"
    r"(?:effectiveness|superiority|potential|generalizability|robustness))\b"
)
_COMFORTABLE_WORDS = 40
_ANY_OF_US = re.compile(r"\b(?:we|us|our)\b")
_ALL_OF_US = re.compile(
    r"\b(?:humans|mankind|humanity|society|human (?:labou?r|life|lives|beings|nature|"
    r"history)|our (?:lives|daily|everyday|brains?|minds?|world|species|planet))\b"
)
_FIRST_PERSON = re.compile(r"(?<![\w'’])(?:I|I['’](?:m|ve|d|ll)|[Mm]y)(?!\w)")


def can_stand(sentence: Sentence, shown: str) -> bool:
    """May a paper's sentence be told alone? `shown` is how it would be displayed."""
    is_own = not (
        points_back(shown)
        or _FIRST_PERSON.search(shown)
        or blemishes.has_wrong_speaker(shown)
    )
    return is_own and _is_whole(sentence, shown)


def can_follow(sentence: Sentence, shown: str) -> bool:
    """May a report's sentence be quoted, at least behind the one before it?"""
    is_told = not (_SAID.search(shown) or blemishes.orders_its_reader(shown))
    return is_told and _is_whole(sentence, shown)


def _is_whole(sentence: Sentence, shown: str) -> bool:
    length = length_in_words(shown)
    return (
        FEWEST_WORDS <= length <= MOST_WORDS
        and sentence.has_end
        and not shown.rstrip("\"'”’)]").endswith(("?", "!", ":", "…", "..."))
        and _opens_well(shown)
        and _is_balanced(shown)
        and not has_markup(shown)
        and not has_address(shown)
        and not _PART_OF_LIST.search(shown)
        and not _BOILERPLATE.search(shown.lower())
        and not boilerplate.is_boilerplate(shown)
        and not _is_blemished(shown)
    )


def _is_blemished(shown: str) -> bool:
    """Whether a reader would stumble over it, wherever it stood."""
    return bool(
        blemishes.is_caption(shown)
        or blemishes.is_background(shown)
        or blemishes.points_at_nothing(shown)
        or blemishes.ends_before_its_list(shown)
        or blemishes.typing(shown)
        or blemishes.is_garbled(shown)
    )


def _opens_well(shown: str) -> bool:
    """With a capital, a figure, a quotation mark, or a name such as vLLM."""
    first = shown.split(maxsplit=1)[0]
    return not first.isalpha() or not first.islower()


def _is_balanced(shown: str) -> bool:
    return shown.count("(") == shown.count(")") and shown.count("[") == shown.count("]")


# A guest's praise is no news: “It halved our bill,” said a customer.
_SAID = re.compile(r"[”\"],? (?:said|says|adds|explains|notes|according)\b|\A[“\"]")


def contribution(shown: str, title: str) -> float:
    """How much a paper's sentence tells what the thing is."""
    lower = shown.lower()
    promise = 1.0 * bool(_INTRODUCES.search(lower)) + 0.4 * bool(
        _CONTRIBUTES.search(lower)
    )
    name = name_of(title)
    is_named = len(name.split()) <= 4 and name.lower() in lower
    return promise + 0.4 * is_named - 0.1 * min(3, len(numbers(shown)))


def evidence(shown: str) -> float:
    """How much the sentence tells what shows it: figures and results, from 0 to 1.85.

    A share or a price tells more than a size.
    """
    lower = shown.lower()
    figures = min(3, len(numbers(shown)))
    is_measured = bool(_MEASURED.search(lower))
    return 0.35 * figures + 0.4 * bool(_SHOWS.search(lower)) + 0.4 * is_measured


def to_be_had(shown: str) -> float:
    """How much it tells what a thing costs and where it is to be had, from 0 to 0.9."""
    lower = shown.lower()
    return 0.6 * bool(_PRICE.search(lower)) + 0.3 * bool(_TO_BE_HAD.search(lower))


# Of 84 such sentences among 4,664 that were labelled six tell news or a fact of it; of all
# others three in ten.
_BEFORE = re.compile(
    r"\A\W{0,2}(?:(?:[\w-]+ ){1,5}ago\b|(?:Last|Earlier this|(?:Late|Early) last) |"
    r"(?:Many|Most|Some|Several|Often|Today['’]s|Historically|Traditionally|Typically|Usually|"
    r"Generally)\b|"
    # Of 35 such real sentences 31 tell what was before.
    r"When (?:we|[A-Z][\w.-]+)(?: [A-Z][\w.-]+)? (?:first )?(?:released|launched|founded|started|"
    r"introduced|announced|built|began)\b|"
    # Of 57 such real sentences in four languages none told what happened now.
    r"As (?:usual|always|ever)\b|In recent (?:years|months|decades)\b|Ever since\b|"
    r"For (?:many )?(?:years|decades|months|centuries|generations)\b|"
    r"(?:Over|In|During|For) the (?:past|last) (?:few |several |two |three |\d+ )?"
    r"(?:years|decades?|months)\b|Until (?:now|recently)\b|Since (?:19|20)\d\d,|"
    r"(?:Durante|Desde hace) (?:años|décadas)\b|En los últimos (?:años|meses)\b|"
    r"Hace (?:más de )?(?:\w+ )?(?:años|décadas)\b|Depuis (?:des|plusieurs|quelques) |"
    r"Ces (?:dernières années|derniers mois)\b|Longtemps |Pendant des années\b|"
    r"近年来|近几年|多年来|长期以来|一直以来)"
)


def begins_before(shown: str) -> bool:
    """ "Two weeks ago we …", "When Kettle launched, …", "Many teams …": what was before or is of many."""
    return bool(_BEFORE.match(shown))


# "Longer waits: You spend …", "ANN: It felt odd". Of 19 such that were quoted of 700 real texts
# 16 were entries of lists, furniture or speakers of a transcript.
# So are eight of nine of 2,584 quotations that began with an arrow, a bullet or an emoji.
_ENTRY = re.compile(
    r"[\u2190-\u2bff\U0001f000-\U0001faff•·►]|"
    r"\W?(?:[^\s:,;“”\"]*[^\s.:,;“”\"] ){0,5}[^\s:,;“”\"]*[^\s.:,;“”\"]: (?=[A-Z\d])"
)


def is_an_entry(shown: str) -> bool:
    """Does it begin as an entry of a list does: "Price: …", "Kettle Mini: Our smallest …"?"""
    return bool(_ENTRY.match(shown))


def ships(lower: str) -> bool:
    """Does it tell, in lower case, that something was brought out or changed?"""
    return bool(_SHIPS.search(lower))


def speaks_for_all(shown: str) -> bool:
    """Does "we" mean mankind, which is not for a paper's authors to be put in place of?"""
    lower = shown.lower()
    return bool(_ALL_OF_US.search(lower) and _ANY_OF_US.search(lower))


def is_of_paper(said: str, title: str) -> bool:
    """Does a paper speak of itself, by "we", "this survey" or its name?"""
    lower = said.lower()
    is_named = name_of(title).lower() in lower
    return is_named or bool(_SPEAKING.search(lower) or _ANY_OF_US.search(lower))


def own_part(cleaned: Sequence[str]) -> int:
    """Where a paper begins to tell what it brings; before it stands what others did."""
    for sign in (_INTRODUCES, _SPEAKING):
        for place, shown in enumerate(cleaned):
            if sign.search(shown.lower()):
                return place
    return 0


def weakness(shown: str, *, is_before: bool) -> float:
    """What speaks against a sentence: background, outlook without figures, length.

    `is_before` tells that it stands before the part that is the paper's own.
    """
    excess = max(0, length_in_words(shown) - _COMFORTABLE_WORDS)
    background = 1.0 + 0.5 * bool(_BACKGROUND.search(shown)) if is_before else 0.0
    outlook = 0.8 if _OUTLOOK.search(shown.lower()) and not numbers(shown) else 0.0
    return background + outlook + 0.02 * excess


_LEANS = re.compile(
    r"[^,]{0,60},\s+(?:it|they|its|their)\b|(?:At|In|On|To|For|By|With|Of) (?:its|their)\b"
)


def leans(shown: str) -> bool:
    """Does "it" or "its" near the beginning want the sentence before?"""
    return bool(_LEANS.match(shown))


def has_any(shown: str, phrases: Iterable[str]) -> bool:
    """Does the sentence say one of the banned phrases, as the critic will tell?"""
    return any(found_in(shown, phrases))


_NAME = re.compile(
    r"\b(?=[\w-]*[A-Z][\w-]*[A-Z0-9])[A-Za-z][\w-]*\b|\b[A-Z][a-z]+-?[A-Z]\w*"
)
# Names that need no introduction.
_WELL_KNOWN = frozenset(
    [
        "AI", "LLM", "LLMs", "VLM", "VLMs", "API", "APIs", "GPU", "GPUs", "CPU", "CPUs",
        "RAG", "RL", "SFT", "NLP", "ML", "QA", "UI", "GUI", "CLI", "SDK", "MCP", "JSON",
        "SQL", "HTTP", "URL", "PDF", "CoT", "GPT-4", "GPT-4o", "GPT-5", "ChatGPT", "MoE",
        "GitHub", "OpenAI", "DeepSeek", "IDE", "KV", "PyTorch", "JavaScript", "TypeScript",
        "US", "EU", "UK", "OS", "iOS", "macOS",
    ]
)  # fmt: skip


def names(shown: str) -> frozenset[str]:
    """The coined names in a sentence that a reader cannot be expected to know."""
    return frozenset(_NAME.findall(shown)) - _WELL_KNOWN


def names_a_thing(text: str) -> bool:
    """Something coined, or with a number: not "Technical report"."""
    return bool(names(text)) or any(mark.isdigit() for mark in text)


def is_proper(text: str) -> bool:
    """Written as a name is, every word with a capital: "Lumen Edit"."""
    return len(text.split()) > 1 and all(word[0].isupper() for word in text.split())
