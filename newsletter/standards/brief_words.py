"""What a brief says of its sections and of itself, in the newsletter's own language. Pure.

Beside what every issue says (`newsletter.standards.furniture`): names of sections, why one
is short, what to try. English where a language is not known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from newsletter.standards.furniture import ENGLISH, furniture_of, one_form, primary


@dataclass(frozen=True, slots=True)
class BriefWords:
    """The words of one language.

    Sentences are templates; several are a noun with its number, in each form that it has
    in the language. Of `only` and `none` the first is of launches, the second of papers.
    """

    shipped: str  # the headings of launches, papers, and those with their links alone
    worth: str
    also: str
    build: str
    launch: tuple[str, ...]
    paper: tuple[str, ...]
    count: str  # the lead's second sentence
    only: tuple[str, str]
    none: tuple[str, str]
    no_news: str
    shut: str
    deeper: str  # how a paragraph begins that names links to go on with
    no_further: str
    from_feed: str
    attempt: str
    project: str


_BY_LANGUAGE: Mapping[str, BriefWords] = {
    "de": BriefWords(
        shipped="Was erschienen ist",
        worth="Forschung, die sich lohnt",
        also="Außerdem erschienen",
        build="Ihr 4-Stunden-Projekt der Woche",
        launch=("{number} Neuheit", "{number} Neuheiten"),
        paper=("{number} Forschungsarbeit", "{number} Forschungsarbeiten"),
        count="Diese Ausgabe hat {stories} aus der Woche bis zum {day}, gewählt aus {considered}.",
        only=(
            "Diese Ausgabe hat nur eine Neuheit: sonst genügte nichts den Ansprüchen.",
            "Diese Ausgabe hat nur eine Forschungsarbeit: sonst genügte nichts den "
            "Ansprüchen.",
        ),
        none=(
            "Diese Ausgabe hat keine Neuheit: nichts genügte den Ansprüchen.",
            "Diese Ausgabe hat keine Forschungsarbeit: nichts genügte den Ansprüchen.",
        ),
        no_news="In dieser Ausgabe gibt es keine Neuigkeiten: nichts genügte den Ansprüchen.",
        shut="In dieser Ausgabe nur mit ihrem Link, weil ihre Seiten verschlossen waren: "
        "{links}.",
        deeper="Zum Vertiefen:",
        no_further="In dieser Ausgabe führten manche Seiten nicht weiter.",
        from_feed="{publisher}, aus dem Feed",
        attempt="{name} ausprobieren",
        project="Öffnen Sie [den Code von {name}](<{url}>), bringen Sie das erste Beispiel "
        "zum Laufen und geben Sie ihm eine eigene Aufgabe.",
    ),
    ENGLISH: BriefWords(
        shipped="What shipped",
        worth="Research worth knowing",
        also="Also shipped",
        build="Your 4-hour build this week",
        launch=("{number} story", "{number} stories"),
        paper=("{number} paper", "{number} papers"),
        count="This issue has {stories} of the week to {day}, chosen from {considered}.",
        only=(
            "This issue has only one launch: nothing else met its standards.",
            "This issue has only one paper: nothing else met its standards.",
        ),
        none=(
            "This issue has no launch: nothing met its standards.",
            "This issue has no paper: nothing met its standards.",
        ),
        no_news="In this issue there is no news: nothing met its standards.",
        shut="In this issue with their links alone, as their pages were shut: {links}.",
        deeper="Dig deeper:",
        no_further="In this issue some stories have no further links.",
        from_feed="{publisher}, from its feed",
        attempt="Try {name}",
        project="Open [the code of {name}](<{url}>), get its first example to run, and set "
        "it one task of yours.",
    ),
    "es": BriefWords(
        shipped="Lo que ha salido",
        worth="Investigación que merece la pena",
        also="También ha salido",
        build="Su proyecto de 4 horas de la semana",
        launch=("{number} novedad", "{number} novedades"),
        paper=("{number} artículo", "{number} artículos"),
        count="Este número tiene {stories} de la semana hasta el {day}, entre {considered}.",
        only=(
            "Este número tiene una sola novedad: nada más alcanzó el nivel.",
            "Este número tiene un solo artículo: nada más alcanzó el nivel.",
        ),
        none=(
            "Este número no tiene novedades: nada alcanzó el nivel.",
            "Este número no tiene artículos: nada alcanzó el nivel.",
        ),
        no_news="En este número no hay noticias: nada alcanzó el nivel.",
        shut="En este número solo con su enlace, porque sus páginas estaban cerradas: "
        "{links}.",
        deeper="Para profundizar:",
        no_further="En este número algunas páginas no llevaron más lejos.",
        from_feed="{publisher}, de su canal",
        attempt="Probar {name}",
        project="Abra [el código de {name}](<{url}>), haga funcionar su primer ejemplo y "
        "dele una tarea propia.",
    ),
    "fr": BriefWords(
        shipped="Ce qui est sorti",
        worth="Recherche à connaître",
        also="Également sorti",
        build="Votre projet de 4 heures de la semaine",
        launch=("{number} nouveauté", "{number} nouveautés"),
        paper=("{number} article", "{number} articles"),
        count="Ce numéro compte {stories} de la semaine jusqu’au {day}, sur {considered}.",
        only=(
            "Ce numéro n’a qu’une nouveauté : rien d’autre n’a atteint le niveau.",
            "Ce numéro n’a qu’un article : rien d’autre n’a atteint le niveau.",
        ),
        none=(
            "Ce numéro n’a pas de nouveauté : rien n’a atteint le niveau.",
            "Ce numéro n’a pas d’article : rien n’a atteint le niveau.",
        ),
        no_news="Dans ce numéro, pas d’actualités : rien n’a atteint le niveau.",
        shut="Dans ce numéro avec leur seul lien, leurs pages étant fermées : {links}.",
        deeper="Pour aller plus loin :",
        no_further="Dans ce numéro, certaines pages n’ont pas mené plus loin.",
        from_feed="{publisher}, par son flux",
        attempt="Essayer {name}",
        project="Ouvrez [le code de {name}](<{url}>), faites tourner son premier exemple et "
        "donnez-lui une tâche à vous.",
    ),
    "it": BriefWords(
        shipped="Che cosa è uscito",
        worth="Ricerca da conoscere",
        also="È uscito anche",
        build="Il progetto di 4 ore della settimana",
        launch=("{number} novità", "{number} novità"),
        paper=("{number} articolo", "{number} articoli"),
        count="Questo numero ha {stories} della settimana fino al {day}, su {considered}.",
        only=(
            "Questo numero ha una sola novità: nient’altro ha raggiunto il livello.",
            "Questo numero ha un solo articolo: nient’altro ha raggiunto il livello.",
        ),
        none=(
            "Questo numero non ha novità: niente ha raggiunto il livello.",
            "Questo numero non ha articoli: niente ha raggiunto il livello.",
        ),
        no_news="In questo numero non ci sono notizie: niente ha raggiunto il livello.",
        shut="In questo numero con il solo link, perché le pagine erano chiuse: {links}.",
        deeper="Per approfondire:",
        no_further="In questo numero alcune pagine non portavano oltre.",
        from_feed="{publisher}, dal suo feed",
        attempt="Provare {name}",
        project="Aprite [il codice di {name}](<{url}>), fate girare il primo esempio e "
        "dategli un compito vostro.",
    ),
    "ja": BriefWords(
        shipped="今週の新着",
        worth="注目の研究",
        also="そのほかの話題",
        build="今週の4時間プロジェクト",
        launch=one_form("新着{number}件"),
        paper=one_form("論文{number}本"),
        count="今号は、{day}までの一週間の{considered}から{stories}を選びました。",
        only=(
            "今号は新着が1件だけです：ほかに基準に達したものがありませんでした。",
            "今号は論文が1本だけです：ほかに基準に達したものがありませんでした。",
        ),
        none=(
            "今号は新着がありません：基準に達したものがありませんでした。",
            "今号は論文がありません：基準に達したものがありませんでした。",
        ),
        no_news="今号ではニュースがありません：基準に達したものがありませんでした。",
        shut="今号では、ページを読めなかったため、リンクだけを載せます：{links}。",
        deeper="さらに読む:",
        no_further="今号では、その先へのリンクがないページもありました。",
        from_feed="{publisher}、フィードより",
        attempt="{name}を試す",
        project="[{name}のコード](<{url}>)を開き、最初の例を動かしてから、自分の課題を一つ与えて"
        "みてください。",
    ),
    "ko": BriefWords(
        shipped="이번 주에 나온 것",
        worth="알아 둘 연구",
        also="그 밖의 소식",
        build="이번 주의 4시간 프로젝트",
        launch=one_form("새 소식 {number}건"),
        paper=one_form("논문 {number}건"),
        count="이번 호는 {day}까지 한 주의 {considered} 가운데 {stories}을 골랐습니다.",
        only=(
            "이번 호에는 새 소식이 1건뿐입니다: 그 밖에 기준에 이른 것이 없었습니다.",
            "이번 호에는 논문이 1건뿐입니다: 그 밖에 기준에 이른 것이 없었습니다.",
        ),
        none=(
            "이번 호에는 새 소식이 없습니다: 기준에 이른 것이 없었습니다.",
            "이번 호에는 논문이 없습니다: 기준에 이른 것이 없었습니다.",
        ),
        no_news="이번 호에는 뉴스가 없습니다: 기준에 이른 것이 없었습니다.",
        shut="이번 호에는 페이지를 읽을 수 없어 링크만 싣습니다: {links}.",
        deeper="더 읽기:",
        no_further="이번 호에는 더 나아갈 링크가 없는 페이지도 있었습니다.",
        from_feed="{publisher}, 피드에서",
        attempt="{name} 써 보기",
        project="[{name}의 코드](<{url}>)를 열어 첫 예제를 실행한 뒤, 자신의 과제를 하나 맡겨 보세요.",
    ),
    "nl": BriefWords(
        shipped="Wat er uitkwam",
        worth="Onderzoek dat telt",
        also="Ook uitgekomen",
        build="Uw project van 4 uur van deze week",
        launch=("{number} nieuwtje", "{number} nieuwtjes"),
        paper=("{number} artikel", "{number} artikelen"),
        count="Dit nummer heeft {stories} van de week tot {day}, gekozen uit {considered}.",
        only=(
            "Dit nummer heeft maar één nieuwtje: verder haalde niets het niveau.",
            "Dit nummer heeft maar één artikel: verder haalde niets het niveau.",
        ),
        none=(
            "Dit nummer heeft geen nieuwtje: niets haalde het niveau.",
            "Dit nummer heeft geen artikel: niets haalde het niveau.",
        ),
        no_news="In dit nummer is er geen nieuws: niets haalde het niveau.",
        shut="In dit nummer alleen met hun link, omdat hun pagina’s dicht waren: {links}.",
        deeper="Verder lezen:",
        no_further="In dit nummer leidden sommige pagina’s niet verder.",
        from_feed="{publisher}, uit de feed",
        attempt="{name} uitproberen",
        project="Open [de code van {name}](<{url}>), krijg het eerste voorbeeld aan de praat "
        "en geef het een taak van uzelf.",
    ),
    "pl": BriefWords(
        shipped="Co się ukazało",
        worth="Badania warte uwagi",
        also="Ukazało się także",
        build="Projekt tygodnia na 4 godziny",
        launch=("{number} nowość", "{number} nowości", "{number} nowości"),
        paper=(
            "{number} pracę naukową",
            "{number} prace naukowe",
            "{number} prac naukowych",
        ),
        count="Ten numer zawiera {stories} z tygodnia do {day}, spośród {considered}.",
        only=(
            "Ten numer zawiera tylko jedną nowość: nic więcej nie spełniło wymagań.",
            "Ten numer zawiera tylko jedną pracę naukową: nic więcej nie spełniło "
            "wymagań.",
        ),
        none=(
            "Ten numer nie zawiera żadnej nowości: nic nie spełniło wymagań.",
            "Ten numer nie zawiera żadnej pracy naukowej: nic nie spełniło wymagań.",
        ),
        no_news="W tym numerze nie ma wiadomości: nic nie spełniło wymagań.",
        shut="W tym numerze tylko z odnośnikiem, bo ich strony były zamknięte: {links}.",
        deeper="Więcej na ten temat:",
        no_further="W tym numerze niektóre wiadomości nie mają dalszych odnośników.",
        from_feed="{publisher}, z kanału",
        attempt="Wypróbuj {name}",
        project="Otwórz [kod {name}](<{url}>), uruchom pierwszy przykład i daj mu jedno "
        "własne zadanie.",
    ),
    "pt": BriefWords(
        shipped="O que saiu",
        worth="Investigação a conhecer",
        also="Também saiu",
        build="O seu projeto de 4 horas da semana",
        launch=("{number} novidade", "{number} novidades"),
        paper=("{number} artigo", "{number} artigos"),
        count="Esta edição tem {stories} da semana até {day}, entre {considered}.",
        only=(
            "Esta edição tem uma só novidade: nada mais chegou ao nível.",
            "Esta edição tem um só artigo: nada mais chegou ao nível.",
        ),
        none=(
            "Esta edição não tem novidades: nada chegou ao nível.",
            "Esta edição não tem artigos: nada chegou ao nível.",
        ),
        no_news="Nesta edição não há notícias: nada chegou ao nível.",
        shut="Nesta edição apenas com a sua ligação, porque as páginas estavam fechadas: "
        "{links}.",
        deeper="Para aprofundar:",
        no_further="Nesta edição algumas páginas não levaram mais longe.",
        from_feed="{publisher}, do seu feed",
        attempt="Experimentar {name}",
        project="Abra [o código de {name}](<{url}>), ponha o primeiro exemplo a funcionar e "
        "dê-lhe uma tarefa sua.",
    ),
    "zh": BriefWords(
        shipped="本周新品",
        worth="值得关注的研究",
        also="其他消息",
        build="本周4小时动手项目",
        launch=one_form("{number}项新品"),
        paper=one_form("{number}篇论文"),
        count="本期通讯从截至{day}一周的{considered}中选出{stories}。",
        only=(
            "本期通讯只有1项新品：其他内容均未达到标准。",
            "本期通讯只有1篇论文：其他内容均未达到标准。",
        ),
        none=(
            "本期通讯没有新品：没有内容达到标准。",
            "本期通讯没有论文：没有内容达到标准。",
        ),
        no_news="在本期通讯中没有要闻：没有内容达到标准。",
        shut="在本期通讯中，以下页面无法读取，仅列出链接：{links}。",
        deeper="延伸阅读:",
        no_further="在本期通讯中，有些页面没有进一步的链接。",
        from_feed="{publisher}，来自其信息源",
        attempt="试用{name}",
        project="打开[{name}的代码](<{url}>)，运行第一个示例，再交给它一个您自己的任务。",
    ),
}
_ALL = tuple(_BY_LANGUAGE.values())
# Folded, in any of the languages: what sections of one kind are called.
SHIPPED = tuple(each.shipped.casefold() for each in _ALL)
WORTH = tuple(each.worth.casefold() for each in _ALL)
BUILD = tuple(each.build.casefold() for each in _ALL)
DEEPER = tuple(each.deeper for each in _ALL)
NO_FURTHER = frozenset(each.no_further for each in _ALL)


def brief_words_of(language: str) -> BriefWords:
    """The words of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])


def news_words_of(language: str) -> BriefWords:
    """The words of a brief on a subject that ships nothing: news and stories, no launches."""
    words, furniture = brief_words_of(language), furniture_of(language)
    return replace(
        words,
        shipped=furniture.news,
        launch=furniture.story,
        only=("", words.only[1]),
        none=(words.no_news, words.none[1]),
    )


def headings_of(language: str) -> tuple[str, ...]:
    """What sections of any shape are called, in one order for every language."""
    words, furniture = brief_words_of(language), furniture_of(language)
    return (
        words.shipped, words.worth, words.also, words.build,
        furniture.about, furniture.brief, furniture.news, furniture.research,
    )  # fmt: skip
