"""Directions: a share told to rise that its passage tells to fall, in two of many languages. Pure.

Held narrowly: the same percentage stands in both texts, beside words that tell one way alone,
and the two ways are not the same. A clause that denies anything is not read. Two English texts
are held by their nouns in `relations`.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from newsletter.text.language import language_of

# "40 % más rápido" tells no rise, and "más barato" a fall.
_NO_RISE = (
    r"(?!\s(?:r[aá]pid|velo[cz]|ef+icien|ef+ica[cz]|pr[eé]cis|barat|econ[oó]mic|[eé]conom|"
    r"ba[ij]|bass?[oaie]|peque|piccol|petit|l[ei]g+[eè]|leve|cort|curt|court|len[t]|d[eé]b|"
    r"segur|fiab|affid|robust)\w*)"
)
_RISES = {
    "en": r"r[io]se|rises|rising|risen|increas\w*|gr[eo]w(?:s|n|ing)?|climb\w*|jump(?:s|ed)|surg(?:e[sd]?|ing)|"
    r"soar\w*|gain(?:s|ed)?|higher|up(?!\sto)|dearer|"
    r"more(?!\s\w+(?:ent|ate|ive|ful|ous|ble|ic|ly|st)\b)",
    "de": r"st(?:ei|ie)g\w*|gestiegen|gewachsen|w[uä]chst?|wuchsen|wachsen|zu(?:ge)?leg\w*|legt\w*|"
    r"kletter\w*|zunahm\w*|zugenommen|mehr|höher\w*|teurer\w*|erhöh\w*|plus|anstieg\w*|zuwachs\w*|"
    r"angehoben",
    "fr": r"augment\w*|progress\w*|grimp\w*|bond[ie]\w*|gagn\w*|hausse|(?:de|en)\splus|"
    r"plus\s(?:cher|élev|haut)\w*|accru\w*|renchéri\w*",
    "es": r"aument\w*|crec(?:e|en|ió|ieron|er\w*|iendo)|sub[ieí]\w*|increment\w*|dispar\w*|mayor\w*|alza|encarec\w*|"
    rf"gan(?:ó|aron)|avanz\w*|más{_NO_RISE}",
    "it": r"aument\w*|cresc(?:e|ono|er\w*|endo)|cresciut\w*|sal[iei]\w*|in\spiù|più\salt\w*|rialzo|rincar\w*|"
    r"guadagn\w*|maggior\w*",
    "pt": r"aument\w*|cresc(?:e|em|eu|eram|er\w*|endo)|sub[iu]\w*|maior\w*|alta|encarec\w*|avanç\w*|ganh\w*|"
    rf"mais{_NO_RISE}",
    "zh": "增长(?!率)|增加|上升|上涨|提高|升至|涨|多了|贵|增至|提升|上调",
    "ja": "増え|増加|増やし|伸び|伸ばし|上昇|上が|値上|高く|高ま|拡大|膨ら|上げ",
    "ko": "늘|증가|상승|올랐|올라|오르|오른|인상|비싸|높아|뛰|급등",
}
_FALLS = {
    "en": r"fell|fall(?:s|en|ing)?|drop\w*|declin\w*|decreas\w*|lower|less|fewer|down|cheaper|lost|"
    r"loses|slid|slump\w*|plung\w*|shr[aiu]nk\w*|reduc\w*|cut(?:s|ting)?|sank|tumbl\w*|crash\w*",
    "de": r"fiel\w*|fällt|fallen|gefallen|s[ai]nk\w*|gesunken|weniger|niedriger\w*|billiger\w*|"
    r"günstiger\w*|verlor\w*|verlier\w*|rückgang\w*|zurück(?:g\w*)?|schrumpf\w*|geschrumpft|"
    r"abgenommen|abnahm\w*|minus|gesenkt|senk\w*|reduzier\w*|gekürzt",
    "fr": r"baiss\w*|recul\w*|chut\w*|diminu\w*|rédui\w*|perd\w*|moins|fondu\w*|repli\w*|tomb\w*",
    "es": r"baj[aóo]\w*|ca[ye]\w*|caíd\w*|disminu\w*|redu[cjz]\w*|perd\w*|menos|menor\w*|descend\w*|"
    r"recort\w*|abarat\w*|retroced\w*",
    "it": r"cal[aoi]\w*|scend\w*|sces\w*|diminu\w*|ridott\w*|ridu[cs]\w*|pers[oaie]|perd\w*|in\smeno|"
    r"più\sbass\w*|ribasso|ced[eu]\w*|tagli\w*|deprezz\w*",
    "pt": r"ca[ií]\w*|caem|diminu\w*|reduz\w*|perd\w*|menos|menor\w*|recu(?:o|a|am|ou|aram|ar|ando)|queda|encolh\w*|"
    r"barate\w*|cort\w*",
    "zh": "下降|下跌|减少|降低|降至|跌|少了|便宜|下滑|减|降",
    "ja": "減少|減っ|減り|減る|減ら|下落|下が|値下|安く|落ち|縮小|低下|下回|下げ",
    "ko": "줄|감소|하락|떨어|내렸|내린|인하|싸졌|낮아|급락|감축",
}
_DENIES = {
    "en": r"not|no|never|without|neither|\w+n't", "de": r"nicht|kein\w*|ohne|nie",
    "fr": r"pas|sans|jamais|aucun\w*|ne|n", "es": "no|sin|nunca", "it": "non|senza",
    "pt": "não|sem|nunca", "zh": "不|没|未|无", "ja": "ない|なかっ|ず", "ko": "않|없|못",
}  # fmt: skip
_UNSPACED = frozenset({"zh", "ja", "ko"})
# A verb stands behind its figure there, and in Chinese on either side.
_BEHIND, _AROUND = {"ja": 12, "ko": 12, "zh": 6}, {"zh": 8}
_NEAR, _FAR = 4, 120  # words, characters
_MOST_CLAUSES, _MOST_SHARES = 60, 6
_CLAUSE_END = re.compile(
    r"(?<!\d)[,;:.!?]|[,;:!?](?!\d)|\.(?!\d)|[\u3001\u3002\uff0c\uff1a\uff1b]|"
    r"\b(?:and|but|while|although|though|und|aber|doch|während|obwohl|et|mais(?=\s(?:le|la|les|il|elle|"
    r"que|ses)\b)|tandis|alors|bien\sque|y|pero|mientras|aunque|e|ma|mentre|benché|enquanto|embora|"
    r"apesar)\b",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"(?<![\d.,])(\d{1,9}(?:[.,]\d{1,9})?)\s?(?:[%\uff05]|per\s?cent|prozent|pour\scent|"
    r"por\sciento|per\scento|por\scento)",
    re.IGNORECASE,
)
# "More than 40 %" and "up to 40 %" tell no way.
_HEDGE = re.compile(
    r"\b(?:more\sthan|less\sthan|fewer\sthan|up\sto|mehr\sals|weniger\sals|plus\sd[eu]|moins\sd[eu]|"
    r"más\sdel?|menos\sdel?|più\sd(?:i|el)|meno\sd(?:i|el)|mais\sd[eo]|menos\sd[eo])"
    r"(?=\s?(?:un[ao]?\s|el\s|il\s)?\d)",
    re.IGNORECASE,
)


class _Words(NamedTuple):
    rises: re.Pattern[str]
    falls: re.Pattern[str]
    denies: re.Pattern[str]


def turned_share(sentence: str, passage: str) -> str | None:
    """A percentage that the sentence tells the other way than its passage."""
    told = dict(_ways(passage))
    for share, way in _ways(sentence):
        if way and told.get(share) == -way:
            return share
    return None


def _ways(text: str) -> Iterator[tuple[str, int]]:
    """Each percentage of a text: 1 where it rises, -1 where it falls, else 0."""
    language = language_of(text)
    if language not in _RISES:
        return
    words = _words_of(language)
    found: dict[str, set[int]] = {}
    for clause in _CLAUSE_END.split(_HEDGE.sub(" ", text))[:_MOST_CLAUSES]:
        for share in list(_SHARE.finditer(clause))[:_MOST_SHARES]:
            ways = found.setdefault(share[1].replace(",", "."), set())
            ways.add(_way(clause, share, words, language))
    for share_told, ways in found.items():
        yield share_told, ways.pop() if len(ways) == 1 else 0


def _way(clause: str, share: re.Match[str], words: _Words, language: str) -> int:
    near = clause
    if language in _UNSPACED:
        begin = max(0, share.start() - _AROUND.get(language, 0))
        before = clause[begin : share.start()] if language in _AROUND else ""
        near = f"{before} {clause[share.end() : share.end() + _BEHIND[language]]}"
        places = [(found.start(), way) for found, way in _told(near, words)]
        places = places if language in _AROUND else sorted(places)[:1]
    else:
        places = list(_beside(clause, share, words))
        nearest = min((far for far, _ in places), default=0)
        places = [(far, way) for far, way in places if far <= nearest + 1]
    ways = {way for _, way in places}
    return ways.pop() if len(ways) == 1 and not words.denies.search(near) else 0


def _told(text: str, words: _Words) -> Iterator[tuple[re.Match[str], int]]:
    for pattern, way in ((words.rises, 1), (words.falls, -1)):
        for found in pattern.finditer(text):
            yield found, way


def _beside(
    clause: str, share: re.Match[str], words: _Words
) -> Iterator[tuple[int, int]]:
    """How many words off each rise and fall stands that has no figure before the share."""
    before = clause[max(0, share.start() - _FAR) : share.start()]
    after = clause[share.end() : share.end() + _FAR]
    between = [
        *((before[found.end() :], way) for found, way in _told(before, words)),
        *((after[: found.start()], way) for found, way in _told(after, words)),
    ]
    for text, way in between:
        far = len(text.split())
        if far <= _NEAR and not any(map(str.isdigit, text)):
            yield far, way


@cache
def _words_of(language: str) -> _Words:
    return _Words(
        *(
            re.compile(
                table[language]
                if language in _UNSPACED
                else rf"\b(?:{table[language]})(?!\w)",
                re.IGNORECASE,
            )
            for table in (_RISES, _FALLS, _DENIES)
        )
    )
