"""Scope: what is told of some, told of all. Pure.

"Every" of what a passage tells of many. English words only.
"""

import re

from newsletter.text.words import NOT_ONLY

_ALL = re.compile(
    r"\b(?:all|every|always|any|entire\w*|whole|universal\w*|everywhere|"
    r"whatever|regardless|exclusively|without exception)\b",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"\b(?:some|several|certain|many|most(?:ly)?|often|only|selected|majority|almost|"
    r"partial\w*|mainly|usually|sometimes|frequently|typically|generally|primarily|"
    r"tends?|rarely|few|occasional\w*|largely|(?:in )?particular(?:ly)?|"
    r"general-purpose|key)\b",
    re.IGNORECASE,
)
# "All" that tells of no whole: "above all", "nearly all", "are all it needs".
_NOT_ALL = re.compile(
    r"\b(?:(?i:above|at|after|not|nearly|almost|in|first of) all|all (?:along|told|over|at once|in)|all but|all in all|"
    r"(?i:for all (?:its|his|her|their|the))|all (?:it|they|you|he|she|[A-Z][\w-]*) (?:need|take|want|require)\w*|"
    r"(?:is|are|was) all|(?:in|for|of|on) (?:each of |every )(?:half|two|three|"
    r"four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|thousand|\d+)|all the (?:more|way|same)|(?i:hardly|barely|scarcely|if|without) any)\b"
)
_EACH_OF = re.compile(r"\b(?:every|all)((?: [a-z-]+){1,2})", re.IGNORECASE)
_SOME_OF = re.compile(
    r"\b(?:many|most|several|some|multiple|various|few|numerous)((?: [\w-]+){1,3})",
    re.IGNORECASE,
)


def _things(words: str) -> set[str]:
    """What "every single evaluation" and "multiple evaluations" have in common."""
    return {word.removesuffix("s") for word in words.lower().split() if len(word) > 3}


def made_general(sentence: str, passage: str) -> str | None:
    """The word by which a sentence tells of all what its passage tells of some."""
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
    every = _ALL.search(said)
    return every.group() if every else None
