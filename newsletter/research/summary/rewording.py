"""Rewriting a quoted sentence of a paper so that an issue can say it. Pure.

Only what stands in the way of reading a sentence alone is changed: the connective it
opens with, "we", and an acronym that was spelled out somewhere else. Praise that the
authors give themselves is left out; the quote beside it keeps every word.
"""

import re
from collections.abc import Mapping

_CONNECTIVE = (
    r"Specifically|Moreover|Furthermore|Additionally|In addition|However|Finally|Notably|"
    r"In particular|Consequently|Therefore|Accordingly|Meanwhile|Importantly|Remarkably|"
    r"Interestingly|Surprisingly|Strikingly|Crucially|Overall|First|Second|Third|Firstly|"
    r"Secondly|Thirdly|Lastly|Next|Besides|Nevertheless|Nonetheless|Empirically|"
    r"Concretely|Subsequently|In summary|In short|As a result|Ultimately|Conversely|"
    r"Last but not least|Likewise|Similarly|For (?:instance|example)|In (?:contrast|response)|By contrast|"
    r"Intriguingly|Critically|Particularly|Collectively|Concurrently|Simultaneously|"
    r"Alternatively|Unsurprisingly|Counterintuitively|"
    r"Instead|Against this backdrop|More (?:specifically|importantly|broadly)|At its core"
)
# "To close this gap", "Based on these findings", "In this paper".
_POINTING = (
    r"To (?:\w+ )?\w+ (?:this|these|those|such(?! as\b)|the above|both|it|them)\b[^,.;]{0,70}|"
    r"(?:To|By|After|Through|Combining|Building|Extending|Motivated|Inspired|Guided|Informed|"
    r"Armed|Equipped) [^,.;:]{0,90}?\b(?:this|these|(?<!than )(?<!to )those|such(?! as\b)|the above)\b"
    r"[^,.;:]{0,70}(?=, (?i:we)\b)|"
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
    r"In this (?:paper|work|study|article|report|survey) (?=we\b)|"
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


# "We fill this gap by proposing a cache": what gap, another sentence said.
_BY_DOING = re.compile(
    r"\A(?:We|(?P<work>(?:This|Our) (?:paper|work|study|article|report|survey))) (?:\w+ly )?"
    r"(?:fill|address|bridge|close|tackle|overcome|solve|resolve|meet)(?:e?s)? "
    r"(?:this|that|these|those|such)\b[^,.;]{0,60}? by (?P<verb>propos|introduc|present|"
    r"develop|design|build)ing\b"
)


# English has a vowel before its hyphen, "gpt-oss" none; with a figure it is a name.
_COMPOUND = re.compile(r"(?=[a-z]*[aeiouy])[a-z]{2,}-[^\s\d]+(?!\S)")


def without_lead(sentence: str) -> str:
    """The sentence without the connective it opens with, begun with a capital."""
    while lead := _LEAD.match(sentence):
        rest = sentence[lead.end() :]
        is_compound = _COMPOUND.match(rest)
        sentence = rest[0].upper() + rest[1:] if is_compound else capitalised(rest)
    return _BY_DOING.sub(_does, sentence)


def _does(found: re.Match[str]) -> str:
    """`We propose`, where the text has `by proposing`; `This paper proposes`."""
    who, verb = found["work"] or "We", found["verb"]
    verb += "e" if verb.endswith(("os", "uc")) else ""
    return f"{who} {verb}s" if found["work"] else f"{who} {verb}"


def capitalised(sentence: str) -> str:
    """With a capital first, unless the first word has its own way: vLLM, iOS, k-means."""
    first = sentence.split(maxsplit=1)[0] if sentence else ""
    word = first.rstrip(".,;:")
    is_plain = word.isalpha() and word.islower() and (len(word) > 1 or first == "a")
    return sentence[:1].upper() + sentence[1:] if is_plain else sentence


# Words without which a sentence says the same. "Significantly" may be meant of numbers.
# Not behind "is" or "more", nor before "than", "and" or "enough": there it is no mere
# praise, or the rest would be no sentence. A novel view, or class, is an unseen one.
_PRAISE = re.compile(
    r"(?:\b(?P<article>an? )|(?<!, )(?<!\band )(?<!\bor )(?<!\ba )(?<!\ban )"
    r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )(?<!\bbeen )(?<!\bas )"
    r"(?<!\bmore )(?<!\bmost )(?<!\bless )(?<!\bleast )(?<!\bvery )(?<!\bso )"
    r"(?<!\btoo )(?<!\bhighly )(?<!\bequally )(?<!\btruly )(?<!\bhow )(?<!\bnot )"
    r"(?<!\bboth )(?<!\bonly )(?<!\bquite )(?<!\bremains )(?<!\bremain )"
    r"(?<!\bbecomes )(?<!\bbecome )(?<!\bproves )(?<!\bprove )(?<!\bequal )\b)"
    r"(?:novel|innovative|groundbreaking|ground-breaking|cutting-edge|world-class|"
    r"powerful|comprehensive|meticulously|synergistically|seamlessly|remarkably|"
    r"impressively|dramatically|drastically|elegantly|strikingly|surprisingly)"
    r"(?P<more>(?:,| and\b| or\b| yet\b| but\b)?) (?!(?:than|as|enough|in|for|to|at|of|on|"
    r"by|because|when|that|with|across|views?|viewpoints?|class(?:es)?|categor(?:y|ies)|"
    r"objects?|domains?|tasks?|environments?|scenes?|scenarios?|situations?|concepts?|"
    r"words?|entit(?:y|ies)|users?|inputs?|instances?)\b)(?=(?P<next>[\w“‘\"'(]))",
    re.IGNORECASE,
)


# "A simple yet effective method": that it works its figures show.
_YET = re.compile(
    r"\b(simple|straightforward|lightweight),? (?:yet|but) "
    r"(?:(?:highly|surprisingly|remarkably|very) )?(?:effective|powerful|strong)\b",
    re.IGNORECASE,
)
# As a noun it is of money, or of statistics: "with leverage", "leverage scores".
_LEVERAGE = re.compile(
    r"(?<!\bthe )(?<!\bof )(?<!\bits )(?<!\btheir )(?<!\bmore )(?<!\bless )(?<!\bwith )"
    r"(?<!\bhigh )(?<!\bstatistical )(?<!\bfinancial )\b(?P<first>[Ll])everag"
    r"(?P<ending>e|es|ed|ing)\b(?! (?:of|ratios?|scores?|sampling|points?)\b)"
)


def in_plain_words(sentence: str) -> str:
    """The sentence with "use" for "leverage", which says no more."""
    return _LEVERAGE.sub(
        lambda found: ("U" if found["first"] == "L" else "u") + f"s{found['ending']}",
        sentence,
    )


def without_praise(sentence: str) -> str:
    """The sentence without words such as "novel" before what they praise."""

    def replace(found: re.Match[str]) -> str:
        if found["more"] or found.start() == 0:
            return found[0]  # "a novel, fast method": more would have to be mended
        if not found["article"]:
            return ""
        return f"{_article(found['article'], sentence[found.end() :])} "

    return _PRAISE.sub(replace, _YET.sub(r"\1", sentence))


# "Our proposed cache", "our KettleNet": the thing has a name, so it needs no owner.
_OUR_NAMED = re.compile(
    r"\b(?P<first>O|o)ur (?=(?:[Pp]roposed|[Nn]ovel|[Nn]ew)\b|[\w-]*[A-Z][\w-]*\b|[\"“‘])"
)


def in_third_person(sentence: str) -> str:
    """With "the authors" for "we", then "they", and "the paper" for "this paper"."""
    named = "authors" in sentence.lower()
    last = max((one.start() for one in _WE.finditer(sentence) if one["we"]), default=-1)

    def replace(found: re.Match[str]) -> str:
        nonlocal named
        if not named and not found["we"] and 0 < found.start() < last:
            # "By testing our cache, we show": who they are comes with the verb.
            return "them" if found["us"] else "their" + ("s" if found["ours"] else "")
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

    sentence = _THIS_WORK.sub(
        lambda found: "The " if found["first"] else "the ", sentence
    )
    sentence = _OUR_NAMED.sub(
        lambda found: "The " if found["first"] == "O" else "the ", sentence
    )
    return _ORDER.sub("The authors ", _WE.sub(replace, sentence))


# "The authors then propose": the order of sentences that are not told.
_ORDER = re.compile(r"\AThe authors (?:then|first|also|further|finally|next|lastly) ")


_WHOSE = re.compile(
    r"\AThe authors’ (?=(?:\w+ ){0,2}(?:results?|experiments?|findings?|evaluations?|"
    r"analys[ie]s|approach|method|framework|system|study|work|code)\b)"
)
_AUTHORS = re.compile(r"\A(?:The authors’|Their|The authors|They|The)\s")


def following(sentence: str, before: str) -> str:
    """The sentence as it goes on after another one that is told: without their name."""
    sentence = _WHOSE.sub("The ", sentence)
    if not re.match(r"(?:The authors|They)\b(?!’)", before):
        return sentence
    return re.sub(
        r"\AThe authors(?P<own>’?) ",
        lambda found: "Their " if found["own"] else "They ",
        sentence,
    )


def without_authors(sentence: str) -> str:
    """What is left of a sentence when it does not matter how it names the authors."""
    return _AUTHORS.sub("", sentence)


def spelled_out(sentence: str, meanings: Mapping[str, str]) -> str:
    """With the first use of each acronym written out, unless it is already."""
    for acronym, meaning in meanings.items():
        if meaning.lower() in sentence.lower():
            continue
        use = re.compile(
            rf"(?<![\w(-])(?:(?P<article>\b[Aa]n?) )?{re.escape(acronym)}(?![\w)-])"
        )
        written = f"{meaning} ({acronym})"
        found = use.search(sentence)
        if not found:
            continue
        if found["article"]:
            written = f"{_article(found['article'], meaning)} {written}"
        elif not found.start():
            written = written[0].upper() + written[1:]
        sentence = sentence[: found.start()] + written + sentence[found.end() :]
    return sentence


# "A unified agent", "an hour".
_SOUNDS_LIKE_A = re.compile(r"(?:uni|use|us[ai]|eu|one|once)", re.IGNORECASE)
_SOUNDS_LIKE_AN = re.compile(r"(?:[aeiou]|hour|honest)", re.IGNORECASE)


def _article(before: str, word: str) -> str:
    """“a” or “an” before a word, with the capital that stood there."""
    is_an = _SOUNDS_LIKE_AN.match(word) and not _SOUNDS_LIKE_A.match(word)
    return before[0] + ("n" if is_an else "")
