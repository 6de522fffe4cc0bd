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
    # Who did which parts of the work, where not all was done by the same.
    part_by_models: str
    part_failed: str  # rules did it, for the model failed
    part_spent: str  # rules did it, for there was no money for a model
    # What a budget took of a part: searches, or the better model.
    searches: str
    model: str
    # What readers asked for and rules cannot do.
    no_tone: str
    no_opinions: str
    # The parts, as `PARTS` has them.
    parts: tuple[str, ...] = ()

    def part(self, name: str) -> str:
        """A part of the work; as it is called in English where it has no other name."""
        return self.parts[PARTS.index(name)] if name in PARTS and self.parts else name


# The parts of the work that the text shows, by the titles of the agents that do them.
PARTS = (
    *("Research: launches", "Research: papers", "Evaluator", "Evaluator of scouts"),
    *("Rating", "Topics", "Sections", "Section writer", "Writer", "Finisher"),
)

_BY_LANGUAGE: Mapping[str, DisclosureWords] = {
    "de": DisclosureWords(
        by_models="Sprachmodelle haben die Meldungen ausgewählt und diese Ausgabe "
        "geschrieben; Code hat Links und Zitate geprüft.",
        judged="Ein Sprachmodell hat die Sätze beurteilt, neben dem Code.",
        misjudged="Das Sprachmodell, das die Sätze beurteilen sollte, hat versteckte "
        "Probesätze falsch beurteilt: Code hat allein geprüft.",
        part_by_models="{parts}: von Sprachmodellen gemacht.",
        part_failed="{parts}: von Regeln gemacht, ohne Sprachmodell, weil das übliche ausfiel.",
        part_spent="{parts}: von Regeln gemacht, ohne Sprachmodell, weil das Budget dafür aufgebraucht war.",
        searches="Um im Budget zu bleiben – {part}: höchstens {few} statt {many} Suchen.",
        model="Um im Budget zu bleiben – {part}: {model} statt {usual}.",
        no_tone="Gewünscht ist ein bestimmter Ton: Regeln zitieren nur und haben keinen eigenen.",
        no_opinions="Gewünscht sind Meinungen: Regeln haben keine.",
        parts=(
            "Suche nach Neuem",
            "Suche nach Forschung",
            "Auswahl",
            "Auswahl der Funde",
            "Bewertung",
            "Themen",
            "Rubriken",
            "Texte der Rubriken",
            "Text",
            "Schlussfassung",
        ),
    ),
    ENGLISH: DisclosureWords(
        by_models="Language models chose the stories and wrote this issue; code checked "
        "its links and quotes.",
        judged="A language model judged its sentences beside code.",
        misjudged="The language model that was to judge its sentences misjudged hidden "
        "test sentences: code judged them alone.",
        part_by_models="{parts}: done by language models.",
        part_failed="{parts}: done by rules, without a language model, because the usual one failed.",
        part_spent="{parts}: done by rules, without a language model, because the budget for one was used up.",
        searches="To stay within its budget, {part} searched {few} times at most instead of {many}.",
        model="To stay within its budget, {part} used {model} instead of {usual}.",
        no_tone="The interests ask for a tone: rules quote, and have none of their own.",
        no_opinions="The interests ask for opinions: rules have none.",
    ),
    "es": DisclosureWords(
        by_models="Modelos de lenguaje eligieron las noticias y escribieron este número; "
        "un programa comprobó los enlaces y las citas.",
        judged="Un modelo de lenguaje juzgó las frases, junto con el programa.",
        misjudged="El modelo de lenguaje que debía juzgar las frases falló en frases de "
        "prueba ocultas: el programa las juzgó solo.",
        part_by_models="{parts}: a cargo de modelos de lenguaje.",
        part_failed="{parts}: a cargo de reglas, sin modelo de lenguaje, porque falló el habitual.",
        part_spent="{parts}: a cargo de reglas, sin modelo de lenguaje, porque se agotó el presupuesto para uno.",
        searches="Para no exceder el presupuesto ({part}): como máximo {few} búsquedas en lugar de {many}.",
        model="Para no exceder el presupuesto ({part}): {model} en lugar de {usual}.",
        no_tone="Se pidió un tono: las reglas citan y no tienen ninguno propio.",
        no_opinions="Se pidieron opiniones: las reglas no tienen ninguna.",
        parts=(
            "Búsqueda de novedades",
            "Búsqueda de investigaciones",
            "Selección",
            "Selección de lo encontrado",
            "Valoración",
            "Temas",
            "Secciones",
            "Textos de las secciones",
            "Texto",
            "Versión final",
        ),
    ),
    "fr": DisclosureWords(
        by_models="Des modèles de langage ont choisi les nouvelles et écrit ce numéro ; un "
        "programme a vérifié les liens et les citations.",
        judged="Un modèle de langage a jugé les phrases, en plus du programme.",
        misjudged="Le modèle de langage qui devait juger les phrases s’est trompé sur des "
        "phrases d’essai cachées : le programme les a jugées seul.",
        part_by_models="{parts} : par des modèles de langage.",
        part_failed="{parts} : par des règles, sans modèle de langage, car le modèle habituel a échoué.",
        part_spent="{parts} : par des règles, sans modèle de langage, car le budget prévu pour un modèle était épuisé.",
        searches="Pour respecter le budget ({part}) : {few} recherches au plus au lieu de {many}.",
        model="Pour respecter le budget ({part}) : {model} au lieu de {usual}.",
        no_tone="Un ton était demandé : les règles citent et n’en ont pas.",
        no_opinions="Des opinions étaient demandées : les règles n’en ont pas.",
        parts=(
            "Recherche des nouveautés",
            "Recherche des articles scientifiques",
            "Sélection",
            "Sélection des trouvailles",
            "Évaluation",
            "Thèmes",
            "Rubriques",
            "Textes des rubriques",
            "Texte",
            "Version finale",
        ),
    ),
    "it": DisclosureWords(
        by_models="Modelli linguistici hanno scelto le notizie e scritto questo numero; un "
        "programma ha verificato i link e le citazioni.",
        judged="Un modello linguistico ha giudicato le frasi, accanto al programma.",
        misjudged="Il modello linguistico che doveva giudicare le frasi ha sbagliato su "
        "frasi di prova nascoste: le ha giudicate solo il programma.",
        part_by_models="{parts}: a cura di modelli linguistici.",
        part_failed="{parts}: a cura di regole, senza modello linguistico, perché quello consueto non ha funzionato.",
        part_spent="{parts}: a cura di regole, senza modello linguistico, perché il budget per usarne uno era esaurito.",
        searches="Per restare nel budget ({part}): al massimo {few} ricerche invece di {many}.",
        model="Per restare nel budget ({part}): {model} invece di {usual}.",
        no_tone="È stato chiesto un tono: le regole citano e non ne hanno uno proprio.",
        no_opinions="Sono state chieste opinioni: le regole non ne hanno.",
        parts=(
            "Ricerca delle novità",
            "Ricerca degli studi",
            "Selezione",
            "Selezione dei ritrovamenti",
            "Valutazione",
            "Temi",
            "Rubriche",
            "Testi delle rubriche",
            "Testo",
            "Versione finale",
        ),
    ),
    "ja": DisclosureWords(
        by_models="今号は言語モデルが記事を選んで書き、リンクと引用はプログラムが確かめました。",
        judged="文は、プログラムに加えて言語モデルも判定しました。",
        misjudged="文を判定するはずの言語モデルが、隠されたテスト文の判定を誤ったため、"
        "プログラムだけで判定しました。",
        part_by_models="{parts}：言語モデルが行いました。",
        part_failed="{parts}：いつもの言語モデルが応じなかったため、言語モデルを使わずに規則で行いました。",
        part_spent="{parts}：言語モデルの予算を使い切ったため、言語モデルを使わずに規則で行いました。",
        searches="予算内に収めるため、{part}の検索を{many}回ではなく最大{few}回にしました。",
        model="予算内に収めるため、{part}では{usual}の代わりに{model}を使いました。",
        no_tone="文体の希望がありましたが、規則は引用するだけで、自分の文体を持ちません。",
        no_opinions="意見の希望がありましたが、規則は意見を持ちません。",
        parts=(
            "新着の調査",
            "論文の調査",
            "選定",
            "調査結果の選定",
            "評価",
            "話題",
            "構成",
            "各欄の執筆",
            "執筆",
            "仕上げ",
        ),
    ),
    "ko": DisclosureWords(
        by_models="이번 호는 언어 모델이 소식을 고르고 썼으며, 링크와 인용은 프로그램이 "
        "확인했습니다.",
        judged="문장은 프로그램과 함께 언어 모델도 판정했습니다.",
        misjudged="문장을 판정하기로 한 언어 모델이 숨겨 둔 시험 문장을 잘못 판정하여, 프로그램만으로 "
        "판정했습니다.",
        part_by_models="{parts}: 언어 모델이 했습니다.",
        part_failed="{parts}: 늘 쓰던 언어 모델이 응답하지 않아 언어 모델 없이 규칙으로 했습니다.",
        part_spent="{parts}: 언어 모델에 쓸 예산이 다 떨어져 언어 모델 없이 규칙으로 했습니다.",
        searches="예산을 지키려고({part}) 검색을 {many}번 대신 최대 {few}번 했습니다.",
        model="예산을 지키려고({part}) {usual} 대신 {model} 모델을 썼습니다.",
        no_tone="문체를 요청받았지만, 규칙은 인용만 할 뿐 자기 문체가 없습니다.",
        no_opinions="의견을 요청받았지만, 규칙에는 의견이 없습니다.",
        parts=(
            "새 소식 조사",
            "논문 조사",
            "선정",
            "조사 결과 선정",
            "평가",
            "주제",
            "구성",
            "항목별 글",
            "글",
            "마무리",
        ),
    ),
    "nl": DisclosureWords(
        by_models="Taalmodellen hebben de berichten gekozen en dit nummer geschreven; code "
        "heeft de links en citaten gecontroleerd.",
        judged="Een taalmodel heeft de zinnen beoordeeld, naast de code.",
        misjudged="Het taalmodel dat de zinnen moest beoordelen, beoordeelde verborgen "
        "testzinnen verkeerd: code heeft ze alleen beoordeeld.",
        part_by_models="{parts}: gedaan door taalmodellen.",
        part_failed="{parts}: gedaan door regels, zonder taalmodel, omdat het gebruikelijke faalde.",
        part_spent="{parts}: gedaan door regels, zonder taalmodel, omdat het budget daarvoor op was.",
        searches="Om binnen het budget te blijven ({part}): hoogstens {few} zoekopdrachten in plaats van {many}.",
        model="Om binnen het budget te blijven ({part}): {model} in plaats van {usual}.",
        no_tone="Er is om een toon gevraagd: regels citeren en hebben er zelf geen.",
        no_opinions="Er is om meningen gevraagd: regels hebben er geen.",
        parts=(
            "Zoeken naar nieuws",
            "Zoeken naar onderzoek",
            "Keuze",
            "Keuze uit de vondsten",
            "Beoordeling",
            "Onderwerpen",
            "Rubrieken",
            "Teksten van de rubrieken",
            "Tekst",
            "Eindversie",
        ),
    ),
    "pl": DisclosureWords(
        by_models="Modele językowe wybrały wiadomości i napisały ten numer; kod sprawdził "
        "linki i cytaty.",
        judged="Zdania ocenił model językowy, obok kodu.",
        misjudged="Model językowy, który miał ocenić zdania, źle ocenił ukryte zdania próbne: "
        "ocenił je sam kod.",
        part_by_models="{parts}: praca modeli językowych.",
        part_failed="{parts}: praca reguł, bez modelu językowego, bo zwykły zawiódł.",
        part_spent="{parts}: praca reguł, bez modelu językowego, bo budżet na model się wyczerpał.",
        searches="Aby zmieścić się w budżecie ({part}): wyszukiwań najwyżej {few} zamiast {many}.",
        model="Aby zmieścić się w budżecie ({part}): {model} zamiast {usual}.",
        no_tone="Proszono o określony ton: reguły cytują i własnego nie mają.",
        no_opinions="Proszono o opinie: reguły ich nie mają.",
        parts=(
            "Szukanie nowości",
            "Szukanie badań",
            "Wybór",
            "Wybór znalezisk",
            "Ocena",
            "Tematy",
            "Działy",
            "Teksty działów",
            "Tekst",
            "Wersja końcowa",
        ),
    ),
    "pt": DisclosureWords(
        by_models="Modelos de linguagem escolheram as notícias e escreveram este número; um "
        "programa verificou as ligações e as citações.",
        judged="Um modelo de linguagem avaliou as frases, a par do programa.",
        misjudged="O modelo de linguagem que devia avaliar as frases errou em frases de teste "
        "ocultas: só o programa as avaliou.",
        part_by_models="{parts}: a cargo de modelos de linguagem.",
        part_failed="{parts}: a cargo de regras, sem modelo de linguagem, porque o habitual falhou.",
        part_spent="{parts}: a cargo de regras, sem modelo de linguagem, porque o orçamento para um se esgotou.",
        searches="Para respeitar o orçamento ({part}): no máximo {few} pesquisas em vez de {many}.",
        model="Para respeitar o orçamento ({part}): {model} em vez de {usual}.",
        no_tone="Foi pedido um tom: as regras citam e não têm nenhum próprio.",
        no_opinions="Foram pedidas opiniões: as regras não têm nenhuma.",
        parts=(
            "Pesquisa de novidades",
            "Pesquisa de estudos",
            "Seleção",
            "Seleção dos achados",
            "Avaliação",
            "Temas",
            "Secções",
            "Textos das secções",
            "Texto",
            "Versão final",
        ),
    ),
    "zh": DisclosureWords(
        by_models="本期的内容由语言模型挑选并撰写；链接和引文由程序检查。",
        judged="除程序外，语言模型也判断了各个句子。",
        misjudged="本应判断句子的语言模型误判了隐藏的测试句，因此只由程序判断。",
        part_by_models="{parts}：由语言模型完成。",
        part_failed="{parts}：因常用的语言模型未能完成，由规则完成，未使用语言模型。",
        part_spent="{parts}：因语言模型的预算已用完，由规则完成，未使用语言模型。",
        searches="为不超出预算，{part}最多搜索{few}次，而不是{many}次。",
        model="为不超出预算，{part}使用了{model}，而不是{usual}。",
        no_tone="读者希望有某种语气：规则只会引用，没有自己的语气。",
        no_opinions="读者希望有观点：规则没有观点。",
        parts=(
            "新消息检索",
            "论文检索",
            "挑选",
            "检索结果挑选",
            "评分",
            "主题",
            "栏目",
            "栏目撰写",
            "撰写",
            "定稿",
        ),
    ),
}


def disclosure_words_of(language: str) -> DisclosureWords:
    """The sentences of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])
