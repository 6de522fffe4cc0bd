"""What an issue says of itself and its sections, in the newsletter's own language. Pure.

Names of sections, lines of the lead, how the issue was made. Other words are those of the
stories, in their own language. English where a language is not known here.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import chain

from newsletter.text.words import MONTHS, in_words

ENGLISH = "en"
# The script, and places where Chinese is written in it.
_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo"})
# How a sentence ends that needs no space behind it, and what has not begun.
_WIDE_ENDS = ("", "。", "？", "！")


def one_or_many(number: int) -> int:
    """Which form a number takes where a noun has two."""
    return int(number != 1)


def one_few_or_many(number: int) -> int:
    """1; 2 to 4, 22; 5, 12, 25: as Polish counts, by the plural rules of the CLDR.

    https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
    """
    is_few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return 0 if number == 1 else 1 if is_few else 2


@dataclass(frozen=True, slots=True)
class Furniture:
    """The words of one language.

    Sentences are templates; several are a noun with its number, of one and of many, or in
    each form that `form_of` has for its language.
    """

    # How sentences begin that tell of the issue, and need no source.
    openings: tuple[str, str]
    view: str  # how a sentence begins that tells what we think
    about: str  # the heading under which it says how it was made
    brief: str  # the heading of further stories
    news: str  # the sections of what belongs to no topic
    research: str
    conjunction: str
    day_and_month: str
    months: str
    until: str  # the subject of an issue whose stories have no short names
    first: str
    first_name: str  # where what stands first is a name and no sentence
    further: str
    count: str
    lines: str
    story: tuple[str, ...]
    more: tuple[str, ...]
    considered: tuple[str, ...]
    asked: tuple[str, ...]
    unread: str
    looks_back: str
    few: str
    left_out: tuple[str, ...]
    by_rules: str  # what a reader must know of an issue that rules alone made
    day_and_year: str = "{day} {year}"
    # What stands in a list, around its conjunction, and at a sentence's end.
    comma: str = ", "
    space: str = " "
    stop: str = "."
    form_of: Callable[[int], int] = one_or_many

    @property
    def is_english(self) -> bool:
        return self is _BY_LANGUAGE[ENGLISH]

    def day(self, day: date) -> str:
        """`7 August`, `7. August`, `7 août`."""
        month = self.months.split()[day.month - 1]
        return self.day_and_month.format(day=day.day, month=month)

    def whole_day(self, day: date) -> str:
        """`7 August 2026`, `7. August 2026`, `7 de agosto de 2026`."""
        return self.day_and_year.format(day=self.day(day), year=day.year)

    def told(self, number: int) -> str:
        """`ten`: in words in English alone, figures elsewhere."""
        return in_words(number) if self.is_english else str(number)

    def counted(self, number: int, forms: Sequence[str]) -> str:
        """`one paper`, `13 papers`."""
        return forms[self.form_of(number)].format(number=self.told(number))

    def listed(self, parts: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        last = f"{self.space}{self.conjunction}{self.space}{parts[-1]}"
        return f"{self.comma.join(parts[:-1])}{last}"


def joined(sentences: Iterable[str]) -> str:
    """Sentences one behind the other: no space stands behind a full stop that is wide."""
    text = ""
    for sentence in filter(None, sentences):
        text += f"{' ' * (text[-1:] not in _WIDE_ENDS)}{sentence}"
    return text


def one_form(noun: str) -> tuple[str, str]:
    """A noun of a language in which it has the same form with any number."""
    return noun, noun


_BY_LANGUAGE: Mapping[str, Furniture] = {
    "de": Furniture(
        openings=("Diese Ausgabe", "In dieser Ausgabe"),
        view="Unsere Sicht:",
        about="Wie diese Ausgabe entstand",
        brief="Kurz gemeldet",
        news="Neues der Woche",
        research="Forschung der Woche",
        conjunction="und",
        day_and_month="{day}. {month}",
        months="Januar Februar März April Mai Juni "
        "Juli August September Oktober November Dezember",
        until="Die Woche bis zum {day}",
        first="In dieser Ausgabe: {title}",
        first_name="Diese Ausgabe beginnt so: {title}",
        further="In dieser Ausgabe auch: {title}.",
        count="Diese Ausgabe hat {stories}{lines} aus der Woche bis zum {day}, "
        "gewählt aus {considered}.",
        lines=" und {more} in je einer Zeile",
        story=("{number} Meldung", "{number} Meldungen"),
        more=("{number} weitere", "{number} weitere"),
        considered=("{number} Meldung", "{number} Meldungen"),
        asked=(
            "Diese Ausgabe fragte {number} Quelle",
            "Diese Ausgabe fragte {number} Quellen",
        ),
        unread="; nicht ganz zu lesen: {names}",
        looks_back="Diese Ausgabe blickt {days} Tage zurück: die Woche selbst hatte zu "
        "wenig.",
        few="In dieser Ausgabe sind es wenige Themen: sonst genügte nichts den "
        "Ansprüchen.",
        left_out=(
            "In dieser Ausgabe fehlt {number} gewählte Meldung: zu wenig ließ sich "
            "zitieren oder prüfen.",
            "In dieser Ausgabe fehlen {number} gewählte Meldungen: zu wenig ließ sich "
            "zitieren oder prüfen.",
        ),
        by_rules="Diese Ausgabe entstand ohne Sprachmodell: Regeln haben die Meldungen "
        "ausgewählt und zitieren die verlinkten Quellen; niemand hat geprüft, ob die "
        "Quellen recht haben.",
    ),
    ENGLISH: Furniture(
        openings=("This issue", "In this issue"),
        view="Our view:",
        about="How this issue was made",
        brief="In brief",
        news="News of the week",
        research="Research of the week",
        conjunction="and",
        day_and_month="{day} {month}",
        months=" ".join(month.capitalize() for month in MONTHS),
        until="The week to {day}",
        first="In this issue: {title}",
        first_name="This issue opens with {title}",
        further="In this issue, too: {title}.",
        count="This issue has {stories}{lines}, of the week to {day}, chosen from "
        "{considered}.",
        lines=" and {more} in a line each",
        story=("{number} story", "{number} stories"),
        more=("{number} more story", "{number} more stories"),
        considered=("{number} story", "{number} stories"),
        asked=(
            "This issue asked {number} source",
            "This issue asked {number} sources",
        ),
        unread="; {number} could not be read in full: {names}",
        looks_back="This issue looks back {days} days: the week itself had too little.",
        few="In this issue there are few topics: nothing else met its standards.",
        left_out=(
            "In this issue {number} chosen story was left out: too little could be "
            "quoted or verified.",
            "In this issue {number} chosen stories were left out: too little could be "
            "quoted or verified.",
        ),
        by_rules="This issue was compiled without a language model: rules chose the stories "
        "and quote the linked sources; nobody has checked that the sources are right.",
    ),
    "es": Furniture(
        openings=("Este número", "En este número"),
        view="Nuestra opinión:",
        about="Cómo se hizo este número",
        brief="En breve",
        news="Noticias de la semana",
        research="Investigación de la semana",
        conjunction="y",
        day_and_month="{day} de {month}",
        months="enero febrero marzo abril mayo junio "
        "julio agosto septiembre octubre noviembre diciembre",
        until="La semana hasta el {day}",
        first="En este número: {title}",
        first_name="Este número empieza así: {title}",
        further="En este número también: {title}.",
        count="Este número tiene {stories}{lines} de la semana hasta el {day}, entre "
        "{considered}.",
        lines=" y {more} en una línea cada una",
        story=("{number} noticia", "{number} noticias"),
        more=("{number} más", "{number} más"),
        considered=("{number} noticia", "{number} noticias"),
        asked=(
            "Este número consultó {number} fuente",
            "Este número consultó {number} fuentes",
        ),
        unread="; no se pudo leer del todo: {names}",
        looks_back="Este número mira {days} días atrás: la semana sola tenía muy poco.",
        few="En este número hay pocos temas: nada más llegó al nivel.",
        left_out=(
            "En este número falta {number} noticia elegida: se pudo citar o comprobar "
            "muy poco.",
            "En este número faltan {number} noticias elegidas: se pudo citar o comprobar "
            "muy poco.",
        ),
        by_rules="Este número se hizo sin modelo de lenguaje: unas reglas eligieron las "
        "noticias y citan las fuentes enlazadas; nadie ha comprobado que las fuentes "
        "tengan razón.",
        day_and_year="{day} de {year}",
    ),
    "fr": Furniture(
        openings=("Ce numéro", "Dans ce numéro"),
        view="Notre avis :",
        about="Comment ce numéro a été fait",
        brief="En bref",
        news="Les nouvelles de la semaine",
        research="La recherche de la semaine",
        conjunction="et",
        day_and_month="{day} {month}",
        months="janvier février mars avril mai juin "
        "juillet août septembre octobre novembre décembre",
        until="La semaine jusqu’au {day}",
        first="Dans ce numéro : {title}",
        first_name="Ce numéro commence ainsi : {title}",
        further="Dans ce numéro aussi : {title}.",
        count="Ce numéro compte {stories}{lines} de la semaine jusqu’au {day}, sur "
        "{considered}.",
        lines=" et {more} en une ligne chacune",
        story=("{number} nouvelle", "{number} nouvelles"),
        more=("{number} autre", "{number} autres"),
        considered=("{number} nouvelle", "{number} nouvelles"),
        asked=(
            "Ce numéro a consulté {number} source",
            "Ce numéro a consulté {number} sources",
        ),
        unread=" ; impossible de tout lire : {names}",
        looks_back="Ce numéro regarde {days} jours en arrière : la semaine seule avait "
        "trop peu.",
        few="Dans ce numéro il y a peu de sujets : rien d’autre n’a été retenu.",
        left_out=(
            "Dans ce numéro il manque {number} nouvelle choisie : trop peu a pu être "
            "cité ou vérifié.",
            "Dans ce numéro il manque {number} nouvelles choisies : trop peu a pu être "
            "cité ou vérifié.",
        ),
        by_rules="Ce numéro a été fait sans modèle de langage : des règles ont choisi les "
        "nouvelles et citent les sources liées ; personne n’a vérifié que les sources "
        "disent vrai.",
    ),
    "it": Furniture(
        openings=("Questo numero", "In questo numero"),
        view="Il nostro parere:",
        about="Come è nato questo numero",
        brief="In breve",
        news="Notizie della settimana",
        research="Ricerca della settimana",
        conjunction="e",
        day_and_month="{day} {month}",
        months="gennaio febbraio marzo aprile maggio giugno "
        "luglio agosto settembre ottobre novembre dicembre",
        until="La settimana fino al {day}",
        first="In questo numero: {title}",
        first_name="Questo numero comincia così: {title}",
        further="In questo numero anche: {title}.",
        count="Questo numero ha {stories}{lines} della settimana fino al {day}, su "
        "{considered}.",
        lines=" e {more} in una riga ciascuna",
        story=("{number} notizia", "{number} notizie"),
        more=("{number} altra", "{number} altre"),
        considered=("{number} notizia", "{number} notizie"),
        asked=(
            "Questo numero ha consultato {number} fonte",
            "Questo numero ha consultato {number} fonti",
        ),
        unread="; non leggibili per intero: {names}",
        looks_back="Questo numero guarda {days} giorni indietro: la settimana da sola "
        "aveva troppo poco.",
        few="In questo numero ci sono pochi temi: niente altro era abbastanza buono.",
        left_out=(
            "In questo numero manca {number} notizia scelta: troppo poco si poteva "
            "citare o verificare.",
            "In questo numero mancano {number} notizie scelte: troppo poco si poteva "
            "citare o verificare.",
        ),
        by_rules="Questo numero è nato senza un modello linguistico: delle regole hanno scelto "
        "le notizie e citano le fonti collegate; nessuno ha controllato che le fonti "
        "abbiano ragione.",
    ),
    "ja": Furniture(
        openings=("今号は", "今号では"),
        view="編集部の見方\N{FULLWIDTH COLON}",
        about="今号ができるまで",
        brief="短信",
        news="今週のニュース",
        research="今週の研究",
        conjunction="、",
        day_and_month="{month}{day}日",
        months="1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
        until="{day}までの一週間",
        first="今号では：{title}",
        first_name="今号は次の話題から：{title}",
        further="今号では、ほかに：{title}。",
        count="今号は、{day}までの一週間の{considered}から{stories}{lines}を選びました。",
        lines="と、一行で伝える{more}",
        story=one_form("記事{number}件"),
        more=one_form("{number}件"),
        considered=one_form("記事{number}件"),
        asked=one_form("今号は情報源{number}件を調べました"),
        unread="（すべては読めなかったもの：{names}）",
        looks_back="今号は、一週間だけでは足りず、{days}日前までさかのぼりました。",
        few="今号では話題が少なめです：ほかに基準に達したものがありませんでした。",
        left_out=one_form(
            "今号では、引用や検証が十分にできず、選んだ記事{number}件を見送りました。"
        ),
        by_rules="今号は言語モデルを使わずに作りました：規則が記事を選び、リンク先の出典を引用して"
        "いますが、出典が正しいかどうかは、誰も確かめていません。",
        day_and_year="{year}年{day}",
        comma="、",
        space="",
        stop="。",
    ),
    "ko": Furniture(
        openings=("이번 호는", "이번 호에는"),
        view="편집부의 시각:",
        about="이번 호를 만든 과정",
        brief="간추린 소식",
        news="이번 주 뉴스",
        research="이번 주 연구",
        conjunction=", ",
        day_and_month="{month} {day}일",
        months="1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월",
        until="{day}까지의 한 주",
        first="이번 호에는: {title}",
        first_name="이번 호는 이렇게 시작합니다: {title}",
        further="이번 호에는 이 소식도 있습니다: {title}.",
        count="이번 호는 {day}까지 한 주의 {considered} 가운데 {stories}{lines}을 골랐습니다.",
        lines=", 한 줄로 전하는 {more}",
        story=one_form("소식 {number}건"),
        more=one_form("{number}건"),
        considered=one_form("소식 {number}건"),
        asked=one_form("이번 호는 출처 {number}곳을 살폈습니다"),
        unread="(다 읽지 못한 곳: {names})",
        looks_back="이번 호는 한 주만으로는 모자라 {days}일 전까지 살폈습니다.",
        few="이번 호에는 주제가 적습니다: 그 밖에 기준에 이른 것이 없었습니다.",
        left_out=one_form(
            "이번 호에는 인용하거나 확인하기 어려워 고른 소식 {number}건을 싣지 않았습니다."
        ),
        by_rules="이번 호는 언어 모델 없이 만들었습니다: 규칙이 소식을 고르고 링크된 출처를 "
        "인용했으며, 출처가 옳은지는 아무도 확인하지 않았습니다.",
        day_and_year="{year}년 {day}",
        space="",
    ),
    "nl": Furniture(
        openings=("Dit nummer", "In dit nummer"),
        view="Onze kijk:",
        about="Hoe dit nummer ontstond",
        brief="In het kort",
        news="Nieuws van de week",
        research="Onderzoek van de week",
        conjunction="en",
        day_and_month="{day} {month}",
        months="januari februari maart april mei juni "
        "juli augustus september oktober november december",
        until="De week tot {day}",
        first="In dit nummer: {title}",
        first_name="Dit nummer begint zo: {title}",
        further="In dit nummer ook: {title}.",
        count="Dit nummer heeft {stories}{lines} van de week tot {day}, gekozen uit "
        "{considered}.",
        lines=" en {more} in elk één regel",
        story=("{number} bericht", "{number} berichten"),
        more=("{number} ander", "{number} andere"),
        considered=("{number} bericht", "{number} berichten"),
        asked=(
            "Dit nummer vroeg {number} bron",
            "Dit nummer vroeg {number} bronnen",
        ),
        unread="; niet helemaal te lezen: {names}",
        looks_back="Dit nummer kijkt {days} dagen terug: de week zelf had te weinig.",
        few="In dit nummer zijn er weinig onderwerpen: niets anders was goed genoeg.",
        left_out=(
            "In dit nummer ontbreekt {number} gekozen bericht: er was te weinig te "
            "citeren of te controleren.",
            "In dit nummer ontbreken {number} gekozen berichten: er was te weinig te "
            "citeren of te controleren.",
        ),
        by_rules="Dit nummer ontstond zonder taalmodel: regels kozen de berichten en citeren "
        "de gelinkte bronnen; niemand heeft nagegaan of de bronnen gelijk hebben.",
    ),
    "pl": Furniture(
        openings=("Ten numer", "W tym numerze"),
        view="Naszym zdaniem:",
        about="Jak powstał ten numer",
        brief="W skrócie",
        news="Wiadomości tygodnia",
        research="Badania tygodnia",
        conjunction="i",
        day_and_month="{day} {month}",
        months="stycznia lutego marca kwietnia maja czerwca "
        "lipca sierpnia września października listopada grudnia",
        until="Tydzień do {day}",
        first="W tym numerze: {title}",
        first_name="Ten numer zaczyna się tak: {title}",
        further="W tym numerze także: {title}.",
        count="Ten numer zawiera {stories}{lines} z tygodnia do {day}, spośród "
        "{considered}.",
        lines=" i {more} po jednym wierszu",
        story=("{number} wiadomość", "{number} wiadomości", "{number} wiadomości"),
        more=("{number} kolejną", "{number} kolejne", "{number} kolejnych"),
        considered=("{number} przejrzanej", *["{number} przejrzanych"] * 2),
        asked=(
            "Ten numer sprawdził {number} źródło",
            "Ten numer sprawdził {number} źródła",
            "Ten numer sprawdził {number} źródeł",
        ),
        unread="; nie udało się przeczytać w całości: {names}",
        looks_back="Ten numer sięga {days} dni wstecz: sam tydzień przyniósł zbyt mało.",
        few="W tym numerze tematów jest niewiele: nic więcej nie spełniło wymagań.",
        left_out=(
            "W tym numerze pominięto {number} wybraną wiadomość: zbyt mało dało się "
            "zacytować lub sprawdzić.",
            "W tym numerze pominięto {number} wybrane wiadomości: zbyt mało dało się "
            "zacytować lub sprawdzić.",
            "W tym numerze pominięto {number} wybranych wiadomości: zbyt mało dało się "
            "zacytować lub sprawdzić.",
        ),
        by_rules="Ten numer powstał bez modelu językowego: reguły wybrały wiadomości i "
        "cytują podlinkowane źródła; nikt nie sprawdził, czy źródła mają rację.",
        form_of=one_few_or_many,
    ),
    "pt": Furniture(
        openings=("Esta edição", "Nesta edição"),
        view="A nossa opinião:",
        about="Como esta edição foi feita",
        brief="Em resumo",
        news="Notícias da semana",
        research="Investigação da semana",
        conjunction="e",
        day_and_month="{day} de {month}",
        months="janeiro fevereiro março abril maio junho "
        "julho agosto setembro outubro novembro dezembro",
        until="A semana até {day}",
        first="Nesta edição: {title}",
        first_name="Esta edição começa assim: {title}",
        further="Nesta edição também: {title}.",
        count="Esta edição tem {stories}{lines} da semana até {day}, entre "
        "{considered}.",
        lines=" e mais {more} numa linha cada",
        story=("{number} notícia", "{number} notícias"),
        more=("{number}", "{number}"),
        considered=("{number} notícia", "{number} notícias"),
        asked=(
            "Esta edição consultou {number} fonte",
            "Esta edição consultou {number} fontes",
        ),
        unread="; não foi possível ler por inteiro: {names}",
        looks_back="Esta edição olha {days} dias para trás: só a semana tinha pouco "
        "demais.",
        few="Nesta edição há poucos temas: nada mais chegou ao nível.",
        left_out=(
            "Nesta edição falta {number} notícia escolhida: pouco se pôde citar ou "
            "verificar.",
            "Nesta edição faltam {number} notícias escolhidas: pouco se pôde citar ou "
            "verificar.",
        ),
        by_rules="Esta edição foi feita sem modelo de linguagem: regras escolheram as notícias "
        "e citam as fontes ligadas; ninguém verificou se as fontes têm razão.",
        day_and_year="{day} de {year}",
    ),
    "zh": Furniture(
        openings=("本期通讯", "在本期通讯中"),
        view="我们的看法\N{FULLWIDTH COLON}",
        about="本期通讯的制作过程",
        brief="简讯",
        news="本周要闻",
        research="本周研究",
        conjunction="和",
        day_and_month="{month}{day}日",
        months="1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
        until="截至{day}的一周",
        first="本期通讯：{title}",
        first_name="本期通讯以此开篇：{title}",
        further="本期通讯还有：{title}。",
        count="本期通讯从截至{day}一周的{considered}中选出{stories}{lines}。",
        lines="，另有{more}各用一句话报道",
        story=one_form("{number}条消息"),
        more=one_form("{number}条"),
        considered=one_form("{number}条消息"),
        asked=one_form("本期通讯查询了{number}个来源"),
        unread="；未能完整读取：{names}",
        looks_back="本期通讯回溯了{days}天：仅这一周内容太少。",
        few="本期通讯主题较少：其他内容均未达到标准。",
        left_out=one_form("本期通讯未收录{number}条已选消息：可引用或核实的内容太少。"),
        by_rules="本期通讯未使用语言模型：由规则选出消息并引用所链接的来源；来源是否正确，无人核实。",
        day_and_year="{year}年{day}",
        comma="、",
        space="",
        stop="。",
    ),
}
# How a sentence begins that tells of the issue, in any of the languages.
OPENINGS = tuple(one for each in _BY_LANGUAGE.values() for one in each.openings)
# How one begins that tells what we think, in any of them, without the colon.
VIEWS = tuple(
    each.view.rstrip(" :\N{FULLWIDTH COLON}") for each in _BY_LANGUAGE.values()
)
# The headings of what is no research, folded.
NEWS = tuple(each.news.casefold() for each in _BY_LANGUAGE.values())
# The headings of how an issue was made, folded.
ABOUT = tuple(each.about.casefold() for each in _BY_LANGUAGE.values())


def furniture_of(language: str) -> Furniture:
    """The words of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])


def is_furnished(language: str) -> bool:
    """Whether `language` has words of its own here."""
    return primary(language) in _BY_LANGUAGE


@cache
def nouns_of(language: str) -> frozenset[str]:
    """The words with a capital by which an issue speaks of itself, as "Ausgabe"; none in English.

    A story may have them too, and they are no names of it.
    """
    words = furniture_of(language)
    if words.is_english:
        return frozenset()
    lines = (words.count, words.few, words.looks_back)
    nouns = (words.story, words.more, words.considered, words.asked, words.left_out)
    said = " ".join((*words.openings, *lines, *chain(*nouns)))
    found = re.findall(r"[^\W\d_]+", re.sub(r"\{\w+\}", " ", said))
    return frozenset(word for word in found if word[0].isupper())


def languages() -> tuple[str, ...]:
    """The languages that have."""
    return tuple(_BY_LANGUAGE)


def primary(language: str) -> str:
    """The language alone of a tag (BCP 47): `de` of `de-AT`.

    Traditional Chinese is one of its own: words in the other script are not for it.
    """
    first, *others = language.lower().replace("_", "-").split("-")
    is_traditional = first == "zh" and not _TRADITIONAL.isdisjoint(others)
    return "zh-hant" if is_traditional else first
