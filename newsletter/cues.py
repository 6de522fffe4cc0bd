"""What the words of a sentence promise: a contribution, evidence, or nothing. Pure."""

import re
from collections.abc import Iterable
from functools import lru_cache

from newsletter.plain import has_address, has_markup
from newsletter.sentences import Sentence, dangles, numbers

FEWEST_WORDS, MOST_WORDS = 6, 60

_SPEAKER = (
    r"\b(?:we|this (?:paper|work|study|article|report|survey)|(?:the )?authors)\b"
)
_CONTRIBUTES = re.compile(
    rf"{_SPEAKER}.{{0,60}}?\b(?:describ\w+|stud(?:y|ies)|investigat\w+|design\w*|buil[dt]s?|"
    r"formali[sz]\w+|argu\w+|survey\w*|review\w*|evaluat\w+|examin\w+|analy[sz]\w+|"
    r"explor\w+|creat\w+|provid\w+|offer\w*|contribut\w+|construct\w*|train\w*|"
    r"demonstrat\w+|show\w*|ask\w*|revisit\w*|identif\w+|conduct\w*|compar\w+)\b",
    re.IGNORECASE,
)
_INTRODUCES = re.compile(
    rf"{_SPEAKER}.{{0,40}}?\b(?:introduc\w+|propos\w+|present\w*|releas\w+|develop\w*|"
    r"open-sourc\w+|formulat\w+)\b",
    re.IGNORECASE,
)
_SHIPS = re.compile(
    r"\b(?:introduc\w+|announc\w+|releas\w+|launch\w*|ship(?:s|ped|ping)?|unveil\w*|"
    r"open[- ]?sourc\w+|now (?:available|supports?|lets?)|(?:is|are) (?:now )?available|"
    r"generally available|adds?|rolling out|today)\b",
    re.IGNORECASE,
)
_SHOWS = re.compile(
    r"\b(?:outperform\w*|achiev\w+|improv\w+|reduc\w+|increas\w+|exceed\w*|surpass\w*|"
    r"match(?:es|ing)|experiments?|results?|we (?:find|found|show|observe)|find that|"
    r"reveals?|evaluat\w+|benchmarks?|faster|cheaper|fewer|lower|higher|accuracy|"
    r"speed-?up|gains?|compared (?:to|with)|scores?|supports?|costs?|up to)\b",
    re.IGNORECASE,
)
_BACKGROUND = re.compile(
    r"^(?:\W*)(?:Large language models|LLMs|Recent|Existing|Current|Traditional|"
    r"Previous|Prior|While|Although|Despite|With the|As |In recent|Modern|Today['’]s|"
    r"Most|Yet|However)\b|\b(?:remains? (?:a|an|largely|challenging|unclear|under)|"
    r"have (?:shown|demonstrated|emerged|become|achieved)|"
    r"has (?:shown|demonstrated|emerged|become|attracted)|is (?:crucial|essential|"
    r"critical|important)|often (?:fail|struggle|suffer|rely)\w*|struggle)\b",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(
    r"\b(?:subscrib\w+|cookies?|newsletter|sign up|sign in|log in|read more|learn more|"
    r"read the (?:full|docs|paper|post)|click|follow us|all rights reserved|"
    r"privacy policy|terms of (?:use|service)|min(?:ute)? read|posted (?:by|on|in)|"
    r"photo|image credit|join (?:us|our)|register (?:for|now|here)|table of contents|"
    r"acknowledg\w+|thank(?:s| you)|we['’]re hiring|get started|contact (?:us|sales)|"
    r"share this|see (?:figure|fig|table|below|above|the|our|also)|(?:figure|table) \d|"
    r"stay tuned|check out|head over|follow along|skip to|javascript|loading|"
    r"ignore (?:all|any|previous|the above|prior)|you are an? (?:ai|assistant)|"
    r"accepted (?:at|to|by)|code, |(?:code|data|datasets?|models?|project page|demo|"
    r"weights|materials?|resources?|implementation|repository) (?:\w+ ){0,4}"
    r"(?:is|are|will be|can be) (?:\w+ ){0,2}(?:available|released|found|accessible))\b",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"(?<![\w'’])(?:I|I['’](?:m|ve|d|ll)|[Mm]y)(?!\w)")
_EXCITED = re.compile(
    r"\b(?:excited|thrilled|proud|delighted|happy to|pleased to|can['’]t wait)\b", re.I
)


def can_stand(sentence: Sentence, shown: str, *, is_paper: bool) -> bool:
    """May the sentence be quoted alone? `shown` is how it would be displayed."""
    length = len(shown.split())
    return (
        FEWEST_WORDS <= length <= MOST_WORDS
        and sentence.has_end
        and not shown.rstrip("\"'”’").endswith(("?", "!", ":", "…", "..."))
        and _opens_well(shown)
        and _is_balanced(shown)
        and not has_markup(shown)
        and not has_address(shown)
        and not dangles(shown)
        and not _BOILERPLATE.search(shown)
        and not (is_paper and _FIRST_PERSON.search(shown))
    )


def _opens_well(shown: str) -> bool:
    """With a capital, a figure, a quotation mark, or a name such as vLLM."""
    first = shown.split(maxsplit=1)[0]
    return not first.isalpha() or not first.islower()


def _is_balanced(shown: str) -> bool:
    return shown.count("(") == shown.count(")") and shown.count("[") == shown.count("]")


def contribution(shown: str, title: str, *, is_paper: bool) -> float:
    """How much the sentence tells what the thing is."""
    if is_paper:
        promise = 1.0 * bool(_INTRODUCES.search(shown)) + 0.4 * bool(
            _CONTRIBUTES.search(shown)
        )
    else:
        promise = 0.8 * bool(_SHIPS.search(shown)) - 0.2 * bool(_EXCITED.search(shown))
    name = re.split(r":\s", title, maxsplit=1)[0]
    is_named = len(name.split()) <= 4 and name.lower() in shown.lower()
    return promise + 0.4 * is_named - 0.1 * min(3, len(numbers(shown)))


def evidence(shown: str) -> float:
    """How much the sentence tells what shows it: figures and results."""
    figures = min(3, len(numbers(shown)))
    return 0.35 * figures + 0.4 * bool(_SHOWS.search(shown))


def is_background(shown: str) -> bool:
    """Does the sentence tell what was there before?"""
    return bool(_BACKGROUND.search(shown))


def has_any(shown: str, phrases: Iterable[str]) -> bool:
    """Does one of the phrases stand in the sentence, as whole words?"""
    pattern = _any_of(tuple(phrases))
    return bool(pattern and pattern.search(shown))


@lru_cache(maxsize=16)
def _any_of(phrases: tuple[str, ...]) -> re.Pattern[str] | None:
    if not phrases:
        return None
    listed = "|".join(re.escape(phrase) for phrase in phrases)
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)", re.IGNORECASE)


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
