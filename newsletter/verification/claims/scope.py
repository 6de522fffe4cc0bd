"""Scope: what is told of some, told of all. Pure.

"Every" of what a passage tells of many, "whatever the task" where it speaks of one. English
words only.
"""

import re

from newsletter.text.words import NOT_ONLY

_ALL = re.compile(
    r"\b(?:all|every|always|any|never|none|entire\w*|whole|universal\w*|everywhere|"
    r"whatever|regardless|exclusively|without exception)\b",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"\b(?:some|several|certain|many|most(?:ly)?|often|only|selected|majority|almost|"
    r"partial\w*|mainly|usually|sometimes|frequently|typically|generally|primarily|"
    r"tends?|rarely|few|occasional\w*|largely|(?:in )?particular(?:ly)?|specifically|"
    r"general-purpose|key)\b",
    re.IGNORECASE,
)
# "All" that tells of no whole: "above all", "nearly all", "are all it needs".
_NOT_ALL = re.compile(
    r"\b(?:(?i:above|at|after|not|nearly|almost|in|first of) all|all but|all in all|"
    r"(?i:for all (?:its|his|her|their|the))|all (?:it|they|you|he|she|[A-Z][\w-]*) (?:need|take|want|require)\w*|"
    r"(?:is|are|was) all|(?:in|for|of|on) (?:each of |every )(?:half|two|three|"
    r"four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|thousand|\d+)|all the (?:more|way|same)|(?:hardly|barely|scarcely|if) any)\b"
)
_COUNTED = re.compile(
    r"\s(?:of the |the )?(two|three|four|five|six|seven|eight|nine|ten|twelve|\d+)\b"
)


_EACH_OF = re.compile(r"\b(?:every|each|all)((?: [a-z-]+){1,2})", re.IGNORECASE)
_SOME_OF = re.compile(
    r"\b(?:many|most|several|some|multiple|various|few|numerous)((?: [\w-]+){1,3})",
    re.IGNORECASE,
)


def _things(words: str) -> set[str]:
    """What "every single evaluation" and "multiple evaluations" have in common."""
    return {word.removesuffix("s") for word in words.lower().split() if len(word) > 3}


def made_general(sentence: str, passage: str) -> str | None:
    """The word by which a sentence tells of all what its passage tells of some.

    "All three" is a count where the passage has it.
    """
    if not _ALL.search(passage):
        some = {
            thing
            for words in _SOME_OF.findall(passage)
            for thing in _things(
                " ".join(one for one in words.split() if one[-1] == "s")
            )
        }
        for found in _EACH_OF.finditer(_NOT_ALL.sub(" ", sentence)):
            if some & _things(found[1]):
                return found.group()
    said, passage = _NOT_ALL.sub(" ", sentence), NOT_ONLY.sub(" ", passage)
    if _SOME.search(said) or _ALL.search(passage) or not _SOME.search(passage):
        return None
    for found in _ALL.finditer(said):
        count = _COUNTED.match(said, found.end())
        if not (count and re.search(rf"\b{count[1]}\b", passage, re.IGNORECASE)):
            return found.group()
    return None


# Words for a whole that a writer seldom needs where the source has no such word.
_WHOLE = re.compile(
    r"\b(?:across the board|in (?:every|all|any) (?:single )?cases?|every single|not a single|"
    r"whichever|whatever|entirely|completely|totally|all (?:kinds|sorts|manner) of|"
    r"everywhere|always|none|universally|without exception|invariably|regardless|anyone|"
    r"everyone|everybody|alike|(?:every|any) time|every(?! (?:other|day|now|so|two|three|"
    r"four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|half|\d)))\b",
    re.IGNORECASE,
)
# What may be told of a whole, in whatever way.
_OF_ALL = re.compile(
    r"\b(?:all|every|each|any|always|never|no|not|none|whole|entire\w*|complete\w*|full\w*|"
    r"regardless|universal\w*|only|sole\w*|exclusive\w*|just|alone|first|single|through\w*|"
    r"everything|nothing|across|both|general\w*|whatever|consistent\w*|globally|worldwide|ubiquit\w*|zero|purely|without|"
    r"total\w*|perfect\w*|respective\w*|arbitrary|cannot|uniform\w*|invariant|agnostic)\b",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|third|"
    r"quarter|twice|double|hundred\w*|thousand\w*)\b",
    re.IGNORECASE,
)


def made_whole(sentence: str, passage: str) -> str | None:
    """The word for a whole in a sentence whose passage speaks of no whole at all.

    "Every" may stand for a count, so it needs a passage without one.
    """
    found = _WHOLE.search(sentence)
    if found is None or _OF_ALL.search(passage):
        return None
    is_count = found.group().lower() == "every" and _COUNTS.search(passage)
    return None if is_count else found.group()
