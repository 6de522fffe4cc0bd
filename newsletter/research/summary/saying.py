"""Who said it: the verbs with which reports give their sources, by language. Pure.

An essay gives none in its beginning, a report mostly does.
"""

import re
from collections.abc import Mapping

from newsletter.text.language import language_of

_NORDIC = (
    r"sade|sa|sier|siger|säger|uppger|enligt|ifølge|meddelade|meddelte|opplyser|oplyser|"
    r"bekräftar|bekrefter|bekræfter|skriver"
)
_CYRILLIC = (
    r"сообщил\w*|заявил\w*|сказал\w*|рассказал\w*|объявил\w*|подтвердил\w*|по данным|"
    r"отметил\w*|повідомил\w*|заявив|сказав|розповів|за даними|оголосив"
)
_WORDS: Mapping[str, str] = {
    "da": _NORDIC,
    "de": r"sagte|teilte|erklärte|kündigte|laut|berichtet(?:e|en)?|bestätigte|zufolge",
    "es": r"dijo|afirmó|aseguró|señaló|anunció|confirmó|informó|explicó|según|declaró|indicó|"
    r"sostuvo|precisó|manifestó|comunicado",
    "fr": r"déclaré|annoncé|indiqué|affirmé|expliqué|selon|précisé|confirmé|communiqué",
    "it": r"ha detto|dichiarato|annunciato|secondo|spiegato|confermato|comunicato|riferito",
    "nl": r"zei|zegt|volgens|meldt|meldde|bekend|kondigde|bevestigde",
    "no": _NORDIC,
    "pl": r"powiedzia[łl]a?|poinformowa[łl][aoy]?|poda[łl][aoy]?|przekaza[łl][aoy]?|"
    r"oświadczy[łl][aoy]?|zapowiedzia[łl][aoy]?|ogłosi[łl][aoy]?|zaznaczy[łl][aoy]?|według|"
    r"wynika z",
    "pt": r"disse|afirmou|anunciou|segundo|informou|declarou|confirmou|explicou|comunicado",
    "ru": _CYRILLIC,
    "sv": _NORDIC,
    "uk": _CYRILLIC,
}
_SIGNS: Mapping[str, str] = {
    "ja": r"発表|明らかにした|述べた|によると|報じた|伝えた",
    "ko": r"밝혔|발표했|말했|전했|따르면",
    "zh": r"表示|宣布|公布|报道|報導|报导|透露|获悉|獲悉|发布|發布|消息",
}
_SAID: Mapping[str, re.Pattern[str]] = {
    **{
        language: re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
        for language, words in _WORDS.items()
    },
    **{language: re.compile(signs) for language, signs in _SIGNS.items()},
}
# Of a language without words here nobody knows: about as often as reports and others do.
_UNKNOWN = 0.4


def gives_its_source(opening: str) -> float:
    """1.0 where somebody says or announces something, 0.0 where nobody does.

    Of languages whose words are not known here something between.
    """
    said = _SAID.get(language_of(opening))
    return float(bool(said.search(opening))) if said else _UNKNOWN
