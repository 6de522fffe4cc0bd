"""What models had to do with an issue, in the newsletter's own language. Pure.

That rules alone made one is in `newsletter.standards.furniture`. English where a language
is not known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from newsletter.standards.furniture import ENGLISH, primary


@dataclass(frozen=True, slots=True)
class DisclosureWords:
    """The sentences of one language."""

    by_models: str  # they did all that the text shows
    judged: str
    misjudged: str


_BY_LANGUAGE: Mapping[str, DisclosureWords] = {
    "de": DisclosureWords(
        by_models="Sprachmodelle haben die Meldungen ausgewählt und diese Ausgabe "
        "geschrieben; Code hat Links und Zitate geprüft.",
        judged="Ein Sprachmodell hat die Sätze beurteilt, neben dem Code.",
        misjudged="Das Sprachmodell, das die Sätze beurteilen sollte, hat versteckte "
        "Probesätze falsch beurteilt: Code hat allein geprüft.",
    ),
    ENGLISH: DisclosureWords(
        by_models="Language models chose the stories and wrote this issue; code checked "
        "its links and quotes.",
        judged="A language model judged its sentences beside code.",
        misjudged="The language model that was to judge its sentences misjudged hidden "
        "test sentences: code judged them alone.",
    ),
    "es": DisclosureWords(
        by_models="Modelos de lenguaje eligieron las noticias y escribieron este número; "
        "un programa comprobó los enlaces y las citas.",
        judged="Un modelo de lenguaje juzgó las frases, junto con el programa.",
        misjudged="El modelo de lenguaje que debía juzgar las frases falló en frases de "
        "prueba ocultas: el programa las juzgó solo.",
    ),
    "fr": DisclosureWords(
        by_models="Des modèles de langage ont choisi les nouvelles et écrit ce numéro ; un "
        "programme a vérifié les liens et les citations.",
        judged="Un modèle de langage a jugé les phrases, en plus du programme.",
        misjudged="Le modèle de langage qui devait juger les phrases s’est trompé sur des "
        "phrases d’essai cachées : le programme les a jugées seul.",
    ),
    "it": DisclosureWords(
        by_models="Modelli linguistici hanno scelto le notizie e scritto questo numero; un "
        "programma ha verificato i link e le citazioni.",
        judged="Un modello linguistico ha giudicato le frasi, accanto al programma.",
        misjudged="Il modello linguistico che doveva giudicare le frasi ha sbagliato su "
        "frasi di prova nascoste: le ha giudicate solo il programma.",
    ),
    "ja": DisclosureWords(
        by_models="今号は言語モデルが記事を選んで書き、リンクと引用はプログラムが確かめました。",
        judged="文は、プログラムに加えて言語モデルも判定しました。",
        misjudged="文を判定するはずの言語モデルが、隠されたテスト文の判定を誤ったため、"
        "プログラムだけで判定しました。",
    ),
    "ko": DisclosureWords(
        by_models="이번 호는 언어 모델이 소식을 고르고 썼으며, 링크와 인용은 프로그램이 "
        "확인했습니다.",
        judged="문장은 프로그램과 함께 언어 모델도 판정했습니다.",
        misjudged="문장을 판정하기로 한 언어 모델이 숨겨 둔 시험 문장을 잘못 판정하여, 프로그램만으로 "
        "판정했습니다.",
    ),
    "nl": DisclosureWords(
        by_models="Taalmodellen hebben de berichten gekozen en dit nummer geschreven; code "
        "heeft de links en citaten gecontroleerd.",
        judged="Een taalmodel heeft de zinnen beoordeeld, naast de code.",
        misjudged="Het taalmodel dat de zinnen moest beoordelen, beoordeelde verborgen "
        "testzinnen verkeerd: code heeft ze alleen beoordeeld.",
    ),
    "pl": DisclosureWords(
        by_models="Modele językowe wybrały wiadomości i napisały ten numer; kod sprawdził "
        "linki i cytaty.",
        judged="Zdania ocenił model językowy, obok kodu.",
        misjudged="Model językowy, który miał ocenić zdania, źle ocenił ukryte zdania próbne: "
        "ocenił je sam kod.",
    ),
    "pt": DisclosureWords(
        by_models="Modelos de linguagem escolheram as notícias e escreveram este número; um "
        "programa verificou as ligações e as citações.",
        judged="Um modelo de linguagem avaliou as frases, a par do programa.",
        misjudged="O modelo de linguagem que devia avaliar as frases errou em frases de teste "
        "ocultas: só o programa as avaliou.",
    ),
    "zh": DisclosureWords(
        by_models="本期的内容由语言模型挑选并撰写；链接和引文由程序检查。",
        judged="除程序外，语言模型也判断了各个句子。",
        misjudged="本应判断句子的语言模型误判了隐藏的测试句，因此只由程序判断。",
    ),
}


def disclosure_words_of(language: str) -> DisclosureWords:
    """The sentences of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])
