"""A quoted sentence of a paper, as an issue can say it in its own voice. Pure.

Only what stands in the way of reading a sentence alone is changed: the connective it
opens with, "we", and an acronym that was spelled out somewhere else.
"""

import re
from collections.abc import Mapping

_CONNECTIVE = (
    r"Specifically|Moreover|Furthermore|Additionally|In addition|However|Finally|Notably|"
    r"In particular|Consequently|Therefore|Accordingly|Meanwhile|Importantly|Remarkably|"
    r"Interestingly|Surprisingly|Strikingly|Crucially|Overall|First|Second|Third|Firstly|"
    r"Secondly|Thirdly|Lastly|Next|Besides|Nevertheless|Nonetheless|Empirically|"
    r"Concretely|Subsequently|In summary|In short|As a result|Ultimately|Conversely|"
    r"Likewise|Similarly|For (?:instance|example)|In (?:contrast|response)|By contrast|"
    r"Instead|Against this backdrop|More (?:specifically|importantly|broadly)|At its core"
)
# "To close this gap", "Based on these findings", "In this paper".
_POINTING = (
    r"To (?:\w+ )?\w+ (?:this|these|those|such|the above|both|it|them)\b[^,.;]{0,70}|"
    r"(?:Building|Drawing|Based) (?:up)?on (?:this|these|those|such)\b[^,.;]{0,50}|"
    r"(?:Inspired|Motivated|Guided|Informed) by (?:this|these|those|such)\b[^,.;]{0,50}|"
    r"(?:With|Using|Through|Under|From|By|Via|On|At|In|For|Within|Over|Given|Beyond|"
    r"Across|Alongside|In light of) (?:this|these|such)\b[^,.;]{0,50}|To this end"
)
_LABEL = (
    r"Abstract|TL;DR|Background|Objectives?|Aims?|Purpose|Methods?|Results?|Findings|"
    r"Conclusions?"
)
_LEAD = re.compile(
    rf"(?:(?:{_CONNECTIVE}|{_POINTING}),\s+|(?:Thus|Hence|Here|Also),?\s+|"
    rf"(?:{_LABEL}):\s+|(?:Our|The) (?:key|main|core) (?:insight|idea|finding) is that\s+)"
    r"(?=\S)"
)

_WE = re.compile(
    r"\b(?P<we>[Ww]e)(?P<short>['’](?:re|ve|ll|d))?\b|"
    r"\b(?P<our>[Oo]ur)\b|\b(?P<ours>ours)\b|\b(?P<us>us)\b|\b(?P<selves>ourselves)\b"
)
_THIS_WORK = re.compile(
    r"\b(?:(?P<first>T)|t)his (?=(?:paper|work|study|article|report|survey|review|thesis|"
    r"tutorial|position paper|technical report)\b)"
)
_SHORT = {"re": "are", "ve": "have", "ll": "will", "d": "would"}


def without_lead(sentence: str) -> str:
    """The sentence without the connective it opens with, begun with a capital."""
    while lead := _LEAD.match(sentence):
        sentence = capitalised(sentence[lead.end() :])
    return sentence


def capitalised(sentence: str) -> str:
    """With a capital first, unless the first word has its own way: vLLM, iOS, k-means."""
    first = sentence.split(maxsplit=1)[0] if sentence else ""
    is_plain = first.rstrip(".,;:").isalpha() and first.islower() and len(first) > 1
    is_letter = first in {"a"}
    return sentence[:1].upper() + sentence[1:] if is_plain or is_letter else sentence


_OUR_PROPOSED = re.compile(r"\b(?:(?P<first>O)|o)ur (?=(?:proposed|novel|new)\b)")


def in_third_person(sentence: str) -> str:
    """With "the authors" for "we", then "they", and "the paper" for "this paper"."""
    named = "authors" in sentence.lower()

    def replace(found: re.Match[str]) -> str:
        nonlocal named
        first, named = not named, True
        if found["selves"]:
            return "themselves"
        if found["we"]:
            said = "the authors" if first else "they"
            said += f" {_SHORT[found['short'][1:]]}" if found["short"] else ""
        elif found["us"]:
            said = "the authors" if first else "them"
        else:
            said = "the authors’" if first else "their" + ("s" if found["ours"] else "")
        return said[0].upper() + said[1:] if found.start() == 0 else said

    for pattern in (_THIS_WORK, _OUR_PROPOSED):
        sentence = pattern.sub(
            lambda found: "The " if found["first"] else "the ", sentence
        )
    return _ORDER.sub("The authors ", _WE.sub(replace, sentence))


# "The authors then propose": the order of sentences that are not told.
_ORDER = re.compile(r"\AThe authors (?:then|first|also|further|finally|next|lastly) ")


def spelled_out(sentence: str, meanings: Mapping[str, str]) -> str:
    """With the first use of each acronym written out, unless it is already."""
    for acronym, meaning in meanings.items():
        if meaning.lower() in sentence.lower():
            continue
        use = re.compile(rf"(?<![\w(-]){re.escape(acronym)}(?![\w)-])")
        written = f"{meaning} ({acronym})"
        if use.match(sentence):
            written = capitalised(written)
        sentence = use.sub(written.replace("\\", r"\\"), sentence, count=1)
    return sentence
