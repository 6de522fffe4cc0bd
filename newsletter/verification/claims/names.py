"""The proper names of a sentence, and whether its evidence has them. Pure."""

import re
from functools import lru_cache
from itertools import combinations, pairwise

from newsletter.text.language import is_in, primary
from newsletter.text.words import MONTH
from newsletter.verification.claims.numbers.amounts import UNIT_NAMES
from newsletter.verification.claims.numbers.currencies import ANY_CODE, ANY_NAME
from newsletter.verification.claims.numbers.figures import ORDER
from newsletter.verification.claims.numbers.locales import HAN, IN_HAN

# What makes another product of a name that ends in a number.
_SIBLINGS = (
    r"(?:mini|nano|pro|turbo|max|lite|flash|ultra|preview|small|medium|large|"
    r"coder|vl|omni|air|plus)\b"
)
_SIBLING = rf"[\s-]?{_SIBLINGS}|[a-z](?![a-z])"
_CAPITAL = "[A-ZÀ-ÖØ-ÞŁŚŠČŽ]"
_NAME = re.compile(
    # "SAM 2", "DALL-E 3"
    r"(?<![\w@/.])(?:[A-Z]{2,}(?:-[A-Z])? [2-9](?![\w%-]|[.,]\d|\s%|\s(?:percent|[a-z]+s\b))"
    rf"|{_CAPITAL}[^\W\dA-Z_]+(?:[ -]v?\d+(?:\.\d+)+|[ -]\d{{1,2}})(?![\w%]|[.,]\d|[-–:]\d{{1,2}}(?![\w-])|\s%|\spercent|\s[mbtr]+illion)"
    r"(?:-\w+(?:\.\w+)*)*"
    rf"(?:[ -](?i:{_SIBLINGS}))?"
    rf"|[A-Za-z][\w+#]*(?:[.&/-]?[\w+#]+)*(?:(?<=\d)[ -](?i:{_SIBLINGS}))?)"
)
_IS_NAME = re.compile(rf".*{_CAPITAL}.*|[A-Za-z][\w.+#-]*\d.*")
# "Mamba-based" names Mamba.
_TAIL = re.compile(
    r"-(?:based|style|like|trained|tuned|driven|powered|generated|written|made|led|only|"
    r"free|aware|class|native|inspired|compatible|assisted|specific|level|sized?|language|"
    r"speaking|wide|side|[a-z]{2,}(?:[^e]ed|[a-z]ing|ally|[^i]able))\Z"
)
_WRITTEN_OUT = re.compile(
    r"\b[A-Z][a-z]+(?:[\s-](?:(?:of|the|and|for|in|on)\s)*[A-Z][a-z]+){1,5}\b"
)
# "OpenAI" may be written "Open AI".
_PARTS = re.compile(r"\d+(?:\.\d+)*|[A-Z][a-z]+(?=[A-Z]{2,}\Z)|[^\W\d_]+|[+#]+")
# "Models", "PaddleOCRv4", "Uruguayan", "African".
_AFTER_LETTERS = r"(?:'?s|v\d[\d.]*|(?<=[a-z]{4})i?ans?|(?<=[a-z]{3}a)ns?)?(?![^\W\d_])"
_PEOPLE = re.compile(r"([A-Z][a-z]{3,}?)(?:i?an|n)s?\Z")  # "Australian", "Parisian"
_OF_A_NUMBER = re.compile(
    rf"(?P<word>{_CAPITAL}[^\W\dA-Z_]+)[ -](?P<number>v?\d+(?:\.\d+)*)\Z"
)
# "Area under the curve", "Institute of Technology".
_LINK = (
    r"[\s-]+(?:(?:weighted|based|aware|the|of|and|for|in|on|a|to|by|with|at|from|per|"
    r"del?|des|du|d[aio]|y|et|e|für|und|der)\s)?(?:(?:the|by|on|las?|los|el|les?)\s)?"
)
_ACRONYM = re.compile(r"[A-Z]{2,6}|[A-Z][a-z]?[A-Z]{1,3}|[A-Z][a-z][A-Z]")  # IoU, LoRA
_OPENS = re.compile(r"(?:^|[.!?:\"'(\[-])\s*[\"'(\[]*\Z")
_MOST_SPELLED = 0.3
_PLAIN_CAPITAL = re.compile(r"[A-Z][^\W\dA-Z_]*(?:-[^\W\dA-Z_]+)*")
_PLAIN_NOUN = re.compile(r"[A-Z][^\W\dA-Z_]*(?:['-][^\W\dA-Z_]+)*")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
# Where nouns have capitals.
_NOUNS_CAPITAL = ("de", "lb")
_TOLD_BY_WORDS = ("de",)
# "Serien 40 Jahre", whose years were read as English ones.
_OF_A_NOUN = re.compile(rf"\s(?:[A-ZÄÖÜ][^\W\dA-Z_]+|{UNIT_NAMES}|{ANY_NAME})")
# Where a noun is joined to a name by a hyphen: "Arm-processor", "G7-mötet".
_JOINS_NAMES = frozenset({"nl", "sv", "da", "no"})
_ORDINARY_PARTS = frozenset({"KI", "AI", "IT", "EU", "USA", "PC"})
# How Polish declines a name, and what such a name ends in where it is declined by none.
_POLISH_ENDINGS = re.compile(
    r"['\u2019-]?(?:owie|owi|iego|iemu|ego|emu|ami|ach|iem|ów|om|em|ym|im|ie|ej|ii|ią|ię|"
    r"a|u|y|i|ę|ą|o|e)\Z"
)
_SHORTEST_STEM, _MOST_DECLINED = 3, 5
_FEWEST, _MOST_SMALL = 3, 0.1
# Small in any heading.
_LINKING = frozenset(
    {"with", "from", "that", "than", "into", "over", "upon", "onto", "until", "about"}
    | {"between", "through", "their", "your", "when", "while", "where", "without"}
)
_LONG_ENOUGH = 4


_NUMBERED = re.compile(
    r"(?P<stem>.*(?:[A-Za-z-]|[^\d\W]\.)[\s-]?)(?P<number>\d+(?:\.\d+)?[A-Za-z]?)"
)
_JOINED = r"\s?(?:,|/|&|\band\b|\bor\b)\s?(?:(?:and|or)\s)?"
_NO_NAMES = frozenset(
    {"i", "a", "an", "the", "ok", "am", "pm", "monday", "tuesday", "wednesday"}
    | {"thursday", "friday", "saturday", "sunday"}
    # Italian writes so of any country or region.
    | {"paese", "paesi", "regione", "regioni"}
)
_NO_NAME = re.compile(
    r"mid-|(?:by|to|in|of|x|under|over|sub|top)-\d"
)  # "mid-1900s", "4-by-4"
_IS_MONEY = re.compile(r"(?<=US)\s(?:cent|dollar)s?\b|[$€£¥]")
# "SEK 20 million", "20 million SEK"
_IS_CODE = re.compile(
    rf"(?:{ANY_CODE})(?=\s?\d)|(?:(?<=\d\s)|(?<=illion\s)|(?<=thousand\s))(?:{ANY_CODE})\b"
)
_VERSION = re.compile(r"v\d|[Vv]ersi[oó]n(?:s|en|es|i)?\b")
_MONTH_NAME = re.compile(MONTH, re.IGNORECASE)


def names_of(text: str, evidence: str, language: str = "") -> tuple[list[str], str]:
    """The proper names of a sentence, and the sentence without those that hold digits.

    Where nouns have capitals, "20" of "Ihrem Alltag 20 Fragen" counts the noun behind it.
    """
    has_nouns = language.startswith(_NOUNS_CAPITAL)
    names: dict[str, None] = {}
    rest = text
    for match in _NAME.finditer(text):
        name = _TAIL.sub("", match.group())
        if not _IS_NAME.fullmatch(name) or name.lower() in _NO_NAMES:
            continue
        first, _, number = name.partition(" ")
        opens = bool(_OPENS.search(text[: match.start()]))
        if _MONTH_NAME.fullmatch(first) or _is_unit(name) or _VERSION.match(name):
            continue
        if _NO_NAME.match(name) or _IS_MONEY.match(text, match.end()):
            continue
        if _IS_CODE.match(text, match.start()):
            continue
        counts = opens or (has_nouns and _OF_A_NOUN.match(text, match.end()))
        if re.match(r"v?\d", number) and counts and not has_name(evidence, name):
            continue  # "About 30 people": its number is one to look for
        if any(letter.isdigit() for letter in name):
            blank = " " * len(match.group())
            rest = rest[: match.start()] + blank + rest[match.end() :]
        elif opens and _PLAIN_CAPITAL.fullmatch(name):
            continue
        names[name] = None
    return list(names), rest


def tells_in_han(evidence: str) -> bool:
    """Whether it is written in Chinese, Japanese or Korean, which spell names their own way."""
    letters = sum(map(str.isalpha, evidence))
    return len(IN_HAN.findall(evidence)) > _MOST_SPELLED * letters


def is_in_capitals(line: str, language: str = "") -> bool:
    """Whether ordinary words have capitals: a heading's style, or a language's.

    `language` is asked of the line itself where it is not given.
    """
    if language.lower().startswith(_NOUNS_CAPITAL):
        return True
    if not language and any(is_in(line, one) for one in _TOLD_BY_WORDS):
        return True
    words = [
        word
        for word in _WORD.findall(line)[1:]
        if len(word) >= _LONG_ENOUGH and word not in _LINKING
    ]
    small = sum(word[0].islower() for word in words)
    return len(words) >= _FEWEST and small <= _MOST_SMALL * len(words)


def is_ordinary(name: str, line: str, language: str = "") -> bool:
    """Whether its capital is only how the line is written, and makes no name of it."""
    return bool(_PLAIN_NOUN.fullmatch(name)) and is_in_capitals(line, language)


def is_compound(evidence: str, name: str, language: str) -> bool:
    """Whether it joins a noun to others or to names: "Coding-Agenten", "G7-mötet".

    A part that is no plain noun must be in the evidence; only where nouns have capitals
    may a plain one have them.
    """
    parts = name.split("-")
    has_nouns = language.startswith(_NOUNS_CAPITAL)
    if len(parts) < 2 or not (has_nouns or primary(language) in _JOINS_NAMES):
        return False
    return all(
        (has_nouns and _PLAIN_NOUN.fullmatch(part))
        or (not has_nouns and part.isalpha() and part.islower())
        or part in _ORDINARY_PARTS
        or has_name(evidence, part)
        for part in parts
    )


def is_declined(evidence: str, name: str, language: str) -> bool:
    """Whether it is a form that Polish gives a name of the evidence: "Trumpa", "KGHM-u"."""
    if not language.startswith("pl"):
        return False
    for length in range(1, min(_MOST_DECLINED, len(name) - 1) + 1):
        stem, ending = name[:-length], name[-length:]
        if not _POLISH_ENDINGS.fullmatch(ending):
            continue
        is_joined = not ending[0].isalpha()
        if len(stem) >= (2 if is_joined else _SHORTEST_STEM) and re.search(
            rf"(?<![^\W_]){re.escape(stem)}(?:[aeoyi]|i[ae])?(?:['\u2019]s)?(?![^\W_])",
            evidence,
        ):
            return True
    return False


def _is_unit(name: str) -> bool:
    return bool(
        re.fullmatch(
            r"[kKMGTP]i?(?:B|b|bit)(?:/s|ps)|[KMGTP]i?B|dB|[kMG]?Hz|[kMGT]W|[kMGT]?W[hp]|USD|EUR|[BMKT]",
            name,
        )
    )


def has_name(evidence: str, name: str) -> bool:
    """Whether a name occurs, however its parts are joined: GPT-5, GPT 5, gpt5."""
    return find_name(evidence, name) is not None


def find_name(text: str, name: str) -> re.Match[str] | None:
    """Where a name stands first, however its parts are joined."""
    found = _spellings(name).search(text)
    singular = name.removesuffix("s")
    if found is None and singular != name and len(singular) > 2:
        return find_name(text, singular)
    return found


@lru_cache(maxsize=4096)
def _spellings(name: str) -> re.Pattern[str]:
    parts = _PARTS.findall(name.removesuffix("'s"))
    pattern = r"[\s._/&#${}^\\-]{0,4}".join(map(re.escape, parts))
    ends_in_digit = bool(parts) and parts[-1][-1].isdigit()
    after = (
        rf"(?:\.0(?!\d))?(?!\d|\.\d|{_SIBLING})" if ends_in_digit else _AFTER_LETTERS
    )
    return re.compile(
        rf"(?:(?<![^\W_])|(?<=\d)(?=[^\W\d_]{{3}})){pattern}{after}", re.IGNORECASE
    )


def has_long_form(evidence: str, name: str) -> bool:
    """Whether the evidence spells an acronym out: "large language models" for LLMs."""
    if quarter := re.fullmatch(r"Q([1-4])", name):
        order = ORDER[int(quarter.group(1)) - 1]
        return bool(re.search(rf"\b{order}[\s-]quarter", evidence, re.IGNORECASE))
    if re.search(_MEASURES.get(name, r"\Z(?!\Z)"), evidence):
        return True
    if numbered := re.fullmatch(r"([A-Z]{3,})-(\d{1,3})", name):  # GOES-16
        letters, number = numbered.groups()
        spelled = _LINK.join(rf"{letter}\w*" for letter in letters)
        whole = rf"(?<!\w){spelled}[\s-]{number}(?!\d)"
        return bool(re.search(whole, evidence, re.IGNORECASE))
    letters = name.removesuffix("s")
    if not _ACRONYM.fullmatch(letters):
        return False
    evidence = _TWO_IN_ONE.sub(r"\1 ", evidence)
    by_letter, by_capital = list(letters), re.findall(r"[A-Z][a-z]?", letters)
    return any(
        re.search(
            r"(?<!\w)" + _LINK.join(rf"{part}\w*" for part in parts),
            evidence,
            re.IGNORECASE,
        )
        for parts in (by_letter, by_capital)
    )


_SMALL_WORDS = 5


def is_of_an_acronym(sentence: str, evidence: str, name: str) -> bool:
    """Whether it begins what the evidence has in letters: "Fréchet inception distance" as FID."""
    for found in re.finditer(rf"\b{re.escape(name)}\b", sentence):
        behind = re.match(
            rf"(?:[\s-][\w]+){{0,{_SMALL_WORDS}}}", sentence[found.end() :]
        )
        words = [*re.split(r"[\s-]", name), *(behind[0].split() if behind else ())]
        before = re.search(r"[A-Z][a-z]+\s\Z", sentence[: found.start()])
        if before:
            words.insert(0, before[0].strip())
        for start, end in combinations(range(min(len(words), _MOST_WORDS) + 1), 2):
            letters = "".join(word[0].upper() for word in words[start:end])
            is_about = start <= bool(before) and len(letters) >= _FEWEST_LETTERS
            if is_about and re.search(
                rf"(?<![A-Za-z]){letters}s?(?![A-Za-z])", evidence
            ):
                return True
    return False


def is_cut_short(evidence: str, name: str) -> bool:
    """Whether the evidence has a name that it is the beginning of: Colab of Colaboratory."""
    is_long = len(name) >= _SHORTEST_CUT and name.isalpha()
    return is_long and bool(re.search(rf"\b{name}[a-z]{{2,}}\b", evidence))


# What one measure is called in other words.
_MEASURES = {
    "Dice": r"\bDSC\b", "DSC": r"\bDice\b", "ROC": r"AU(?:RO)?C\b", "AUROC": r"\bAUC\b",
    "Hounsfield": r"\bHU\b", "Microsoft": r"\bMS[ -]?[A-Z]", "COCO": r"\bMS-?COCO\b",
    "ECG": "(?i:electrocardiogra)", "ECGs": "(?i:electrocardiogra)",
    "EEG": "(?i:electroencephalogra)", "MRI": "(?i:magnetic resonance)",
    "CT": "(?i:computed tomogra)",
}  # fmt: skip

# What people, languages and makers of a country are called.
_COUNTRIES = {
    "American": "America|United States|USA?", "British": "Britain|United Kingdom|UK",
    "Chinese": "China|PRC", "Danish": "Denmark", "Dutch": "Netherlands|Holland",
    "English": "England|English", "Finnish": "Finland", "French": "France",
    "German": "Germany", "Greek": "Greece", "Irish": "Ireland", "Israeli": "Israel",
    "Italian": "Italy", "Japanese": "Japan", "Norwegian": "Norway",
    "Polish": "Poland", "Portuguese": "Portugal", "Scottish": "Scotland",
    "Spanish": "Spain", "Swedish": "Sweden", "Swiss": "Switzerland",
    "Taiwanese": "Taiwan", "Turkish": "Turkey|Türkiye", "Ukrainian": "Ukraine",
    "Vietnamese": "Vietnam", "European": "Europe|EU", "Indian": "India",
    "Argentine": "Argentina", "Bangladeshi": "Bangladesh", "Belgian": "Belgium",
    "Brazilian": "Brazil", "Canadian": "Canada", "Croatian": "Croatia",
    "Czech": "Czechia|Czech Republic", "Egyptian": "Egypt", "Emirati": "UAE|Emirates",
    "Ghanaian": "Ghana", "Hungarian": "Hungary", "Icelandic": "Iceland",
    "Iranian": "Iran", "Iraqi": "Iraq", "Kenyan": "Kenya", "Korean": "Korea",
    "Lebanese": "Lebanon", "Mexican": "Mexico", "Nepali": "Nepal",
    "Pakistani": "Pakistan", "Peruvian": "Peru", "Philippine": "Philippines",
    "Saudi": "Saudi Arabia|KSA", "Slovak": "Slovakia", "Slovene": "Slovenia",
    "Thai": "Thailand", "Welsh": "Wales",
}  # fmt: skip


def is_of_a_country(evidence: str, name: str) -> bool:
    """Whether the evidence has the country of a Swiss bank, or the Swiss of a country."""
    return any(
        re.search(rf"\b(?:{other})\b", evidence)
        for people, countries in _COUNTRIES.items()
        for mine, other in ((people, countries), (countries, people))
        if re.fullmatch(mine, name)
    )


def has_in_another_form(evidence: str, name: str) -> bool:
    """Whether it has a place of its people, or a name and its number the other way round.

    "Australia" for Australian; "Claude 4 Sonnet" for "Sonnet 4".
    """
    if found := _OF_A_NUMBER.fullmatch(name):
        turned = rf"(?<![\w.]){re.escape(found['number'])}[ -]{found['word']}\b"
        return bool(re.search(turned, evidence, re.IGNORECASE))
    people = _PEOPLE.fullmatch(name)
    return bool(people) and bool(
        re.search(rf"\b{people[1]}(?:i?a)?\b", evidence)  # type: ignore[index]
    )


_TWO_IN_ONE = re.compile(r"\b(auto)(?=encod|regress)", re.IGNORECASE)  # VAE
_FEWEST_LETTERS = 3
_SHORTEST_CUT = 5
_MOST_WORDS = 12  # of a run of capitals
_HUMPS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_LEAST_TRUNK, _MOST_REST = 6, 3


_BROKEN = re.compile(r"(?<=[^\W\d_])-\s(?=[^\W\d_])")


def is_run_together(evidence: str, name: str) -> bool:
    """Whether the evidence spells it in another number of words.

    "Universal Fake Detect" for UniversalFakeDetect, "PostgreSQL" for Postgres, or the
    "Top- iOCQA" of a line that ended.
    """
    joined = _BROKEN.sub("", evidence)
    if joined != evidence and has_name(joined, name):
        return True
    humps = _HUMPS.findall(name)
    if len(humps) > 1 and name.isalpha() and "".join(humps) == name:
        apart = r"[\s-]?".join(map(re.escape, humps))
        if re.search(rf"(?<!\w){apart}(?!\w)", evidence, re.IGNORECASE):
            return True
    if len(name) < _LEAST_TRUNK or not name.isalpha():
        return False
    longer = rf"(?<!\w)(?i:{re.escape(name)})[A-Z]{{1,{_MOST_REST}}}(?![A-Za-z])"
    return bool(re.search(longer, evidence))


def is_shortened(evidence: str, name: str) -> bool:
    """Whether the evidence has the beginning of its plain word: "convolutional-LSTM" as
    ConvLSTM.
    """
    word, _, rest = name.partition("-")
    if not word.islower() or not rest.isupper():
        return False
    short = re.findall(rf"\b([A-Z][a-z]{{2,8}}){re.escape(rest)}\b", evidence)
    return any(word.startswith(one.lower()) for one in short)


def has_in_a_list(evidence: str, name: str) -> bool:
    """Whether only the end of a name is there, in a list: "AIME24 & 25", "3-8B and 70B"."""
    found = _NUMBERED.fullmatch(name)
    if found is None:
        return False
    stem = re.escape(found["stem"].rstrip("- "))
    member = r"[\s-]?\d[\w.]{0,8}"
    joined = rf"(?:{_JOINED}-?\d[\w.]{{0,8}}){{0,6}}?{_JOINED}-?"
    pattern = rf"\b{stem}{member}{joined}{re.escape(found['number'])}(?![\w.]*\w)"
    return bool(re.search(pattern, evidence, re.IGNORECASE))


def has_every_part(evidence: str, name: str) -> bool:
    """Whether the evidence has each of the names that a slash or a hyphen joins."""
    parts = re.split(r"[/&]|-(?=[A-Z])", name)
    return len(parts) > 1 and all(
        len(part) > 1 and part[0].isalpha() and has_name(evidence, part)
        for part in parts
    )


def written_out(text: str, evidence: str) -> set[str]:
    """The words of names that the evidence has as an acronym: IMO."""
    found: set[str] = set()
    for run in _WRITTEN_OUT.finditer(text):
        words = re.findall(r"[A-Z][a-z]+", run.group())
        if "".join(words) in evidence:
            found.update(words)
        for start, end in combinations(range(min(len(words), _MOST_WORDS) + 1), 2):
            some = words[start:end]
            letters = "".join(word[0] for word in some)
            if len(some) > 1 and re.search(
                rf"(?<![A-Za-z]){letters}(?:s|C)?(?![A-Za-z])", evidence
            ):
                found.update(some)
                found.update(map("-".join, pairwise(some)))
    return found


def is_part_of_one(text: str, evidence: str, name: str) -> bool:
    """Whether a name is one half of a name that the evidence joins: Stack Overflow."""
    if re.search(rf"\bmean {re.escape(name)}\b", text) and has_name(
        evidence, f"m{name}"
    ):
        return True
    behind = re.search(rf"\b{re.escape(name)} ([a-z])", text)
    if behind and name.isupper() and has_name(evidence, name + behind[1].upper()):
        return True  # "KV cache" for KVC
    if re.search(rf"[{HAN}]\s?{re.escape(name)}\b", text) and re.search(
        rf"[a-z]{re.escape(name)}\b", evidence
    ):
        return True  # "오픈AI" for OpenAI
    before = re.findall(rf"([A-Z]\w+) {re.escape(name)}\b", text)
    after = re.findall(rf"\b{re.escape(name)} ([A-Z]\w+)", text)
    joined = (*(one + name for one in before), *(name + one for one in after))
    return any(has_name(evidence, one) for one in joined)
