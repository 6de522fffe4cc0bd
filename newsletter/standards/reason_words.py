"""Why a story was picked, in the newsletter's own language. Pure.

Templates of clauses that stand behind “Grund der Auswahl:” or “Picked because”, so none
begins with a capital or ends in a stop. English where a language is not known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from newsletter.standards.furniture import ENGLISH, primary


@dataclass(frozen=True, slots=True)
class ReasonWords:
    """The words of one language."""

    quoted: str  # how what somebody else says stands
    learned: str
    asked: str
    speaks: str
    points: str
    upvotes: str
    also: str
    code: str
    version: str
    first: str
    ranks: str
    told: str
    told_on: str
    little: str
    shared: str
    akin: str
    shown: str
    titled: str
    both: str


_BY_LANGUAGE: Mapping[str, ReasonWords] = {
    "de": ReasonWords(
        quoted="„{text}“",
        learned="gelernt aus früheren Ausgaben: {words}",
        asked="gewünscht ist laut Leserprofil {line}",
        speaks="{asked}, und hier geht es um {phrase}",
        points="beim Lesen hatte es {number} Punkte auf Hacker News",
        upvotes="beim Lesen hatte es {number} Stimmen auf Hugging Face",
        also="es stand auch bei {names}",
        code="der Code ist öffentlich, unter {name} auf GitHub",
        version="es geht um die Version {number}",
        first="{version}, die erste ihrer Reihe",
        ranks="{publisher} gehört zu den besten Quellen",
        told="gemeldet von {publisher}",
        told_on="gemeldet von {publisher} am {day}",
        little="{told}, auch wenn wenig davon im Leserprofil steht",
        shared="aus dem Leserprofil steht im Titel {words}",
        akin="im Titel steht {words}, verwandt mit Wörtern des Leserprofils",
        shown="{asked}, wie in {title}",
        titled="{told}: {title}",
        both="{one}; {other}",
    ),
    ENGLISH: ReasonWords(
        quoted="“{text}”",
        learned="this newsletter learned to want {words}",
        asked="the readers' profile asks for {line}",
        speaks="{asked}, and this speaks of {phrase}",
        points="it had {number} points on Hacker News when read",
        upvotes="it had {number} upvotes on Hugging Face when read",
        also="{names} told it too",
        code="its code is public, at {name} on GitHub",
        version="it tells of version {number}",
        first="{version}, the first release of its line",
        ranks="{publisher} ranks high among the sources",
        told="{publisher} told it",
        told_on="{publisher} told it on {day}",
        little="{told}, though little in it is of the readers' profile",
        shared="its title has {words} of the readers' profile",
        akin="its title has {words}, akin to words of the readers' profile",
        shown="{asked}, as in {title}",
        titled="{told}: {title}",
        both="{one}, and {other}",
    ),
    "es": ReasonWords(
        quoted="«{text}»",
        learned="aprendido de números anteriores: {words}",
        asked="el perfil de los lectores pide {line}",
        speaks="{asked}, y aquí se habla de {phrase}",
        points="al leerlo tenía {number} puntos en Hacker News",
        upvotes="al leerlo tenía {number} votos en Hugging Face",
        also="también apareció en {names}",
        code="el código es público, en {name} de GitHub",
        version="trata de la versión {number}",
        first="{version}, la primera de su serie",
        ranks="{publisher} es de las fuentes mejor valoradas",
        told="lo contó {publisher}",
        told_on="lo contó {publisher} el {day}",
        little="{told}, aunque tiene poco del perfil de los lectores",
        shared="en el título está {words}, del perfil de los lectores",
        akin="en el título está {words}, afín a palabras del perfil de los lectores",
        shown="{asked}, como en {title}",
        titled="{told}: {title}",
        both="{one}; {other}",
    ),
    "fr": ReasonWords(
        quoted="« {text} »",
        learned="appris des numéros précédents : {words}",
        asked="le profil des lecteurs demande {line}",
        speaks="{asked}, et il s’agit ici de {phrase}",
        points="{number} points sur Hacker News au moment de la lecture",
        upvotes="{number} votes sur Hugging Face au moment de la lecture",
        also="également paru chez {names}",
        code="le code est public, sous {name} sur GitHub",
        version="il s’agit de la version {number}",
        first="{version}, la première de sa série",
        ranks="{publisher} compte parmi les sources les mieux classées",
        told="annoncé par {publisher}",
        told_on="annoncé par {publisher} le {day}",
        little="{told}, même si peu de choses y touchent au profil des lecteurs",
        shared="le titre contient {words}, du profil des lecteurs",
        akin="le titre contient {words}, proche de mots du profil des lecteurs",
        shown="{asked}, comme dans {title}",
        titled="{told} : {title}",
        both="{one} ; {other}",
    ),
    "it": ReasonWords(
        quoted="«{text}»",
        learned="appreso dai numeri precedenti: {words}",
        asked="il profilo dei lettori chiede {line}",
        speaks="{asked}, e qui si parla di {phrase}",
        points="alla lettura aveva {number} punti su Hacker News",
        upvotes="alla lettura aveva {number} voti su Hugging Face",
        also="è apparso anche presso {names}",
        code="il codice è pubblico, in {name} su GitHub",
        version="si tratta della versione {number}",
        first="{version}, la prima della sua serie",
        ranks="{publisher} è tra le fonti con il punteggio più alto",
        told="ne ha parlato {publisher}",
        told_on="ne ha parlato {publisher}, {day}",
        little="{told}, anche se c’è poco del profilo dei lettori",
        shared="nel titolo c’è {words}, dal profilo dei lettori",
        akin="nel titolo c’è {words}, affine a parole del profilo dei lettori",
        shown="{asked}, come in {title}",
        titled="{told}: {title}",
        both="{one}; {other}",
    ),
    "ja": ReasonWords(
        quoted="「{text}」",
        learned="これまでの号から学んだ関心：{words}",
        asked="読者プロフィールが{line}を求めている",
        speaks="{asked}。この記事は{phrase}に触れている",
        points="読み込んだ時点でHacker Newsで{number}ポイントだった",
        upvotes="読み込んだ時点でHugging Faceで{number}票だった",
        also="{names}も伝えた",
        code="コードがGitHubの{name}で公開されている",
        version="バージョン{number}を伝えている",
        first="{version}（その系列で最初のリリース）",
        ranks="{publisher}は評価の高い情報源である",
        told="{publisher}が伝えた",
        told_on="{publisher}が{day}に伝えた",
        little="{told}が、読者プロフィールとの重なりは少ない",
        shared="見出しに読者プロフィールの{words}がある",
        akin="見出しに、読者プロフィールの言葉に近い{words}がある",
        shown="{asked}。見出しは{title}",
        titled="{told}：{title}",
        both="{one}。{other}",
    ),
    "ko": ReasonWords(
        quoted="‘{text}’",
        learned="지난 호에서 배운 관심사: {words}",
        asked="독자 프로필에서 찾는 주제: {line}",
        speaks="{asked}, 이 소식에 나오는 말: {phrase}",
        points="읽을 당시 Hacker News에서 {number}점",
        upvotes="읽을 당시 Hugging Face에서 추천 {number}개",
        also="{names}에서도 전함",
        code="GitHub의 {name}에 코드가 공개됨",
        version="버전 {number} 소식",
        first="{version}, 이 계열의 첫 출시",
        ranks="{publisher}: 평가가 높은 출처",
        told="{publisher}에서 전함",
        told_on="{publisher}에서 {day}에 전함",
        little="{told}, 다만 독자 프로필과 겹치는 것은 적음",
        shared="제목에 독자 프로필의 {words} 있음",
        akin="제목에 독자 프로필의 말과 가까운 {words} 있음",
        shown="{asked}, 제목: {title}",
        titled="{told}: {title}",
        both="{one}; {other}",
    ),
    "nl": ReasonWords(
        quoted="“{text}”",
        learned="geleerd van eerdere nummers: {words}",
        asked="het lezersprofiel vraagt om {line}",
        speaks="{asked}, en dit gaat over {phrase}",
        points="bij het lezen had het {number} punten op Hacker News",
        upvotes="bij het lezen had het {number} stemmen op Hugging Face",
        also="het stond ook bij {names}",
        code="de code is openbaar, onder {name} op GitHub",
        version="het gaat over versie {number}",
        first="{version}, de eerste van haar reeks",
        ranks="{publisher} behoort tot de hoogst gewaardeerde bronnen",
        told="{publisher} meldde het",
        told_on="{publisher} meldde het op {day}",
        little="{told}, al staat er weinig uit het lezersprofiel in",
        shared="in de titel staat {words}, uit het lezersprofiel",
        akin="in de titel staat {words}, verwant aan woorden uit het lezersprofiel",
        shown="{asked}, zoals in {title}",
        titled="{told}: {title}",
        both="{one}; {other}",
    ),
    "pl": ReasonWords(
        quoted="„{text}”",
        learned="na podstawie poprzednich numerów: {words}",
        asked="profil czytelników obejmuje {line}",
        speaks="{asked}, a tutaj mowa o: {phrase}",
        points="liczba punktów na Hacker News w chwili odczytu: {number}",
        upvotes="liczba głosów na Hugging Face w chwili odczytu: {number}",
        also="pisali o tym także: {names}",
        code="kod jest publiczny, na GitHubie pod {name}",
        version="chodzi o wersję {number}",
        first="{version}, pierwszą w swojej serii",
        ranks="źródło wysoko oceniane: {publisher}",
        told="podane przez: {publisher}",
        told_on="podane {day} przez: {publisher}",
        little="{told}, choć niewiele tu z profilu czytelników",
        shared="w tytule jest {words} z profilu czytelników",
        akin="w tytule jest {words}, bliskie słowom z profilu czytelników",
        shown="{asked}, jak w {title}",
        titled="{told}: {title}",
        both="{one}; {other}",
    ),
    "pt": ReasonWords(
        quoted="«{text}»",
        learned="aprendido com números anteriores: {words}",
        asked="o perfil dos leitores pede {line}",
        speaks="{asked}, e aqui fala-se de {phrase}",
        points="na leitura tinha {number} pontos no Hacker News",
        upvotes="na leitura tinha {number} votos no Hugging Face",
        also="também saiu em {names}",
        code="o código é público, em {name} no GitHub",
        version="trata da versão {number}",
        first="{version}, a primeira da sua série",
        ranks="{publisher} está entre as fontes mais bem avaliadas",
        told="contado por {publisher}",
        told_on="contado por {publisher} a {day}",
        little="{told}, embora tenha pouco do perfil dos leitores",
        shared="no título está {words}, do perfil dos leitores",
        akin="no título está {words}, próximo de palavras do perfil dos leitores",
        shown="{asked}, como em {title}",
        titled="{told}: {title}",
        both="{one}; {other}",
    ),
    "zh": ReasonWords(
        quoted="“{text}”",
        learned="从往期学到的兴趣：{words}",
        asked="读者画像中有{line}",
        speaks="{asked}，这里谈到{phrase}",
        points="读取时在 Hacker News 上有 {number} 分",
        upvotes="读取时在 Hugging Face 上有 {number} 票",
        also="{names}也有报道",
        code="代码已公开，见 GitHub 上的 {name}",
        version="讲的是版本 {number}",
        first="{version}，该系列的首个版本",
        ranks="{publisher}是评价较高的来源",
        told="由{publisher}报道",
        told_on="由{publisher}于{day}报道",
        little="{told}，不过与读者画像相关的内容不多",
        shared="标题中有读者画像里的{words}",
        akin="标题中有与读者画像用词相近的{words}",
        shown="{asked}，如{title}",
        titled="{told}：{title}",
        both="{one}；{other}",
    ),
}


def reason_words_of(language: str) -> ReasonWords:
    """The words of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])
