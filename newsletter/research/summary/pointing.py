"""What a sentence begins with that wants the one before it, in other languages than English.

Pure. "Mais", "Jednocześnie", "Por su parte", "此外": such a sentence may add something, and opens
no story. English is `newsletter.text.sentences.points_back`.
"""

import re
from collections.abc import Mapping

# "Ce mercredi", "Esta semana": when, and no pointer.
_FRENCH_TIMES = (
    r"(?! (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|matin|soir|midi|mois|"
    r"week-end|semaine|ann[ée]e|nuit|été|hiver|printemps|automne|après-midi|rentrée|\d))"
)
_SPANISH_TIMES = (
    r"(?! (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|mes|año|fin|verano|"
    r"invierno|otoño|semana|mañana|tarde|noche|madrugada|jornada|temporada|\d))"
)
_POLISH_TIMES = (
    r"(?! (?:rok|tygodni|miesiąc|sezon|weekend|czas|dni|wiek|moment|chwil|pory|jak\b))"
)
_NORDIC = (
    r"Men|Och|Og|Dessutom|Dessuten|Desuden|Därför|Derfor|Samtidigt?|Däremot|Han|H[ou]n"
)
_WORDS: Mapping[str, str] = {
    "da": _NORDIC,
    "de": r"Und|Aber|Doch|Also|Daher|Deshalb|Deswegen|Darum|Außerdem|Zudem|Dennoch|Trotzdem|"
    r"Allerdings|Jedoch|Hingegen|Dagegen|Dadurch|Damit|Dazu|Danach|Dabei|Denn|Ebenso|"
    r"Gleichzeitig|Er|Dort|Dies|"
    r"Diese[rsnm]?(?! (?:Woche|Tage|Jahr|Monat|Sommer|Winter|Herbst|Nacht))",
    "es": r"Y|Pero|Así|Además(?! del?\b)|Asimismo|También|Sin embargo|"
    r"No obstante|Por (?:lo tanto|eso|ello|su parte|otro lado|otra parte)|En tanto|De hecho|En (?:ese|este) (?:sentido|contexto)|"
    r"En (?:esa|esta) línea|A su vez|(?:Ante|Tras) (?:esto|ello|eso)|Él|Ella|Ellos|Ellas|Esto|Eso|"
    rf"(?:(?:A|Ante|Con|De|En|Para|Por|Sobre|Tras) )?(?i:es[ea]s?|est[eao]s?){_SPANISH_TIMES}|"
    r"Sus?|Aquel(?:la|los|las)?",
    "fr": r"Et|Mais|Donc|Or|Car|Ainsi|Heureusement|Malheureusement|Toutefois|Cependant|Pourtant|"
    r"Néanmoins|En effet|De plus|Par ailleurs|En outre|Ensuite|Puis|Par conséquent|"
    r"En revanche|De même|Pour (?:cela|ce faire|autant)|D['’]ailleurs|Du coup|"
    r"Alors(?! qu)|Ils|Elles?|Ceci|Cela|C['’]|"
    rf"(?:(?:À|Avec|Dans|De|Par|Pour|Sur) )?(?i:ce(?:t|tte|s)?){_FRENCH_TIMES}|"
    r"Cel(?:ui|le)s?-ci|Ceux-ci|Leurs?|S(?:on|a|es)|"
    r"Il(?! (?:y|faut|est (?:\w+ )?(?:d|qu|possible|temps)|s['’]agit|semble|reste|existe))",
    "it": r"E|Ma|Però|Quindi|Dunque|Inoltre|Tuttavia|Perciò|Infatti|Così|Anche|"
    r"Quest[oaie](?! (?:settimana|mattina|pomeriggio|sera|notte|mese|anno|estate))|"
    r"Quell[oaie]|Lui|Lei|Loro|Su[oa]|Suoi|Sue",
    "nl": r"En|Maar|Dus|Daarom|Bovendien|Echter|Toch|Ook|Daarnaast|Vervolgens|Hij|Zij|Ze|"
    r"D(?:it|eze)(?! (?:week|weekend|maand|jaar|zomer|winter))|Dat|Die",
    "no": _NORDIC,
    "pl": r"A|Ale|Więc|Jednak|Jednakże|Ponadto|Dodatkowo|Jednocześnie|Z kolei|Natomiast|"
    r"Tymczasem|Dlatego|Zatem|Również|Także|Tym razem|Następnie|Potem|W (?:efekcie|rezultacie)|"
    r"W związku z tym|Mimo to|Co więcej|Przy tym|Poza tym|On|Ona|Oni|One|To|"
    rf"(?:(?:Do|Na|O|Po|W|Z) )?(?i:t(?:en|ego|ym|ej|ę|ych)){_POLISH_TIMES}|Ta|Jego|Jej|Ich",
    "pt": r"E|Mas|Porém|Contudo|No entanto|Portanto|Além disso|Também|Assim|El[ea]s?|Isso|Isto|"
    r"Ess[ea]s?|Seus?|Suas?",
    "sv": _NORDIC,
}
_SIGNS: Mapping[str, str] = {
    "ja": r"しかし|また|さらに|そのため|この|その|これ|それ|一方|なお|ただし|だが",
    "ko": r"그러나|하지만|또한|이에|이는|그는|그녀는|한편|그런데",
    "zh": r"但|而|因此|所以|同时|此外|另外|不过|然而|其中|他|她|它|这(?![一几两个]?个?[日天年月周])|对此|随后|"
    r"与此同时|于是|那么|并且",
}
_OPENS: Mapping[str, re.Pattern[str]] = {
    **{
        language: re.compile(rf"\W{{0,2}}(?:{words})\b(?!-)")
        for language, words in _WORDS.items()
    },
    **{
        language: re.compile(rf"\W{{0,2}}(?:{signs})")
        for language, signs in _SIGNS.items()
    },
}


def opens_no_story(shown: str, language: str) -> bool:
    """Whether a sentence in that language begins with what leans on the one before it."""
    opens = _OPENS.get(language)
    return bool(opens and opens.match(shown))
